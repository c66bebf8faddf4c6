//! `replay convert`.

use super::frames::{each_frame, number, scene};
use super::{eye, film, load, load_one, page, play_to, small_name, warn};
use crate::args::Convert;
use crate::failure::Failure;
use crate::output::progress;
use crate::picture::{Kind, split_number};
use crate::stop;
use gridhaunt_arena::file;
use gridhaunt_arena::replay::Replay;
use gridhaunt_draw::svg::{Options, Page};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::registry::Registry;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

const KNOWN: &str = ".jsonl, .jsonl.zst, .txt, .png, .svg, .gif, .html, or / for a folder";

pub(super) fn run(registry: &Registry, args: &Convert) -> Result<(), Failure> {
    let Some(target) = Target::of(&args.out) else {
        return Err(Failure::Usage(format!("--out: {} is not a name that ends in {KNOWN}", args.out.display())));
    };
    target.check(args)?;
    if let Target::Record = target {
        return write(&args.out, lines_of(&args.file, args.which)?);
    }
    let replay = load_one(&args.file, args.which.unwrap_or(1))?;
    match target {
        Target::Record => Ok(()),
        Target::Text => text(registry, args, &replay),
        Target::One(kind) => {
            let session = play_to(registry, &replay, args.step, |_| Ok(()))?;
            let (scene, options) = picture(kind, session.as_ref(), args)?;
            write(&args.out, kind.draw(Page::default(), &scene, &options))
        }
        Target::Series(series) => series.make(registry, args, &replay),
        Target::Film => film::make(registry, args, &replay),
        Target::Page => {
            let lines = lines_of(&args.file, Some(args.which.unwrap_or(1)))?;
            write(&args.out, page::of(registry, &replay, &lines)?)
        }
    }
}

/// What a name asks for.
enum Target {
    Record,
    Text,
    One(Kind),
    /// A picture of every frame.
    Series(Series),
    /// All frames in one file.
    Film,
    /// The match as a page that plays it.
    Page,
}

impl Target {
    fn of(out: &Path) -> Option<Self> {
        if out.to_string_lossy().ends_with(std::path::is_separator) || out.is_dir() {
            let (before, after) = ("frame-".to_string(), ".png".to_string());
            return Some(Self::Series(Series { folder: out.into(), before, digits: 3, after, kind: Kind::Png }));
        }
        let name = small_name(out);
        if name.ends_with(".jsonl") || name.ends_with(".jsonl.zst") {
            return Some(Self::Record);
        }
        if name.ends_with(".txt") {
            return Some(Self::Text);
        }
        if name.ends_with(".gif") {
            return Some(Self::Film);
        }
        if name.ends_with(".html") {
            return Some(Self::Page);
        }
        let kind = Kind::of(&name)?;
        Some(Series::of(out, kind).map_or(Self::One(kind), Self::Series))
    }

    /// A flag that would change nothing is an error, and so is a name with two numbers.
    fn check(&self, args: &Convert) -> Result<(), Failure> {
        let boards =
            [("--step", args.step.is_some()), ("--each", args.each.is_some()), ("--seat", args.seat.is_some())];
        let frames = [("--from", args.from.is_some()), ("--to", args.to.is_some()), ("--every", args.every.is_some())];
        let (pictures, films) =
            ([("--cell", args.cell.is_some()), ("--dark", args.dark)], [("--fps", args.fps.is_some())]);
        let idle = |flags: &[(&str, bool)], out: &str, use_of: &str| match flags.iter().find(|(_, given)| *given) {
            Some((flag, _)) => Err(Failure::Usage(format!("{flag}: changes nothing for {out}, it is for {use_of}"))),
            None => Ok(()),
        };
        let out = match self {
            Self::Record => ".jsonl",
            Self::Text => ".txt",
            Self::One(_) => "one picture",
            Self::Series(_) => "pictures",
            Self::Film => ".gif",
            Self::Page => ".html",
        };
        if let Self::Record | Self::Page = self {
            idle(&boards, out, ".txt, .png, .svg, .gif and folders")?;
        }
        if let Self::Record | Self::Text | Self::Page = self {
            idle(&pictures, out, ".png, .svg, .gif and folders")?;
        }
        if let Self::Record | Self::One(_) | Self::Page = self {
            idle(&frames, out, ".txt, .gif and folders")?;
        }
        match self {
            Self::Film => Ok(()),
            Self::Series(series) if split_number(&series.after).is_some() => {
                Err(Failure::Usage(format!("--out: {} has several numbers, need one such as %03d", args.out.display())))
            }
            _ => idle(&films, out, ".gif"),
        }
    }
}

