//! A match on a screen: a person watches bots, or plays a seat among them.

use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, board, line};
use crate::screen::playing::{Ending, Playing};
use crate::screen::watching::{Left, Watching};
use crate::screen::{Pen, Screen};
use gridhaunt_arena::Match;
use gridhaunt_arena::company::{Company, Left as Departed};
use gridhaunt_arena::play::Arena;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use serde_json::json;
use std::path::Path;

/// A match that has ended or was left.
pub(crate) struct Shown {
    pub(crate) game: Match,
    pub(crate) left: Left,
    /// Whether it was on a screen, so that the user has seen its last state.
    pub(crate) is_seen: bool,
    /// What its programs left.
    pub(crate) programs: Departed,
}

/// Plays a match while a person watches it; if the person leaves early, the rest is played all the same.
pub(crate) fn watch(
    arena: &Arena<'_>,
    seed: u64,
    game: Match,
    bots: Company,
    output: Output,
) -> Result<Shown, Failure> {
    let (heading, names) = titles(arena, seed, game.session());
    let mut watching = Watching::new(game.filmed(), heading, names, None).played_by(bots.aside());
    let mut left = watching.run(&mut Screen::open()?, pen(output))?;
    if left == Left::Quit {
        if !watching.game.is_over() {
            output::complain("gridhaunt: the match is played to its end; Ctrl-C stops it");
        }
        left = watching.see_out();
    }
    let programs = watching.dismiss();
    Ok(Shown { game: watching.game, left, is_seen: true, programs })
}

/// Plays a match with a person in a seat.
pub(crate) fn play(
    arena: &Arena<'_>,
    seed: u64,
    game: Match,
    others: Company,
    seat: Seat,
    output: Output,
) -> Result<Shown, Failure> {
    let (heading, names) = titles(arena, seed, game.session());
    let you = format!("you are {} in {heading}", names[seat.index()]);
    let goal = arena.info.roles.get(game.session().role(seat)).map_or("", |role| role.goal);
    let mut playing = Playing::new(game.filmed(), others.aside(), seat, you, goal);
    let mut screen = Screen::open()?;
    let left = match playing.run(&mut screen, pen(output))? {
        Ending::Over => Left::Quit,
        Ending::Left(left) => {
            drop(screen);
            let Playing { mut game, others, .. } = playing;
            let programs = others.finish(&mut game);
            return Ok(Shown { game, left, is_seen: true, programs });
        }
        Ending::Alone => {
            let step = playing.game.steps() + 1;
            return Err(Failure::Infrastructure(format!("a bot failed in step {step}, so the match cannot go on")));
        }
    };
    let notice = playing.game.ending().map(|ending| ending.to_string());
    let looks_back = playing.close(&mut screen, notice.clone().unwrap_or_default(), pen(output))?;
    let Playing { mut game, others, .. } = playing;
    let programs = others.finish(&mut game);
    let mut watching = Watching::new(game, heading, names, None).noted(notice).at_the_end();
    if looks_back {
        watching.run(&mut screen, pen(output))?;
    }
    Ok(Shown { game: watching.game, left, is_seen: true, programs })
}

fn pen(output: Output) -> Pen {
    Pen { style: output.style() }
}

/// The heading of a match, and the names of its seats.
fn titles(arena: &Arena<'_>, seed: u64, session: &dyn Session) -> (String, Vec<String>) {
    let heading = format!("{}, seed {seed}: {}", arena.info.name, lineup::words(&arena.player_names(), session));
    let names = (0..arena.seats.len()).map(|seat| session.seat_name(Seat(seat as u8))).collect();
    (heading, names)
}

impl Shown {
    /// Prints at which step the match was left, and the path of its record.
    pub(crate) fn tell(&self, game: &str, seed: u64, replay: Option<&Path>, output: Output) -> Result<(), Failure> {
        let steps = self.game.session().steps();
        if output.json {
            let outcome: Option<()> = None;
            line(json!({
                "game": game, "seed": seed.to_string(), "steps": steps, "outcome": outcome,
                "replay": replay.map(output::path),
            }))?;
        } else {
            if !self.is_seen {
                board(&gridhaunt_draw::text::render(&self.game.session().scene(Span::Step, None), &output.style()))?;
            }
            let how = if self.left == Left::Stopped { "stopped" } else { "left" };
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
