//! What is recorded of the seats in a step besides their choices (B20).

use crate::replay::Step;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::fault::{Report, Verdict};
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::note::{self, Note};
use gridhaunt_kernel::scene::Row;
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Invalid, Scene, Seat};
use serde_json::json;

/// The most bytes of what a seat wanted, as it is recorded.
pub const MOST_WANTED: usize = 1 << 10;
/// The most bytes of all notes of a step, so that it fits into a line.
pub const MOST_NOTES: usize = 768 << 10;
/// The most seats whose times are shown beside a board.
const MOST_TIMES: usize = 8;
/// How deep what a seat wanted may be nested. A line is nested a little deeper, and readers stop at 128.
const DEEPEST: usize = 64;

/// What is recorded of the seats in a step besides their choices; mostly nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// What seats wanted and did not get, as they said it.
    pub refused: Vec<(Seat, Value)>,
    /// Verdicts other than `ok`.
    pub verdicts: Vec<(Seat, Verdict)>,
    /// The microseconds that seats used.
    pub used_us: Vec<(Seat, u64)>,
    /// The notes of seats, in order.
    pub notes: Vec<(Seat, Note)>,
}

impl Heard {
    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let Self { refused, verdicts, used_us, notes } = self;
        refused.is_empty() && verdicts.is_empty() && used_us.is_empty() && notes.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        let Self { refused, verdicts, used_us, notes } = self;
        refused.clear();
        verdicts.clear();
        used_us.clear();
        notes.clear();
    }

    /// Adds a choice that was missing or not allowed.
    pub fn fault(&mut self, session: &(impl Session + ?Sized), seat: Seat, wanted: Option<u64>) {
        if let Some(code) = wanted {
            self.refused.push((seat, wish(session, code)));
        }
        self.verdicts.push((seat, if wanted.is_some() { Verdict::Illegal } else { Verdict::Late }));
    }

    /// Adds what is reported of a seat.
    pub(crate) fn report(&mut self, seat: Seat, report: Report) {
        self.used_us.push((seat, report.used_us));
        if report.verdict != Verdict::Ok {
            self.verdicts.push((seat, report.verdict));
            self.refused.extend(report.wanted.map(|wanted| (seat, bounded(wanted))));
        }
        // Notes that are too long for a turn or a line are left out.
        let mut left = note::MOST;
        let mut all: usize = self.notes.iter().map(|(_, note)| length(note)).sum();
        for note in report.notes.iter().filter_map(Note::from_message) {
            let bytes = length(&note);
            if bytes <= left && all + bytes <= MOST_NOTES {
                (left, all) = (left - bytes, all + bytes);
                self.notes.push((seat, note));
            }
        }
    }

    /// The verdict on a seat, `ok` if nothing else is recorded.
    #[must_use]
    pub fn verdict(&self, seat: Seat) -> Verdict {
        self.verdicts.iter().find(|(judged, _)| *judged == seat).map_or(Verdict::Ok, |(_, verdict)| *verdict)
    }

    /// Reads what a recorded step says.
    ///
    /// # Errors
    /// A verdict that does not exist or says nothing, a time that is no number, a note that cannot be read or is too long.
    pub fn read(step: &Step) -> Result<Self, Invalid> {
        let verdicts = read_verdicts(&step.verdicts)?;
        let used = |(i, (seat, value)): (usize, &(Seat, Value))| {
            let us = value.as_u64();
            let us = us.ok_or_else(|| Invalid::new(format!("used_us[{i}]"), brief(value), "microseconds"))?;
            Ok((*seat, us))
        };
        let used_us: Vec<(Seat, u64)> = step.used_us.iter().enumerate().map(used).collect::<Result<_, _>>()?;
        if let Some(i) = twice(&used_us) {
            let (seat, us) = used_us[i];
            let expected = format!("the only time of seat {seat}");
            return Err(Invalid::new(format!("used_us[{i}]"), format!("[{seat},{us}]"), expected));
        }
        let mut notes: Vec<(Seat, Note)> = Vec::with_capacity(step.notes.len());
        for (i, (seat, value)) in step.notes.iter().enumerate() {
            notes.push((*seat, Note::read(value).map_err(|error| error.within(&format!("notes[{i}]")))?));
            let bytes: usize = notes.iter().filter(|(by, _)| by == seat).map(|(_, note)| length(note)).sum();
            if bytes > note::MOST {
                let words = format!("seat {seat} has {bytes} bytes of notes, need at most {} in a step", note::MOST);
                return Err(Invalid::new(format!("notes[{i}]"), bytes, format!("0..={}", note::MOST)).says(words));
            }
        }
        Ok(Self { refused: step.refused.clone(), verdicts, used_us, notes })
    }

    /// Whether a seat was asked in this step, as far as it was recorded.
    #[must_use]
    pub fn is_about(&self, seat: Seat) -> bool {
        self.used_us.iter().any(|(asked, _)| *asked == seat)
    }

    /// Adds it to the scene of the step: the times that seats used, with their verdicts; and where a seat is looked at,
    /// its notes and marks, never those of others (B7).
    pub fn show(&self, scene: &mut Scene, session: &(impl Session + ?Sized), eye: Option<Seat>) {
        let mut used = self.used_us.clone();
        if used.len() > MOST_TIMES {
            used.sort_by_key(|(_, us)| std::cmp::Reverse(*us));
            used.truncate(MOST_TIMES);
            used.sort_by_key(|(seat, _)| *seat);
        }
        for (seat, us) in used {
            let verdict = Some(self.verdict(seat)).filter(|verdict| *verdict != Verdict::Ok);
            let verdict = verdict.map(|verdict| format!(", {}", verdict.name())).unwrap_or_default();
            let label = format!("{} took", session.seat_name(seat));
            scene.panel.push(Row::Fact { label, value: format!("{}{verdict}", duration(us)) });
        }
        if let Some(eye) = eye {
            let notes = self.notes.iter().filter(|(seat, _)| *seat == eye);
            scene.note(&notes.map(|(_, note)| note.clone()).collect::<Vec<_>>());
        }
    }

    /// The same with the notes that a seat made when it was asked last, so that they stay until it is asked again.
    /// `before` are the steps before this one, the latest first.
    #[must_use]
    pub fn with_last_notes(&self, eye: Option<Seat>, before: impl IntoIterator<Item = Self>) -> Self {
        let Some(eye) = eye.filter(|&eye| !self.is_about(eye)) else { return self.clone() };
        let last = before.into_iter().find(|heard| heard.is_about(eye)).unwrap_or_default();
        let own = last.notes.into_iter().filter(|(seat, _)| *seat == eye);
        Self { notes: self.notes.iter().cloned().chain(own).collect(), ..self.clone() }
    }

    /// A line for each verdict, for people.
    #[must_use]
    pub fn words(&self, session: &(impl Session + ?Sized)) -> Vec<String> {
        let line = |(seat, verdict): &(Seat, Verdict)| {
            let wanted = self.refused.iter().find(|(by, _)| by == seat);
            let wanted = wanted.map(|(_, wanted)| format!(", wanted {}", brief(wanted))).unwrap_or_default();
            shown(&format!("{}: {}{wanted}", session.seat_name(*seat), words_of(*verdict))).into_owned()
        };
        self.verdicts.iter().map(line).collect()
    }
}

