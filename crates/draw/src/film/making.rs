//! The frames of a film: which there are and how long they are shown. They are drawn a few scenes at a time, on all cores.

#[cfg(test)]
mod tests;

use super::apng::{self, Apng};
use super::gif::{self, Gif};
use super::{Format, Pace};
use crate::raster::{Canvas, MOST_PIXELS as ANY, Patch, Plate};
use crate::svg::{self, Course, Options, Page};
use crate::theme::Paper;
use gridhaunt_kernel::Scene;
use rayon::prelude::*;
use std::io::{self, Write};

/// The most pixels of a frame.
const MOST_PIXELS: u64 = 1 << 23;
/// The most pixels of all pages that are drawn at the same time.
const MOST_AT_A_TIME: u64 = 1 << 25;
/// How many scenes are drawn on one page, one after another. The bytes of the film depend on this number, so it is the
/// same on every machine.
const RUN: usize = 8;

/// Why a film cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// A frame has too many pixels.
    #[error("frames of {width} x {height} pixels are too large for a film, {MOST_PIXELS} pixels are the most")]
    TooLarge {
        /// How wide a frame is.
        width: u64,
        /// How high a frame is.
        height: u64,
    },
    /// It could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

enum Reel<W: Write> {
    Gif(Gif<W>),
    Apng(Apng<W>),
}

enum Frame {
    Gif(::gif::Frame<'static>),
    Apng(apng::Frame),
}

/// A film that is being written.
pub struct Film<W: Write> {
    reel: Reel<W>,
    look: Look,
    /// How many scenes are drawn at a time.
    batch: usize,
    /// Scenes that are not drawn yet: the last one pushed is always among them.
    waiting: Vec<Shot>,
    /// The scenes in between that are passed and not shown.
    course: Course,
    /// How many scenes are written, and the last of them.
    written: u64,
    before: Option<Shot>,
}

/// A scene, and the course to it from the previous one.
struct Shot {
    course: Course,
    scene: Scene,
}

/// The options that all frames have in common.
struct Look {
    format: Format,
    size: (u32, u32),
    options: Options,
    pace: Pace,
}

impl<W: Write> Film<W> {
    /// Begins a film whose frames all have the size of this page.
    pub fn new(out: W, format: Format, page: Page, options: Options, pace: Pace) -> Result<Self, FilmError> {
        let [width, height] = [page.width, page.height].map(|side| side.ceil().max(1.0));
        let pixels = width * height;
        let (Ok(wide), Ok(high), true) =
            (u16::try_from(width as u64), u16::try_from(height as u64), pixels <= MOST_PIXELS as f64)
        else {
            return Err(FilmError::TooLarge { width: width as u64, height: height as u64 });
        };
        let size = (wide.into(), high.into());
        let reel = match format {
            Format::Gif => Reel::Gif(Gif::new(out, wide, high)?),
            Format::Apng => Reel::Apng(Apng::new(out, size)),
        };
        let pages = (MOST_AT_A_TIME / pixels as u64).max(1) as usize;
        let batch = RUN * pages.min(2 * rayon::current_num_threads());
        let look = Look { format, size, options, pace };
        Ok(Self { reel, look, batch, waiting: Vec::new(), course: Course::default(), written: 0, before: None })
    }

    /// Adds a scene that is not shown: actors move through it on their way to the next scene.
    pub fn pass(&mut self, scene: &Scene) {
        if !self.waiting.is_empty() || self.before.is_some() {
            self.course.pass(scene);
        }
    }

    /// Adds a scene. Scenes are drawn and written in batches, so an error may concern an earlier one.
    pub fn push(&mut self, scene: Scene) -> io::Result<()> {
        self.waiting.push(Shot { course: std::mem::take(&mut self.course), scene });
        // The next scene must be known before a scene is drawn.
        if self.waiting.len() > self.batch { self.develop(self.batch) } else { Ok(()) }
    }

