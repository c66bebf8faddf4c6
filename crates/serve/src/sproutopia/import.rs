//! Makes a replay from the input log of the reference engine (§14).

use super::guid::Guid;
use gridhaunt_arena::Match;
use gridhaunt_arena::play::STOPPED;
use gridhaunt_arena::replay::{Header, Refused};
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_sproutopia::Action;

/// The rules of an imported match if none are given; the log does not contain them.
pub const RULES: &str = "v2024.0.8";

/// The contents of an input log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The nicknames in order of registration.
    pub names: Vec<String>,
    /// The commands of each tick.
    pub ticks: Vec<Vec<(Seat, u64)>>,
}

impl Inputs {
    /// Reads a log; lines in an unknown format are skipped.
    #[must_use]
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut ids, mut inputs, mut waiting) = (Vec::new(), Self::default(), Vec::new());
        for line in lines {
            let Some((_, record)) = line.split_once(" - ") else { continue };
            let mut parts = record.trim_end().splitn(3, ',');
            match (parts.next(), parts.next(), parts.next()) {
                (Some("Register"), Some(id), Some(nick)) => {
                    if let Some(id) = Guid::parse(id).filter(|id| !ids.contains(id)) {
                        ids.push(id);
                        inputs.names.push(nick.to_string());
                    }
                }
                (Some("Tick"), Some(tick), None) if tick.parse::<u32>().is_ok() => {
                    inputs.ticks.push(std::mem::take(&mut waiting));
                }
                (Some("Command"), Some(id), Some(word)) => {
                    let seat = Guid::parse(id).and_then(|id| ids.iter().position(|known| *known == id));
                    if let Some(seat) = seat.and_then(|seat| u8::try_from(seat).ok()) {
                        let action = Action::from_word(word.trim()).unwrap_or(Action::Stand);
                        waiting.push((Seat(seat), u64::from(action as u8)));
                    }
                }
                _ => {}
            }
        }
        inputs
    }

    /// Plays the log; returns the record, the number of its ticks, and whether the match is over after them.
    ///
    /// # Errors
    /// Settings or a seed that cannot be played.
    pub fn play(
        &self,
        game: &dyn Face,
        mut settings: Map<String, Value>,
        seed: u64,
    ) -> Result<(String, usize, bool), Invalid> {
        settings.entry("rules").or_insert(RULES.into());
        settings.entry("players").or_insert(self.names.len().into());
        let opened = game.open(&Value::Object(settings))?;
        let session = opened.begin(seed)?;
        let seat_name = |seat: usize| self.names.get(seat).cloned().unwrap_or_else(|| format!("farmer {seat}"));
        let names = (0..session.seats()).map(seat_name).collect();
        let (written, resolved) = (opened.settings(), opened.resolved());
        let header = Header::new(&game.info(), written, &resolved, seed, names, &*session);
        let mut game = Match::new(session).recorded(&header);
        let mut played = 0;
        for choices in &self.ticks {
            let session = game.session();
            if session.phase().is_over() {
                break;
            }
            let seated = choices.iter().copied().filter(|(seat, _)| seat.index() < session.seats());
            // A code that is no command under these rules is ignored (R8).
            let (choices, others): (Vec<_>, Vec<_>) = seated.partition(|&(seat, code)| session.allows(seat, code));
            let refused: Vec<_> = others.iter().map(|&(seat, code)| Refused { seat, wanted: Some(code) }).collect();
            game.step(&choices, &refused);
            played += 1;
        }
        Ok((game.record(STOPPED).unwrap_or_default(), played, game.session().phase().is_over()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_read_as_the_reference_engine_writes_them() {
        let (a, b) = (Guid::numbered(1), Guid::numbered(2));
        let log = format!(
            "2024-07-01T10:00:00 Information - Register,{a},ana, the first\n\
             2024-07-01T10:00:00 Information - Register,{b},bo - the second\n\
             2024-07-01T10:00:00 Information - Register,{a},ana again\n\
             2024-07-01T10:00:00 Information - Command,{b},Right\n\
             2024-07-01T10:00:00 Information - Tick,1\n\
             nonsense\nTick,2\n - Tick,x\n - Command,who,Up\n\
             2024-07-01T10:00:00 Information - Tick,2\n\
             2024-07-01T10:00:00 Information - Command,{a},Up\r\n\
             2024-07-01T10:00:00 Information - Command,{b},Jump\n\
             2024-07-01T10:00:00 Information - Command,{b},left\n\
             2024-07-01T10:00:00 Information - Tick,3\n\
             2024-07-01T10:00:00 Information - Command,{b},Down\n"
        );
        let inputs = Inputs::read(log.split('\n'));
        assert_eq!(inputs.names, ["ana, the first", "bo - the second"]);
        let ticks = vec![vec![(Seat(1), 4)], vec![], vec![(Seat(0), 1), (Seat(1), 5), (Seat(1), 3)]];
        assert_eq!(inputs.ticks, ticks);
    }

    proptest! {
        #[test]
        fn no_log_panics(log in "( - )?(Register|Command|Tick|[,a-f0-9-])(,|[a-f0-9-]|\\PC){0,60}") {
            let _ = Inputs::read(log.split('\n'));
        }
    }
}
