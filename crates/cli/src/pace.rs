//! The default speed at which a match is shown.

use gridhaunt_kernel::face::Session;

/// The steps per second at which the frames of a match, as far as it has been played, follow the pace of its game.
pub(crate) fn steps_a_second(session: &dyn Session) -> f64 {
    session.pace() * (session.steps().max(1) as f64 / session.frame().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_game_has_a_pace_of_its_own_that_can_be_shown() {
        let registry = gridhaunt_serve::registry();
        let mut paces = Vec::new();
        for game in registry.games() {
            let mut session = game.open(&json!({})).unwrap().begin(3).unwrap();
            for _ in 0..40 {
                let choose = |seat| session.legal(seat).first().map(|&code| (seat, code));
                let choices: Vec<_> = session.phase().seats().iter().filter_map(choose).collect();
                session.step(&choices);
            }
            let (frames, steps) = (session.pace(), steps_a_second(session.as_ref()));
            assert!((0.5..=50.0).contains(&frames) && (frames..=50.0).contains(&steps), "{}", game.info().name);
            paces.push(frames as u32);
        }
        paces.sort_unstable();
        paces.dedup();
        assert!(paces.len() > 3, "{paces:?}");
    }
}