    /// Ends the film after the scenes it has.
    pub fn finish(mut self) -> io::Result<W> {
        self.develop(self.waiting.len())?;
        match self.reel {
            Reel::Gif(reel) => reel.finish(),
            Reel::Apng(reel) => reel.finish(),
        }
    }

    /// Draws and writes the first `count` waiting scenes.
    fn develop(&mut self, count: usize) -> io::Result<()> {
        let shots = &self.waiting;
        let shoot = |start: usize| {
            let end = count.min(start + RUN);
            let before = start.checked_sub(1).map_or(self.before.as_ref(), |before| shots.get(before));
            self.look.shoot(before, &shots[start..end], shots.get(end), self.written + start as u64)
        };
        let starts: Vec<usize> = (0..count).step_by(RUN).collect();
        let runs: io::Result<Vec<Vec<Frame>>> = starts.into_par_iter().map(shoot).collect();
        for frame in runs?.into_iter().flatten() {
            match (&mut self.reel, frame) {
                (Reel::Gif(reel), Frame::Gif(frame)) => reel.write(&frame)?,
                (Reel::Apng(reel), Frame::Apng(frame)) => reel.write(frame),
                (Reel::Gif(_) | Reel::Apng(_), _) => {}
            }
        }
        self.written += count as u64;
        self.before = self.waiting.drain(..count).next_back();
        Ok(())
    }
}

fn is_motion(before: &Shot, after: &Shot) -> bool {
    svg::is_passage(&before.scene, &after.course, &after.scene)
}

impl Look {
    /// The frames of shots that follow `before`, including the frames between the last shot and `next`. `number` is the
    /// number of the first shot.
    fn shoot(&self, before: Option<&Shot>, shots: &[Shot], next: Option<&Shot>, number: u64) -> io::Result<Vec<Frame>> {
        let Some(first) = shots.first() else { return Ok(Vec::new()) };
        let mut canvas =
            before.and_then(|before| self.last_before(before, first, number)).map(|last| self.begin(&last));
        let mut frames = Vec::new();
        for (n, shot) in shots.iter().enumerate() {
            let (number, next) = (number + n as u64, shots.get(n + 1).or(next));
            let holds = match next {
                Some(next) => self.pace.holds(number, is_motion(shot, next)),
                None => vec![self.pace.last(number)],
            };
            for (frame, hold) in holds.iter().enumerate() {
                let document = match next.filter(|_| frame > 0) {
                    Some(next) => self.moment(shot, next, frame as f64 / holds.len() as f64),
                    None => svg::render_on(self.page(), &shot.scene, &self.options),
                };
                let Some(plate) = Plate::read(&document, 1.0, ANY) else { continue };
                let patch = match &mut canvas {
                    Some(canvas) => canvas.show(&plate),
                    None => canvas.insert(self.begin(&plate)).whole(),
                };
                frames.push(self.pack(&patch, *hold)?);
            }
        }
        Ok(frames)
    }

    /// The last picture before a shot, which has this number.
    fn last_before(&self, before: &Shot, shot: &Shot, number: u64) -> Option<Plate> {
        let frames = self.pace.holds(number - 1, is_motion(before, shot)).len();
        let document = match frames {
            1 => svg::render_on(self.page(), &before.scene, &self.options),
            frames => self.moment(before, shot, (frames - 1) as f64 / frames as f64),
        };
        Plate::read(&document, 1.0, ANY)
    }

    fn moment(&self, before: &Shot, after: &Shot, share: f64) -> String {
        svg::render_passage(self.page(), &before.scene, &after.course, &after.scene, share, &self.options)
    }

    fn page(&self) -> Page {
        Page { width: self.size.0.into(), height: self.size.1.into() }
    }

    fn begin(&self, plate: &Plate) -> Canvas {
        Canvas::new(plate, self.size, Paper::new(self.options.dark).page)
    }

    fn pack(&self, patch: &Patch, hold: u16) -> io::Result<Frame> {
        Ok(match self.format {
            Format::Gif => Frame::Gif(gif::pack(patch, hold)),
            Format::Apng => Frame::Apng(apng::pack(patch, hold)?),
        })
    }
}