/// A time in the unit that needs few digits.
#[must_use]
pub fn duration(us: u64) -> String {
    let us = us as f64;
    match us {
        ..1e3 => format!("{us} µs"),
        ..1e4 => format!("{:.1} ms", us / 1e3),
        ..1e6 => format!("{:.0} ms", us / 1e3),
        _ => format!("{:.1} s", us / 1e6),
    }
}

/// A verdict in a few words.
#[must_use]
pub const fn words_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "in time",
        Verdict::Late => "late",
        Verdict::Partial => "late, an answer without its newline",
        Verdict::Garbled => "late, after a line that is no message",
        Verdict::Illegal => "illegal",
        Verdict::Crashed => "crashed",
        Verdict::Closed => "closed its input or output",
        Verdict::Flooded => "wrote more than it may",
        Verdict::OverLimit => "used more than it may",
        Verdict::Unready => "was not ready",
        Verdict::Unfit => "could not be started",
        Verdict::Host => "lost time to the machine",
    }
}

/// Reads `[seat,verdict]` pairs.
pub(crate) fn read_verdicts(pairs: &[(Seat, Value)]) -> Result<Vec<(Seat, Verdict)>, Invalid> {
    let read = |(i, (seat, value)): (usize, &(Seat, Value))| {
        let verdict = value.as_str().and_then(Verdict::from_name).filter(|verdict| *verdict != Verdict::Ok);
        let expected = || {
            let names: Vec<&str> = Verdict::ALL.iter().skip(1).map(|verdict| verdict.name()).collect();
            format!("one of {}", names.join(", "))
        };
        let verdict = verdict.ok_or_else(|| Invalid::new(format!("verdicts[{i}]"), brief(value), expected()))?;
        Ok((*seat, verdict))
    };
    pairs.iter().enumerate().map(read).collect()
}

/// The first place where a seat stands for the second time.
pub(crate) fn twice<T>(pairs: &[(Seat, T)]) -> Option<usize> {
    (1..pairs.len()).find(|&i| pairs[..i].iter().any(|(seat, _)| *seat == pairs[i].0))
}

fn length(note: &Note) -> usize {
    note.to_value().to_string().len()
}

/// A refused choice as JSON: the action, or its code if it is no action of the game.
pub(crate) fn wish(session: &(impl Session + ?Sized), code: u64) -> Value {
    match session.action(code) {
        Value::Null => json!({ "code": code.to_string() }),
        action => action,
    }
}

/// What a seat wanted, in the size that is recorded: if it is too large, the beginning of its text.
fn bounded(wanted: Value) -> Value {
    let text = wanted.to_string();
    if is_flat(&wanted, DEEPEST) && text.len() <= MOST_WANTED {
        return wanted;
    }
    let mut end = text.len().min(MOST_WANTED / 8);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    json!({ "cut": &text[..end], "bytes": text.len() })
}

fn is_flat(value: &Value, most: usize) -> bool {
    match value {
        Value::Array(items) => most > 0 && items.iter().all(|item| is_flat(item, most - 1)),
        Value::Object(fields) => most > 0 && fields.values().all(|item| is_flat(item, most - 1)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_needs_few_digits() {
        let told = [0, 999, 1000, 1349, 12_345, 999_999, 1_000_000, 61_250_000].map(duration);
        assert_eq!(told, ["0 µs", "999 µs", "1.0 ms", "1.3 ms", "12 ms", "1000 ms", "1.0 s", "61.2 s"]);
    }

    #[test]
    fn what_is_too_large_is_cut_and_says_how_large_it_was() {
        assert_eq!(bounded(json!({"to": [1, 2]})), json!({"to": [1, 2]}));
        let cut = bounded(json!("é".repeat(MOST_WANTED)));
        assert_eq!(cut["bytes"], 2 * MOST_WANTED + 2);
        assert!(cut.to_string().len() < MOST_WANTED);
        let deep = (0..DEEPEST + 1).fold(json!(0), |inner, _| json!([inner]));
        assert_eq!(bounded(deep)["bytes"], 2 * DEEPEST + 3);
    }
}