/// What a picture shows, and how.
fn picture(kind: Kind, session: &dyn Session, args: &Convert) -> Result<(Scene, Options), Failure> {
    let scene = scene(session, args)?;
    let options = Options { cell: kind.cell(args.cell, &scene)?, dark: args.dark };
    Ok((scene, options))
}

/// Pictures with numbers in their names.
struct Series {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
    kind: Kind,
}

impl Series {
    /// Several pictures if the name has a `%d`, or a `%03d` for three digits and more.
    fn of(out: &Path, kind: Kind) -> Option<Self> {
        let name = out.file_name()?.to_str()?;
        let (before, digits, after) = split_number(name)?;
        let folder = out.parent().unwrap_or(Path::new("")).into();
        Some(Self { folder, before: before.into(), digits, after: after.into(), kind })
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{}{number:0digits$}{}", self.before, self.after, digits = self.digits))
    }

    fn make(&self, registry: &Registry, args: &Convert, replay: &Replay) -> Result<(), Failure> {
        // One size for all pictures.
        let mut page = Page::default();
        each_frame(registry, args, replay, |session| {
            let (scene, options) = picture(self.kind, session, args)?;
            page = page.max(Page::of(&scene, &options));
            Ok(())
        })?;
        if !self.folder.as_os_str().is_empty() && !self.folder.is_dir() {
            fs::create_dir(&self.folder).map_err(|error| Failure::writing(&self.folder, &error))?;
        }
        let stop = stop::flag();
        let bar = progress(args.step.unwrap_or(replay.steps.len()) as u64, "steps");
        let made = each_frame(registry, args, replay, |session| {
            bar.set_position(session.steps());
            let path = self.path(number(session, args));
            let (scene, options) = picture(self.kind, session, args)?;
            write(&path, self.kind.draw(page, &scene, &options))?;
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted(format!("stopped; {} is the last picture", path.display())));
            }
            Ok(())
        });
        bar.finish_and_clear();
        warn(made?.as_ref());
        Ok(())
    }
}

/// The game's own drawing of every board, with a blank line between them.
fn text(registry: &Registry, args: &Convert, replay: &Replay) -> Result<(), Failure> {
    let mut boards = Vec::new();
    let differs = each_frame(registry, args, replay, |session| {
        let drawing = session.drawing(eye("--seat", args.seat, session)?);
        boards.push(format!("{}\n", drawing.trim_end_matches('\n')));
        Ok(())
    })?;
    warn(differs.as_ref());
    write(&args.out, boards.join("\n"))
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    file::write(path, content).map_err(|error| Failure::writing(path, &error))
}

/// The text of one match of a file, or of all.
fn lines_of(path: &Path, which: Option<u64>) -> Result<String, Failure> {
    let replays = load(path)?;
    let text = file::read(path).map_err(|error| Failure::reading(path, &error))?;
    let Some(which) = which else { return Ok(text) };
    let first = load_one(path, which)?.line;
    let next = replays.iter().map(|replay| replay.line).find(|&line| line > first).unwrap_or(usize::MAX);
    let lines = text.lines().enumerate().filter(|(index, _)| (first..next).contains(&(index + 1)));
    Ok(lines.map(|(_, line)| format!("{line}\n")).collect())
}
