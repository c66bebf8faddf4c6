//! A short text of who plays whom: neighbouring seats with the same bot are counted, and so are those on the same side.

use gridhaunt_arena::seating::BotSpec;
use gridhaunt_arena::sides::Sides;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;

/// Seats with the same bot on the same side.
struct Party<'a> {
    bot: &'a str,
    side: usize,
    seats: usize,
}

/// Groups seats. Two seats are always named one by one. If there is only one side, the order of seats matters, so only
/// neighbours are counted.
fn parties<'a>(bots: &[&'a str], sides: &Sides) -> Vec<Party<'a>> {
    let sided = sides.by_seat().iter().any(|&side| side != sides.by_seat()[0]);
    let mut parties: Vec<Party<'a>> = Vec::new();
    for (seat, &bot) in bots.iter().enumerate() {
        let side = sides.by_seat().get(seat).copied().unwrap_or(0);
        let from = if sided { 0 } else { parties.len().saturating_sub(1) };
        let known = parties[from..].iter_mut().find(|party| party.bot == bot && party.side == side);
        match known.filter(|_| bots.len() > 2) {
            Some(party) => party.seats += 1,
            None => parties.push(Party { bot, side, seats: 1 }),
        }
    }
    parties.sort_by_key(|party| if sided { party.side } else { 0 });
    parties
}

/// `greedy against random`, `score x3 against chase x2, lurk`: only seats that took part.
pub(crate) fn words(bots: &[String], session: &dyn Session) -> String {
    let there: Vec<usize> = (0..bots.len()).filter(|&seat| session.took_part(Seat(seat as u8))).collect();
    let bots: Vec<&str> = there.iter().map(|&seat| bots[seat].as_str()).collect();
    words_of(&bots, &Sides::new(there.iter().map(|&seat| session.side(Seat(seat as u8))).collect()))
}

fn words_of(bots: &[&str], sides: &Sides) -> String {
    let parties = parties(bots, sides);
    let sided = parties.iter().any(|party| party.side != parties[0].side);
    let mut words = String::new();
    for (i, party) in parties.iter().enumerate() {
        words.push_str(match i.checked_sub(1) {
            None => "",
            Some(before) if sided && parties[before].side == party.side => ", ",
            Some(_) => " against ",
        });
        words.push_str(party.bot);
        if party.seats > 1 {
            words.push_str(&format!(" x{}", party.seats));
        }
    }
    words
}

/// `greedy-random`, `score-x3-chase-x3`; cut off if there are many different bots.
pub(crate) fn file_part(bots: &[&str], sides: &Sides) -> String {
    let name = |party: &Party<'_>| match party.seats {
        1 => party.bot.to_string(),
        seats => format!("{}-x{seats}", party.bot),
    };
    parties(bots, sides).iter().take(4).map(name).collect::<Vec<_>>().join("-")
}

/// The seats that one bot plays for one side; in most games they have the same results.
pub(crate) struct Group {
    /// The name of the seat, or of the side if there are several seats.
    pub(crate) name: String,
    pub(crate) bot: String,
    pub(crate) seats: Vec<usize>,
}

/// Groups seats by side and bot, in seat order; only those for which `counts` is true.
pub(crate) fn groups(session: &dyn Session, bots: &[BotSpec], counts: impl Fn(usize) -> bool) -> Vec<Group> {
    let mut groups: Vec<(usize, Group)> = Vec::new();
    for (seat, bot) in bots.iter().enumerate().filter(|(seat, _)| counts(*seat)) {
        let (side, bot) = (session.side(Seat(seat as u8)), bot.to_string());
        match groups.iter_mut().find(|(of, group)| *of == side && group.bot == bot) {
            Some((_, group)) => {
                group.name = session.info().sides.get(side).map_or("", |side| side.plural).into();
                group.seats.push(seat);
            }
            None => groups.push((side, Group { name: session.seat_name(Seat(seat as u8)), bot, seats: vec![seat] })),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_neighbours_of_a_side_are_counted() {
        for (bots, roles, expected, file) in [
            ("greedy random", [0, 1].as_slice(), "greedy against random", "greedy-random"),
            ("idle idle", &[0, 1], "idle against idle", "idle-idle"),
            ("idle idle", &[0, 0], "idle against idle", "idle-idle"),
            ("a a a", &[0, 0, 0], "a x3", "a-x3"),
            ("a b a", &[0, 0, 0], "a against b against a", "a-b-a"),
            ("s s s c c c", &[0, 0, 0, 1, 1, 1], "s x3 against c x3", "s-x3-c-x3"),
            ("s s t c", &[0, 0, 0, 1], "s x2, t against c", "s-x2-t-c"),
            ("g g s g", &[0, 0, 1, 0], "g x3 against s", "g-x3-s"),
            ("g s t", &[0, 1, 0], "g, t against s", "g-t-s"),
            ("u u u u", &[0, 0, 1, 1], "u x2 against u x2", "u-x2-u-x2"),
        ] {
            let bots: Vec<&str> = bots.split(' ').collect();
            let sides = Sides::new(roles.to_vec());
            assert_eq!((words_of(&bots, &sides).as_str(), file_part(&bots, &sides).as_str()), (expected, file));
        }
    }
}
