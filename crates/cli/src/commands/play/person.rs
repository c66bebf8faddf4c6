//! The seat that somebody plays.

use crate::failure::Failure;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;

/// The seat that a number, its name or the name of its role stands for; of a role with several seats it is the first.
pub(super) fn seat(word: &str, session: &dyn Session) -> Result<Seat, Failure> {
    let seats = || (0..session.seats()).map(|seat| Seat(seat as u8)).filter(|&seat| session.took_part(seat));
    let info = session.info();
    let role = |seat: Seat| info.role_name(session.role(seat));
    let seat = match word.parse::<u8>() {
        Ok(number) => seats().find(|seat| seat.0 == number),
        Err(_) => seats().find(|&seat| session.seat_name(seat) == word).or(seats().find(|&seat| role(seat) == word)),
    };
    seat.ok_or_else(|| {
        let mut there: Vec<String> = Vec::new();
        for name in seats().flat_map(|seat| [role(seat).to_string(), session.seat_name(seat)]) {
            if !there.contains(&name) {
                there.push(name);
            }
        }
        Failure::Usage(format!("--human: {word:?} is not the number of a seat or one of {}", there.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_seat_is_a_number_its_name_or_the_first_of_its_role() {
        let registry = gridhaunt_serve::registry();
        for game in registry.games() {
            let session = game.open(&json!({})).unwrap().begin(1).unwrap();
            let (session, info) = (session.as_ref(), game.info());
            let there: Vec<u8> = (0..session.seats() as u8).filter(|&n| session.took_part(Seat(n))).collect();
            for &n in &there {
                let role = session.role(Seat(n));
                assert_eq!(seat(&n.to_string(), session).unwrap(), Seat(n));
                assert_eq!(seat(&session.seat_name(Seat(n)), session).unwrap(), Seat(n));
                let first = there.iter().find(|&&other| session.role(Seat(other)) == role);
                assert_eq!(Some(&seat(info.roles[role].name, session).unwrap().0), first);
            }
            for word in ["", "-1", "999", "nobody"] {
                let error = seat(word, session).unwrap_err();
                let message = error.message().unwrap();
                assert!(message.contains(&format!("{word:?} is not the number of a seat or one of ")), "{message}");
                assert!(message.contains(info.roles[0].name));
            }
        }
    }
}
