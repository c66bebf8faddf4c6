//! The seat that somebody plays.

use crate::failure::Failure;
use gridhaunt_arena::sides::Sides;
use gridhaunt_kernel::{Info, Seat};

/// The seat that a number or the name of a role stands for; of a role with several seats it is the first.
pub(super) fn seat(word: &str, info: &Info, sides: &Sides) -> Result<Seat, Failure> {
    let roles = sides.roles();
    let name = |role: usize| info.roles.get(role).map_or("", |role| role.name);
    let seat = match word.parse::<usize>() {
        Ok(number) => (number < roles.len()).then_some(number),
        Err(_) => roles.iter().position(|&role| name(role) == word),
    };
    seat.map(|seat| Seat(seat as u8)).ok_or_else(|| {
        let mut there: Vec<&str> = Vec::new();
        for role in roles.iter().map(|&role| name(role)) {
            if !there.contains(&role) {
                there.push(role);
            }
        }
        let (last, names) = (roles.len() - 1, there.join(", "));
        Failure::Usage(format!("--human: {word:?} is not a seat 0..={last} or one of {names}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_seat_is_a_number_or_the_first_of_its_role() {
        let registry = gridhaunt_serve::registry();
        for game in registry.games() {
            let session = game.open(&json!({})).unwrap().begin(1).unwrap();
            let (info, sides) = (game.info(), Sides::of(session.as_ref()));
            for (n, &role) in sides.roles().iter().enumerate() {
                assert_eq!(seat(&n.to_string(), &info, &sides).unwrap().index(), n);
                let first = sides.roles().iter().position(|&other| other == role);
                assert_eq!(Some(seat(info.roles[role].name, &info, &sides).unwrap().index()), first);
            }
            for word in ["", "-1", "999", "nobody"] {
                let error = seat(word, &info, &sides).unwrap_err();
                let message = error.message().unwrap();
                assert!(
                    message.contains(&format!("{word:?} is not a seat 0..=")) && message.contains(info.roles[0].name)
                );
            }
        }
    }
}
