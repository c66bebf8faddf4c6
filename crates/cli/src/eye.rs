//! From whose point of view a board is shown.

use crate::failure::Failure;
use gridhaunt_arena::heard::Heard;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::{Scene, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eye {
    Whole,
    /// The whole board, with the cells that a seat sees marked.
    Marked(Seat),
    /// Only what a seat knows.
    Known(Seat),
}

impl Eye {
    /// The point of view from `--seat` or `--knows`, of which at most one is given.
    pub(crate) fn of(seat: Option<&str>, knows: Option<&str>, session: &dyn Session) -> Result<Self, Failure> {
        Ok(match (seat, knows) {
            (_, Some(word)) => Self::Known(find_seat("--knows", word, session)?),
            (Some(word), None) => Self::Marked(find_seat("--seat", word, session)?),
            (None, None) => Self::Whole,
        })
    }

    /// The seat, unless it is the point of view of a spectator.
    pub(crate) const fn seat(self) -> Option<Seat> {
        match self {
            Self::Whole => None,
            Self::Marked(seat) | Self::Known(seat) => Some(seat),
        }
    }

    /// The scene of a match from this point of view, with what was heard in the step.
    pub(crate) fn scene(self, session: &dyn Session, span: Span, heard: &Heard) -> Scene {
        let mut scene = match self {
            Self::Whole => session.scene(span, None),
            Self::Marked(seat) => session.scene(span, Some(seat)),
            Self::Known(seat) => session.known(seat),
        };
        heard.show(&mut scene, session, self.seat());
        scene
    }
}

/// The only seat with this number, name or role.
pub(crate) fn find_seat(flag: &str, word: &str, session: &dyn Session) -> Result<Seat, Failure> {
    match seats_called(flag, word, session, |_| true)?[..] {
        [seat] => Ok(seat),
        ref several => {
            let named = |&seat: &Seat| format!("{seat} ({})", session.seat_name(seat));
            let (names, first) = (several.iter().map(named).collect::<Vec<_>>().join(", "), several[0]);
            let told = format!("{flag}: {word} is the name of several seats, {names}; need one of them");
            Err(Failure::Usage(format!("{told}, such as {flag} {first}")))
        }
    }
}

/// The seat in play with this number, name or role; the first if a role has several seats.
pub(crate) fn find_seat_in_play(flag: &str, word: &str, session: &dyn Session) -> Result<Seat, Failure> {
    Ok(seats_called(flag, word, session, |seat| session.took_part(seat))?[0])
}

/// The seats with this number, name or role, those with the name first; never empty.
pub(crate) fn seats_called(
    flag: &str,
    word: &str,
    session: &dyn Session,
    counts: impl Fn(Seat) -> bool,
) -> Result<Vec<Seat>, Failure> {
    let info = session.info();
    let seats = || (0..session.seats()).map(|seat| Seat(seat as u8)).filter(|&seat| counts(seat));
    let names = |seat: Seat| [session.seat_name(seat), info.role_name(session.role(seat)).to_string()];
    let mut called: Vec<Seat> = match word.parse::<usize>() {
        Ok(number) => seats().filter(|seat| seat.index() == number).collect(),
        Err(_) => seats().filter(|&seat| names(seat).iter().any(|name| name == word)).collect(),
    };
    called.sort_by_key(|&seat| session.seat_name(seat) != word);
    if called.is_empty() {
        let mut there: Vec<String> = Vec::new();
        for name in seats().flat_map(names) {
            if !there.contains(&name) {
                there.push(name);
            }
        }
        let (last, there) = (session.seats() - 1, there.join(", "));
        return Err(Failure::Usage(format!("{flag}: {word} is not in 0..={last} or one of {there}")));
    }
    Ok(called)
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
    fn of_a_role_with_several_seats_a_person_has_the_first_in_play() {
        let registry = gridhaunt_serve::registry();
        for game in registry.games() {
            let session = game.open(&json!({})).unwrap().begin(1).unwrap();
            let (session, info) = (session.as_ref(), game.info());
            let find = |word: &str| find_seat_in_play("--human", word, session);
            let there: Vec<Seat> =
                (0..session.seats() as u8).map(Seat).filter(|&seat| session.took_part(seat)).collect();
            for &seat in &there {
                let role = session.role(seat);
                assert_eq!([find(&seat.to_string()).unwrap(), find(&session.seat_name(seat)).unwrap()], [seat; 2]);
                let first = there.iter().copied().find(|&other| session.role(other) == role);
                assert_eq!(find(info.roles[role].name).ok(), first);
            }
            for word in ["", "-1", "999", "nobody"] {
                let error = find(word).unwrap_err();
                let message = error.message().unwrap();
                assert!(message.contains(&format!("--human: {word} is not in 0..=")), "{message}");
                assert!(message.contains(info.roles[0].name));
            }
        }
    }

    #[test]
    fn what_a_seat_knows_is_not_what_it_marks() {
        let registry = gridhaunt_serve::registry();
        let session = registry.find("sproutopia").unwrap().open(&json!({})).unwrap().begin(1).unwrap();
        let scene = |seat, knows| {
            let eye = Eye::of(seat, knows, session.as_ref()).unwrap();
            eye.scene(session.as_ref(), Span::Frame, &Heard::default())
        };
        assert_eq!(scene(None, Some("0")), session.known(Seat(0)));
        assert_eq!(scene(Some("0"), None), session.scene(Span::Frame, Some(Seat(0))));
        assert_eq!(scene(None, None), session.scene(Span::Frame, None));
    }
}
