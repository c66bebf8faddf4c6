//! Which units may move when a whole side moves at once: several units that want one cell, swaps, trains and rings.
//!
//! Every unit stands on its *origin* and has a *wish*. Each stage judges all moving units together: it first finds the
//! units to refuse and then refuses them, so that the order of units never matters. The stages are swaps, rings,
//! contests, and last blocking, as the greatest fixpoint.

/// Cells as the resolver sees them: any numbers, equal for equal cells.
pub type Place = u32;

/// The most units one call resolves.
pub const MOST: usize = 64;

/// One unit that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Where it stands. No two units of a call share one.
    pub origin: Place,
    /// Where it wants to be; its origin if it wants to stay.
    pub wish: Place,
    /// Of several units that want one cell the one with the lowest order moves; equal ones go by their position in the
    /// call.
    pub order: i64,
    /// Whether the wished cell has room for any number of units, so that there is no contest for it.
    pub roomy: bool,
}

/// Which moves are allowed besides plain ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manners {
    /// Whether a unit may enter a cell that another unit leaves in the same step.
    pub follow: bool,
    /// Whether a ring of three or more units may rotate.
    pub cycle: bool,
}

/// Why a unit did not get its wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Refusal {
    /// Two units wanted each other's origins.
    Swap,
    /// It was part of a ring.
    Cycle,
    /// Another unit had priority for the cell.
    Contested,
    /// A unit that does not move stands there.
    Blocked,
}

/// Decides for every unit: `verdicts[i]` is none if unit `i` gets its wish (staying counts as a wish), otherwise the
/// reason.
///
/// Units beyond [`MOST`] and beyond the end of `verdicts` are ignored.
///
/// ```
/// use gridhaunt_kernel::resolve::{resolve, Manners, Refusal, Unit};
/// let unit = |origin, wish| Unit { origin, wish, order: 0, roomy: false };
/// let mut verdicts = [None; 3];
/// // The first wins the cell 4; the second stays on 3 and blocks the third.
/// resolve(&[unit(5, 4), unit(3, 4), unit(2, 3)], Manners { follow: true, cycle: false }, &mut verdicts);
/// assert_eq!(verdicts, [None, Some(Refusal::Contested), Some(Refusal::Blocked)]);
/// ```
pub fn resolve(units: &[Unit], manners: Manners, verdicts: &mut [Option<Refusal>]) {
    let n = units.len().min(MOST).min(verdicts.len());
    let (units, verdicts) = (&units[..n], &mut verdicts[..n]);
    verdicts.fill(None);

    // ahead[i] is the unit whose origin i wants, or n if no unit stands there.
    let mut ahead = [n as u8; MOST];
    let mut movers = 0u64;
    for (i, unit) in units.iter().enumerate() {
        if unit.wish != unit.origin {
            movers |= 1 << i;
            if let Some(j) = units.iter().position(|other| other.origin == unit.wish) {
                ahead[i] = j as u8;
            }
        }
    }
    let target = |i: usize| Some(usize::from(ahead[i])).filter(|&j| j < n);
    let mut refuse = |movers: &mut u64, whom: u64, why: Refusal| {
        each(whom, |i| verdicts[i] = Some(why));
        *movers &= !whom;
    };

    let mut swapping = 0u64;
    each(movers, |i| {
        if target(i).is_some_and(|j| movers >> j & 1 == 1 && target(j) == Some(i)) {
            swapping |= 1 << i;
        }
    });
    if !manners.follow {
        let mut following = 0u64;
        each(movers & !swapping, |i| following |= u64::from(target(i).is_some()) << i);
        refuse(&mut movers, following, Refusal::Blocked);
    }
    refuse(&mut movers, swapping, Refusal::Swap);

    let mut ring = 0u64;
    each(movers, |i| {
        let mut at = i;
        // A walk of n steps over moving units that returns to its start is a ring; a walk that leaves the moving units
        // is not.
        for _ in 0..n {
            match target(at) {
                Some(next) if movers >> next & 1 == 1 => at = next,
                _ => return,
            }
            if at == i {
                ring |= 1 << i;
                return;
            }
        }
    });
    let committed = if manners.cycle {
        ring
    } else {
        refuse(&mut movers, ring, Refusal::Cycle);
        0
    };

    let mut beaten = 0u64;
    each(movers, |i| {
        let me = &units[i];
        let key = |k: usize| (committed >> k & 1 == 0, units[k].order, k);
        let mut better = false;
        each(movers & !(1 << i), |k| {
            better |= !me.roomy && !units[k].roomy && units[k].wish == me.wish && key(k) < key(i);
        });
        beaten |= u64::from(better) << i;
    });
    refuse(&mut movers, beaten, Refusal::Contested);

    loop {
        let mut stuck = 0u64;
        each(movers, |i| stuck |= u64::from(target(i).is_some_and(|j| movers >> j & 1 == 0)) << i);
        if stuck == 0 {
            return;
        }
        refuse(&mut movers, stuck, Refusal::Blocked);
    }
}

