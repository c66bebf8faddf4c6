//! With whose eyes a board is seen.

use crate::failure::Failure;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::{Scene, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eye {
    /// All of it.
    Whole,
    /// All of it, what a seat sees marked.
    Marked(Seat),
    /// What a seat knows.
    Known(Seat),
}

impl Eye {
    /// What `--seat` and `--knows` ask for, of which at most one is given.
    pub(crate) fn of(seat: Option<&str>, knows: Option<&str>, session: &dyn Session) -> Result<Self, Failure> {
        Ok(match (seat, knows) {
            (_, Some(word)) => Self::Known(find_seat("--knows", word, session)?),
            (Some(word), None) => Self::Marked(find_seat("--seat", word, session)?),
            (None, None) => Self::Whole,
        })
    }

    /// The seat whose eyes they are, if they are a seat's.
    pub(crate) const fn seat(self) -> Option<Seat> {
        match self {
            Self::Whole => None,
            Self::Marked(seat) | Self::Known(seat) => Some(seat),
        }
    }

    /// What they see of a match.
    pub(crate) fn scene(self, session: &dyn Session, span: Span) -> Scene {
        match self {
            Self::Whole => session.scene(span, None),
            Self::Marked(seat) => session.scene(span, Some(seat)),
            Self::Known(seat) => session.known(seat),
        }
    }
}

/// The seat that a number, its own name or the name of its role stands for, if it is the only one of that name.
pub(crate) fn find_seat(flag: &str, word: &str, session: &dyn Session) -> Result<Seat, Failure> {
    let info = session.info();
    let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
    let name = |seat: Seat| session.seat_name(seat);
    let role = |seat: Seat| info.roles.get(session.role(seat)).map_or("", |role| role.name);
    let named: Vec<Seat> = match word.parse::<usize>() {
        Ok(number) => seats().filter(|seat| seat.index() == number).collect(),
        Err(_) => seats().filter(|&seat| name(seat) == word || role(seat) == word).collect(),
    };
    match named[..] {
        [seat] => Ok(seat),
        [] => {
            let names: Vec<String> = seats().map(name).collect();
            let (last, names) = (session.seats() - 1, names.join(", "));
            Err(Failure::Usage(format!("{flag}: {word} is not in 0..={last} or one of {names}")))
        }
        [first, ..] => {
            let names: Vec<String> = named.iter().map(|&seat| format!("{seat} ({})", name(seat))).collect();
            let told = format!("{flag}: {word} is the name of several seats, {}; need one of them", names.join(", "));
            Err(Failure::Usage(format!("{told}, such as {flag} {first}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_seat_is_a_number_or_a_name_of_one_seat_alone() {
        let registry = gridhaunt_serve::registry();
        for game in registry.games() {
            let session = game.open(&json!({})).unwrap().begin(1).unwrap();
            let (session, info) = (session.as_ref(), game.info());
            let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
            for seat in seats() {
                for word in [seat.to_string(), session.seat_name(seat)] {
                    assert_eq!(find_seat("--knows", &word, session).unwrap(), seat, "{} {word}", info.name);
                }
                let role = info.roles[session.role(seat)].name;
                let alone = seats().filter(|&other| session.role(other) == session.role(seat)).count() == 1;
                assert_eq!(find_seat("--knows", role, session).is_ok(), alone, "{} {role}", info.name);
            }
            for word in ["", "-1", "999", "nobody"] {
                let error = find_seat("--knows", word, session).unwrap_err();
                assert!(error.message().unwrap().contains(&format!("--knows: {word} is not in 0..=")));
            }
        }
    }

    #[test]
    fn what_a_seat_knows_is_not_what_it_marks() {
        let registry = gridhaunt_serve::registry();
        let session = registry.find("sproutopia").unwrap().open(&json!({})).unwrap().begin(1).unwrap();
        let scene = |seat, knows| Eye::of(seat, knows, session.as_ref()).unwrap().scene(session.as_ref(), Span::Frame);
        assert_eq!(scene(None, Some("0")), session.known(Seat(0)));
        assert_eq!(scene(Some("0"), None), session.scene(Span::Frame, Some(Seat(0))));
        assert_eq!(scene(None, None), session.scene(Span::Frame, None));
    }
}
