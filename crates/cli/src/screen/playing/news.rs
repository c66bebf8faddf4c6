//! What has changed for a seat, told from what stands beside its board and nothing else.

use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Row, Share};
use std::collections::BTreeMap;

/// What has changed so far, step by step.
#[derive(Clone, Debug)]
pub(super) struct News {
    panel: Vec<Row>,
    /// How often each row has changed.
    changes: BTreeMap<String, usize>,
    looks: usize,
    /// Steps and what changed in them, the latest last.
    pub(super) lines: Vec<(usize, String)>,
}

impl News {
    /// Nothing has changed yet.
    pub(super) fn new(known: &Scene) -> Self {
        Self { panel: known.panel.clone(), changes: BTreeMap::new(), looks: 0, lines: Vec::new() }
    }

    /// Adds what is other after a step.
    pub(super) fn add(&mut self, step: usize, known: &Scene) {
        self.looks += 1;
        let before = std::mem::replace(&mut self.panel, known.panel.clone());
        let named = |name: &str| before.iter().find(|row| name_of(row) == name);
        for row in &known.panel {
            let name = name_of(row);
            let Some(text) = change(named(name), row) else { continue };
            let times = self.changes.entry(name.to_string()).or_default();
            *times += 1;
            // What changes all the time is a clock and no news.
            if *times < self.looks || self.looks == 1 {
                self.lines.push((step, text));
            }
        }
    }
}

/// What a row is called; a bar is called what stands before its numbers.
fn name_of(row: &Row) -> &str {
    match row {
        Row::Fact { label, .. } | Row::Shares { label, .. } => label,
        Row::Bar { label, .. } => label.split(|c: char| c.is_ascii_digit()).next().unwrap_or(label).trim_end(),
        Row::Note(text) => text,
    }
}

/// In which words a row has changed, if it has.
fn change(before: Option<&Row>, now: &Row) -> Option<String> {
    match (before, now) {
        (Some(before), now) if before == now => None,
        (Some(Row::Fact { value: before, .. }), Row::Fact { value, .. }) if is_tick(before, value) => None,
        (Some(Row::Fact { value: before, .. }), Row::Fact { label, value }) => {
            Some(format!("{label}: {value} (was {before})"))
        }
        (None, Row::Fact { label, value }) => Some(format!("{label}: {value}")),
        (Some(Row::Bar { label: before, value: old, .. }), Row::Bar { label, value, .. }) if before == label => {
            Some(format!("{label}: {value} (was {old})"))
        }
        (_, Row::Bar { label, .. }) => Some(label.clone()),
        (before, Row::Shares { parts, .. }) => {
            let old = match before {
                Some(Row::Shares { parts, .. }) => parts.as_slice(),
                _ => &[],
            };
            let new = |part: &&Share| !old.contains(part);
            let words: Vec<&str> = parts.iter().filter(new).map(|part| part.label.as_str()).collect();
            Some(words.join(", ")).filter(|words| !words.is_empty())
        }
        (_, Row::Note(text)) => Some(text.clone()),
        (Some(_), Row::Fact { label, value }) => Some(format!("{label}: {value}")),
    }
}

/// Whether a value such as `3/300` has gone up by one.
fn is_tick(before: &str, now: &str) -> bool {
    let read = |text: &str| {
        let (done, of) = text.split_once('/')?;
        Some((done.parse::<u64>().ok()?, of.parse::<u64>().ok()?))
    };
    matches!((read(before), read(now)), (Some((done, of)), Some((next, whole))) if next == done + 1 && of == whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::grid::Grid;
    use gridhaunt_kernel::scene::GridBoard;

    fn scene(panel: Vec<Row>) -> Scene {
        Scene { board: GridBoard::new(Grid::new(1, 1).unwrap()).into(), panel }
    }

    fn fact(label: &str, value: &str) -> Row {
        Row::Fact { label: label.into(), value: value.into() }
    }

    fn bar(label: &str, value: f64) -> Row {
        Row::Bar { label: label.into(), role: "rat", value, of: 10.0, mark: None }
    }

    #[test]
    fn what_changes_is_told_and_the_clock_is_not() {
        let page = |turn: &str, exit: &str, cheese: &str, points: f64| {
            scene(vec![fact("turn", turn), fact("exit", exit), bar(cheese, points), bar("lead", points)])
        };
        let mut news = News::new(&page("1/9", "locked", "rat 0.5", 0.5));
        news.add(1, &page("2/9", "locked", "rat 0.5", 0.5));
        assert_eq!(news.lines, []);
        news.add(2, &page("3/9", "open", "rat 1.5", 1.5));
        let told = [(2, "exit: open (was locked)"), (2, "rat 1.5"), (2, "lead: 1.5 (was 0.5)")];
        assert_eq!(news.lines, told.map(|(step, text)| (step, text.to_string())));
    }

    #[test]
    fn a_phase_that_changes_at_every_step_is_no_news_for_long() {
        let page = |phase: &str| scene(vec![fact("phase", phase)]);
        let mut news = News::new(&page("hunt"));
        for (step, phase) in ["flee", "hunt", "flee", "hunt"].into_iter().enumerate() {
            news.add(step + 1, &page(phase));
        }
        assert_eq!(news.lines, [(1, "phase: flee (was hunt)".to_string())]);
    }

    #[test]
    fn notes_and_shares_are_told_when_they_come() {
        let share = |label: &str| Share { label: label.into(), role: "lost", value: 1.0 };
        let page = |parts: &[&str]| {
            scene(vec![Row::Shares {
                label: "loot".into(),
                parts: parts.iter().map(|part| share(part)).collect(),
                of: 9.0,
            }])
        };
        let mut news = News::new(&page(&["open 9"]));
        news.add(1, &page(&["open 8", "lost 1"]));
        let mut noted = page(&["open 8", "lost 1"]);
        noted.panel.push(Row::Note("you are away".into()));
        news.add(2, &noted);
        news.add(3, &noted);
        assert_eq!(news.lines, [(1, "open 8, lost 1".to_string()), (2, "you are away".to_string())]);
    }
}
