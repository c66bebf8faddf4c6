//! A match on a screen: bots play while somebody watches, or somebody plays among them.

use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, board, line};
use crate::screen::playing::{Ending, Others, Playing};
use crate::screen::watching::{Left, Watching};
use crate::screen::{Pen, Reel, Screen};
use gridhaunt_arena::bout::Bout;
use gridhaunt_arena::play::{Arena, Played, Stopped};
use gridhaunt_arena::replay::Refused;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use serde_json::json;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

/// What came of a match on a screen.
pub(super) enum Shown {
    /// It was played to its end.
    Over(Played),
    /// Somebody left before.
    Midway(Midway),
}

/// A match that was left.
pub(super) struct Midway {
    steps: usize,
    left: Left,
    /// The match as it stood, where nobody has seen it yet.
    session: Option<Box<dyn Session>>,
    /// The record as far as it goes, if one was asked for.
    pub(super) record: Option<String>,
}

/// Plays a match while somebody watches it; what they do not want to see is played all the same.
pub(super) fn watch(arena: &Arena<'_>, seed: u64, record: bool, output: Output) -> Result<Shown, Failure> {
    let mut bout = Bout::new(arena, seed, None)?;
    let reel = Reel::new(bout.session.fork());
    let (send, feed) = mpsc::channel();
    thread::spawn(move || while !bout.session.phase().is_over() && send.send(bout.step(None).to_vec()).is_ok() {});
    let (heading, names) = titles(arena, seed, &reel);
    let mut watching = Watching::new(reel, heading, names, None).fed(feed);
    let mut left = watching.run(&mut Screen::open()?, pen(output))?;
    if left == Left::Quit {
        if !watching.reel.last().phase().is_over() {
            output::complain("gridhaunt: the match is played to its end; Ctrl-C stops it");
        }
        left = watching.see_out();
    }
    ended(arena, seed, record, &watching.reel, left)
}

/// Plays a match with somebody in a seat.
pub(super) fn play(arena: &Arena<'_>, seed: u64, seat: Seat, record: bool, output: Output) -> Result<Shown, Failure> {
    let mut bout = Bout::new(arena, seed, Some(seat))?;
    let reel = Reel::new(bout.session.fork());
    let ((tell, told), (send, steps)) = (mpsc::channel(), mpsc::channel());
    thread::spawn(move || {
        while let Ok(chosen) = told.recv() {
            if send.send(bout.step(chosen).to_vec()).is_err() {
                return;
            }
        }
    });
    let (heading, names) = titles(arena, seed, &reel);
    let you = format!("you are {} in {heading}", names[seat.index()]);
    let goal = arena.info.roles.get(reel.last().role(seat)).map_or("", |role| role.goal);
    let mut playing = Playing::new(reel, seat, you, goal);
    let mut screen = Screen::open()?;
    let ending = playing.run(&mut screen, &Others { tell, steps }, pen(output))?;
    match ending {
        Ending::Over => {}
        Ending::Left(left) => return ended(arena, seed, record, &playing.reel, left),
        Ending::Alone => {
            let step = playing.reel.steps() + 1;
            return Err(Failure::Infrastructure(format!("a bot failed in step {step}, so the match cannot go on")));
        }
    }
    let notice = playing.reel.last().verdict().map(|verdict| verdict.to_string());
    let looks_back = playing.close(&mut screen, notice.clone().unwrap_or_default(), pen(output))?;
    let mut watching = Watching::new(playing.reel, heading, names, None).noted(notice).at_the_end();
    if looks_back {
        watching.run(&mut screen, pen(output))?;
    }
    drop(screen);
    ended(arena, seed, record, &watching.reel, Left::Quit)
}

fn pen(output: Output) -> Pen {
    Pen { style: output.style() }
}

/// The heading of a match, and what its seats are called.
fn titles(arena: &Arena<'_>, seed: u64, reel: &Reel) -> (String, Vec<String>) {
    let heading = format!("{}, seed {seed}: {}", arena.info.name, lineup::words(&arena.player_names(), reel.last()));
    let names = (0..arena.seats.len()).map(|seat| reel.last().seat_name(Seat(seat as u8))).collect();
    (heading, names)
}

/// What came of a match as far as it was played.
fn ended(arena: &Arena<'_>, seed: u64, record: bool, reel: &Reel, left: Left) -> Result<Shown, Failure> {
    let mut session = reel.at(0);
    let mut recorder = record.then(|| arena.recorder(seed, session.as_ref()));
    let mut faults = vec![0; session.seats()];
    for choices in reel.choices() {
        let chose = |seat: Seat| choices.iter().any(|(chooser, _)| *chooser == seat);
        let silent: Vec<Seat> = session.phase().seats().iter().filter(|&seat| !chose(seat)).collect();
        silent.iter().for_each(|seat| faults[seat.index()] += 1);
        session.step(choices);
        if let Some(recorder) = &mut recorder {
            // What they wanted, if anything, was not passed on to the screen.
            recorder.refuse(&silent.iter().map(|&seat| Refused { seat, wanted: None }).collect::<Vec<_>>());
            recorder.step(session.as_ref(), choices);
        }
    }
    Ok(match session.outcome() {
        Some(outcome) => {
            let record = recorder.map(|recorder| recorder.end(session.as_ref()));
            Shown::Over(Played { seed, session, outcome, faults, record })
        }
        None => {
            let record = recorder.map(|recorder| recorder.stop("left"));
            Shown::Midway(Midway { steps: reel.steps(), left, session: None, record })
        }
    })
}

impl Midway {
    /// A match that nobody watched when Ctrl-C was pressed.
    pub(super) fn stopped(Stopped { session, record }: Stopped) -> Self {
        Self { steps: session.steps() as usize, left: Left::Stopped, session: Some(session), record }
    }

    /// Whether it was Ctrl-C.
    pub(super) fn is_stopped(&self) -> bool {
        self.left == Left::Stopped
    }

    /// Tells where the match was left, and where its record is.
    pub(super) fn tell(&self, game: &str, seed: u64, replay: Option<&Path>, output: Output) -> Result<(), Failure> {
        let steps = self.steps;
        if output.json {
            let outcome: Option<()> = None;
            line(json!({
                "game": game, "seed": seed.to_string(), "steps": steps, "outcome": outcome,
                "replay": replay.map(output::path),
            }))?;
        } else {
            if let Some(session) = &self.session {
                board(&gridhaunt_draw::text::render(&session.scene(Span::Step, None), &output.style()))?;
            }
            let how = if self.is_stopped() { "stopped" } else { "left" };
            line(format!("{how} after step {steps}, so there is no result"))?;
            line(format!("seed   {seed}"))?;
            if let Some(replay) = replay {
                line(format!("replay {}", output::place(replay)))?;
            }
        }
        match self.left {
            Left::Quit => Ok(()),
            Left::Stopped => Err(Failure::Interrupted(String::new())),
        }
    }
}
