//! The totals of all finished games of a server (R63).

use super::messages::{Message, PlayerScore, TotalScore};
use std::collections::BTreeMap;

/// Totals by name since the server started.
#[derive(Clone, Debug, Default)]
pub struct Leaderboard {
    totals: BTreeMap<String, TotalScore>,
}

impl Leaderboard {
    /// Adds a finished game.
    pub fn add(&mut self, won: bool, scores: &[PlayerScore]) {
        for PlayerScore { name, exits, ejects, keys } in scores {
            let fresh = || TotalScore { name: name.clone(), games: 0, wins: 0, exits: 0, ejects: 0, keys: 0 };
            let total = self.totals.entry(name.clone()).or_insert_with(fresh);
            total.games += 1;
            total.wins += u64::from(won);
            total.exits += u64::from(*exits);
            total.ejects += u64::from(*ejects);
            total.keys += u64::from(*keys);
        }
    }

    /// The totals by exits, keys, then name.
    #[must_use]
    pub fn message(&self) -> Message {
        let mut scores: Vec<TotalScore> = self.totals.values().cloned().collect();
        // The map is sorted by name, and this stable sort keeps that order among equals.
        scores.sort_by_key(|total| std::cmp::Reverse((total.exits, total.keys)));
        Message::Leaderboard { scores }
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::line;
    use super::*;

    fn score(name: &str, exits: u32, ejects: u32, keys: u32) -> PlayerScore {
        PlayerScore { name: name.into(), exits, ejects, keys }
    }

    #[test]
    fn games_are_summed_by_name_and_ranked_by_exits_keys_and_name() {
        let mut board = Leaderboard::default();
        board.add(true, &[score("bo", 1, 0, 0), score("ana", 1, 1, 1), score("Al", 0, 0, 0)]);
        board.add(false, &[score("cy", 1, 0, 0), score("ana", 3, 0, 1)]);
        let total = |name, games, wins, exits, ejects, keys| {
            format!(
                r#"{{"type":"total-score","name":"{name}","games":{games},"wins":{wins},"exits":{exits},"ejects":{ejects},"keys":{keys}}}"#
            )
        };
        let list = [
            total("ana", 2, 1, 4, 1, 2),
            total("bo", 1, 1, 1, 0, 0),
            total("cy", 1, 0, 1, 0, 0),
            total("Al", 1, 1, 0, 0, 0),
        ];
        let expected = format!("{{\"type\":\"leaderboard\",\"scores\":[{}]}}\n", list.join(","));
        assert_eq!(line(&board.message()), expected);
    }
}
