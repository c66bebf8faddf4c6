//! Who plays the seats that are not the person's.

use gridhaunt_kernel::bot::read_words;
use gridhaunt_kernel::face::{Opened, Player, Session};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_record::replay::Header;

/// The bot of a seat: the one that is chosen for its role, or the one that goes on there.
pub(super) fn words(
    opened: &dyn Opened,
    session: &dyn Session,
    header: &Header,
    seat: Seat,
    chosen: &Map<String, Value>,
) -> Result<String, Invalid> {
    let role = session.info().role_name(session.role(seat));
    match chosen.get(role) {
        None => Ok(going_on(opened, session, header, seat)),
        Some(Value::String(words)) => Ok(words.clone()),
        Some(other) => Err(Invalid::new(format!("bots.{role}"), other, "the name of a bot")),
    }
}

/// The bot that goes on at a seat if nobody chooses one: who played it so far, or the usual bot of the role where that was a
/// person, a program, or a bot that needs what a page does not have.
pub(super) fn going_on(opened: &dyn Opened, session: &dyn Session, header: &Header, seat: Seat) -> String {
    let programs = header.programs.iter().flat_map(|programs| &programs.entrants);
    let is_program = programs.into_iter().any(|entrant| entrant.program.is_some() && entrant.seats.contains(&seat));
    let before = header.seats.get(seat.index()).filter(|_| !is_program);
    let stays = before.filter(|words| player(opened, words, header.seed, seat).is_ok());
    let usual = || session.info().roles.get(session.role(seat)).map_or("", |role| role.bot);
    stays.map_or_else(usual, String::as_str).to_string()
}

/// The player that words such as `greedy:ties=first` name.
pub(super) fn player(opened: &dyn Opened, words: &str, seed: u64, seat: Seat) -> Result<Box<dyn Player>, Invalid> {
    let (name, options) = read_words(words)?;
    opened.player(&name, &options, seed, seat)
}