#[inline]
fn each(mut set: u64, mut call: impl FnMut(usize)) {
    while set != 0 {
        call(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use proptest::prelude::*;
    use std::vec::Vec;

    const DEFAULT: Manners = Manners { follow: true, cycle: false };

    fn units(moves: &[(Place, Place)]) -> Vec<Unit> {
        moves.iter().map(|&(origin, wish)| Unit { origin, wish, order: 0, roomy: false }).collect()
    }

    fn verdicts(units: &[Unit], manners: Manners) -> Vec<Option<Refusal>> {
        let mut verdicts = std::vec![None; units.len()];
        resolve(units, manners, &mut verdicts);
        verdicts
    }

    #[test]
    fn named_cases() {
        use Refusal::{Blocked, Contested, Cycle, Swap};
        let both = Manners { follow: true, cycle: true };
        let polite = Manners { follow: false, cycle: false };
        type Case = (&'static str, Manners, &'static [(Place, Place)], &'static [Option<Refusal>]);
        let table: &[Case] = &[
            ("two for one cell: the first goes", DEFAULT, &[(1, 2), (3, 2)], &[None, Some(Contested)]),
            ("two that exchange stay", DEFAULT, &[(1, 2), (2, 1)], &[Some(Swap), Some(Swap)]),
            ("a train moves", DEFAULT, &[(1, 2), (2, 3), (3, 4)], &[None, None, None]),
            ("a ring stays", DEFAULT, &[(1, 2), (2, 3), (3, 1)], &[Some(Cycle); 3]),
            ("a ring may turn", both, &[(1, 2), (2, 3), (3, 1)], &[None, None, None]),
            ("who turns goes first", both, &[(9, 1), (1, 2), (2, 3), (3, 1)], &[Some(Contested), None, None, None]),
            (
                "one pass is not enough",
                DEFAULT,
                &[(5, 4), (3, 4), (2, 3), (1, 2)],
                &[None, Some(Contested), Some(Blocked), Some(Blocked)],
            ),
            ("nobody enters where one stays", DEFAULT, &[(1, 2), (2, 2)], &[Some(Blocked), None]),
            ("no following", polite, &[(1, 2), (2, 3)], &[Some(Blocked), None]),
            ("an exchange is one without following too", polite, &[(1, 2), (2, 1)], &[Some(Swap), Some(Swap)]),
        ];
        for (name, manners, moves, expected) in table {
            assert_eq!(&verdicts(&units(moves), *manners), expected, "{name}");
        }
    }

    #[test]
    fn a_roomy_cell_takes_all() {
        let mut both = units(&[(1, 2), (3, 2)]);
        both.iter_mut().for_each(|unit| unit.roomy = true);
        assert_eq!(verdicts(&both, DEFAULT), [None, None]);
    }

    /// Up to 8 units on distinct cells of a 4 by 4 board, each wishing for a neighbour or its own cell.
    fn joint_moves() -> impl Strategy<Value = Vec<Unit>> {
        let unit = (0u32..9, -2i64..3, proptest::bool::weighted(0.1));
        let origins = proptest::sample::subsequence((0u32..16).collect::<Vec<_>>(), 1..=8).prop_shuffle();
        (origins, proptest::collection::vec(unit, 8)).prop_map(|(origins, choices)| {
            origins
                .iter()
                .zip(choices)
                .map(|(&origin, (step, order, roomy))| {
                    let (x, y) = (origin as i32 % 4 + step as i32 % 3 - 1, origin as i32 / 4 + step as i32 / 3 - 1);
                    let inside = (0..4).contains(&x) && (0..4).contains(&y);
                    let wish = if inside { (y * 4 + x) as u32 } else { origin };
                    // Roomy is a property of the cell: only cell 15 is.
                    Unit { origin, wish, order, roomy: roomy && wish == 15 }
                })
                .collect()
        })
    }

    /// The second implementation: among all sets of contest winners, the largest in which each enters a free cell or
    /// one that a member of the set leaves.
    fn brute_force(units: &[Unit], manners: Manners) -> Vec<bool> {
        let n = units.len();
        let mover: Vec<bool> = units.iter().map(|unit| unit.wish != unit.origin).collect();
        let ahead: Vec<Option<usize>> =
            units.iter().map(|unit| units.iter().position(|other| other.origin == unit.wish)).collect();
        let swap = |i: usize| mover[i] && ahead[i].is_some_and(|j| mover[j] && ahead[j] == Some(i));
        let follows = |i: usize| !manners.follow && mover[i] && ahead[i].is_some() && !swap(i);
        let free: Vec<bool> = (0..n).map(|i| mover[i] && !swap(i) && !follows(i)).collect();
        let is_ring = |i: usize| {
            let mut at = i;
            (0..n).any(|_| match (free[at], ahead[at]) {
                (true, Some(next)) => {
                    at = next;
                    at == i
                }
                _ => false,
            })
        };
        let ring: Vec<bool> = (0..n).map(is_ring).collect();
        let left = |i: usize| free[i] && (manners.cycle || !ring[i]);
        let key = |i: usize| (!(manners.cycle && ring[i]), units[i].order, i);
        let contests = |i: usize, k: usize| {
            k != i && left(k) && units[k].wish == units[i].wish && !units[i].roomy && !units[k].roomy
        };
        let wins = |i: usize| left(i) && (0..n).all(|k| !contests(i, k) || key(i) < key(k));
        let winners = (0..n).filter(|&i| wins(i)).fold(0u32, |set, i| set | 1 << i);
        let fine = |set: u32| (0..n).filter(|i| set >> i & 1 == 1).all(|i| ahead[i].is_none_or(|j| set >> j & 1 == 1));
        let sets = (0u32..1 << n).filter(|set| set & !winners == 0);
        let best = sets.filter(|&set| fine(set)).max_by_key(|set| set.count_ones()).unwrap();
        (0..n).map(|i| !mover[i] || best >> i & 1 == 1).collect()
    }

    /// The third implementation, for the reasons: stage after stage as R16 to R20 of Ghost Tag define them, on lists of
    /// units.
    fn stage_by_stage(units: &[Unit], manners: Manners) -> Vec<Option<Refusal>> {
        let mut reasons = std::vec![None; units.len()];
        let mut movers: Vec<usize> = (0..units.len()).filter(|&i| units[i].wish != units[i].origin).collect();
        let stands = |place: Place| (0..units.len()).find(|&i| units[i].origin == place);
        let mut refuse = |movers: &mut Vec<usize>, whom: &[usize], why: Refusal| {
            whom.iter().for_each(|&i| reasons[i] = Some(why));
            movers.retain(|i| !whom.contains(i));
        };
        let some = |movers: &[usize], test: &dyn Fn(usize) -> bool| -> Vec<usize> {
            movers.iter().copied().filter(|&i| test(i)).collect()
        };

        let swaps = |i: usize| stands(units[i].wish).is_some_and(|j| j != i && units[j].wish == units[i].origin);
        if !manners.follow {
            let following = some(&movers, &|i| stands(units[i].wish).is_some() && !swaps(i));
            refuse(&mut movers, &following, Refusal::Blocked);
        }
        let swapping = some(&movers, &swaps);
        refuse(&mut movers, &swapping, Refusal::Swap);

        let next = |i: usize| stands(units[i].wish).filter(|j| movers.contains(j));
        let comes_back = |i: usize| {
            let mut at = next(i);
            for _ in 0..units.len() {
                if at == Some(i) {
                    return true;
                }
                at = at.and_then(next);
            }
            false
        };
        let ring = some(&movers, &comes_back);
        if !manners.cycle {
            refuse(&mut movers, &ring, Refusal::Cycle);
        }

        let beats = |k: usize, i: usize| {
            let turns = |unit: usize| manners.cycle && ring.contains(&unit);
            match (turns(k), turns(i)) {
                (true, false) => true,
                (false, true) => false,
                _ => units[k].order < units[i].order || units[k].order == units[i].order && k < i,
            }
        };
        let rivals =
            |i: usize, k: usize| i != k && units[i].wish == units[k].wish && !units[i].roomy && !units[k].roomy;
        let losers = some(&movers, &|i| movers.iter().any(|&k| rivals(i, k) && beats(k, i)));
        refuse(&mut movers, &losers, Refusal::Contested);

        loop {
            let stuck = some(&movers, &|i| stands(units[i].wish).is_some_and(|j| !movers.contains(&j)));
            if stuck.is_empty() {
                return reasons;
            }
            refuse(&mut movers, &stuck, Refusal::Blocked);
        }
    }

    /// Units on distinct cells of a board of `side` by `side`, each wishing for a neighbour or its own cell; cell 0 may
    /// take any number.
    fn crowd(random: &mut Random, side: i32) -> Vec<Unit> {
        let mut cells: Vec<i32> = (0..side * side).collect();
        random.shuffle(&mut cells);
        cells.truncate(1 + random.index(8));
        let roomy = random.below(3) == 0;
        let unit = |origin: i32| {
            let (dx, dy) = (random.below(3) as i32 - 1, random.below(3) as i32 - 1);
            let (x, y) = (origin % side + dx, origin / side + dy);
            let inside = (0..side).contains(&x) && (0..side).contains(&y);
            let wish = if inside { y * side + x } else { origin };
            let order = random.below(4) as i64;
            Unit { origin: origin as Place, wish: wish as Place, order, roomy: roomy && wish == 0 }
        };
        cells.into_iter().map(unit).collect()
    }

    #[test]
    fn three_ways_agree_on_many_joint_moves() {
        let mut random = Random::new(20);
        let mut count = std::collections::HashMap::new();
        for case in 0..600_000u32 {
            let units = crowd(&mut random, 3 + (case % 2) as i32);
            let manners = Manners { follow: case & 2 == 0, cycle: case & 4 == 0 };
            let reasons = verdicts(&units, manners);
            assert_eq!(reasons, stage_by_stage(&units, manners), "{units:?} {manners:?}");
            let granted: Vec<bool> = reasons.iter().map(Option::is_none).collect();
            assert_eq!(granted, brute_force(&units, manners), "{units:?} {manners:?}");
            for reason in reasons {
                *count.entry(reason).or_insert(0u32) += 1;
            }
        }
        assert!(count.len() == 5 && count.values().all(|&times| times > 1000), "every reason is met: {count:?}");
    }

    #[test]
    fn a_higher_bid_never_turns_success_into_refusal() {
        let mut random = Random::new(21);
        let mut saved = 0;
        for case in 0..100_000u32 {
            let mut units = crowd(&mut random, 3);
            let manners = Manners { follow: case & 1 == 0, cycle: case & 2 == 0 };
            let before = verdicts(&units, manners);
            let who = random.index(units.len());
            units[who].order -= 1 + random.below(5) as i64;
            let after = verdicts(&units, manners);
            assert!(before[who].is_some() || after[who].is_none(), "{units:?} {manners:?}, unit {who}");
            saved += u32::from(before[who].is_some() && after[who].is_none());
        }
        assert!(saved > 100, "a bid may help: {saved}");
    }

    #[test]
    fn mirrored_and_turned_boards_give_mirrored_results() {
        let mut random = Random::new(22);
        for case in 0..20_000u32 {
            let units = crowd(&mut random, 4);
            let manners = Manners { follow: case & 1 == 0, cycle: case & 2 == 0 };
            let reasons = verdicts(&units, manners);
            for turn in 0..8 {
                let place = |place: Place| {
                    let (x, y) = (place % 4, place / 4);
                    let (x, y) = if turn & 1 == 1 { (3 - x, y) } else { (x, y) };
                    let (x, y) = if turn & 2 == 2 { (x, 3 - y) } else { (x, y) };
                    if turn & 4 == 4 { x * 4 + y } else { y * 4 + x }
                };
                let turned: Vec<Unit> =
                    units.iter().map(|u| Unit { origin: place(u.origin), wish: place(u.wish), ..*u }).collect();
                assert_eq!(verdicts(&turned, manners), reasons, "{units:?} {manners:?}, turn {turn}");
            }
        }
    }

    #[test]
    fn units_beyond_the_verdicts_are_not_looked_at() {
        let all = units(&[(1, 2), (3, 2), (2, 4)]);
        let mut few = [Some(Refusal::Swap); 2];
        resolve(&all, DEFAULT, &mut few);
        assert_eq!(few, [None, Some(Refusal::Contested)]);
        let many: Vec<Unit> = (0..100).map(|i| Unit { origin: i, wish: i + 1, order: 0, roomy: false }).collect();
        let mut verdicts = [None; 100];
        resolve(&many, DEFAULT, &mut verdicts);
        assert_eq!(verdicts, [None; 100], "the last of {MOST} finds a free cell");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn equals_the_greatest_consistent_set(units in joint_moves(), follow: bool, cycle: bool) {
            let manners = Manners { follow, cycle };
            let granted: Vec<bool> = verdicts(&units, manners).iter().map(Option::is_none).collect();
            prop_assert_eq!(&granted, &brute_force(&units, manners));
            // With only the granted moves as wishes, all are granted again; and no two units share a cell unless it is
            // roomy.
            let kept: Vec<Unit> = units.iter().zip(&granted).map(|(u, &ok)| Unit { wish: if ok { u.wish } else { u.origin }, ..*u }).collect();
            prop_assert!(verdicts(&kept, manners).iter().all(Option::is_none));
            for (i, a) in kept.iter().enumerate() {
                for b in &kept[..i] {
                    prop_assert!(a.wish != b.wish || a.wish == 15 && (a.roomy || b.roomy));
                }
            }
        }

        #[test]
        fn the_order_of_units_is_without_effect(units in joint_moves(), by in 0usize..8) {
            // Distinct orders, so that no tie is decided by the position in the call.
            let units: Vec<Unit> = units.iter().enumerate().map(|(i, u)| Unit { order: u.order * 8 + i as i64, ..*u }).collect();
            let mut turned = units.clone();
            let by = by % units.len();
            turned.rotate_left(by);
            let mut after = verdicts(&turned, DEFAULT);
            after.rotate_right(by);
            prop_assert_eq!(verdicts(&units, DEFAULT), after);
        }
    }
}
