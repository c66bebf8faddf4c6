//! What has changed for a seat, told from what stands beside its board and nothing else.

use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Bar, Row};
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

/// What a row is called.
fn name_of(row: &Row) -> &str {
    match row {
        Row::Fact { label, .. } | Row::Bar(Bar { label, .. }) => label,
        Row::Note(text) => text,
        Row::End { verdict, .. } => verdict,
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
        (Some(Row::Bar(before)), Row::Bar(now)) => standing(before, now),
        (_, Row::Bar(_) | Row::Note(_) | Row::End { .. }) => Some(now.to_string()),
        (Some(_), Row::Fact { label, value }) => Some(format!("{label}: {value}")),
    }
}

/// In which words someone stands otherwise, if they do: by their figures, or else by what is said about them.
fn standing(before: &Bar, now: &Bar) -> Option<String> {
    let Bar { label, figure, note, leads, .. } = now;
    if before.figure != *figure {
        Some(format!("{label}: {figure} (was {})", before.figure))
    } else if before.note != *note && !note.is_empty() {
        Some(format!("{label}: {note}"))
    } else {
        (*leads && !before.leads).then(|| format!("{label} leads"))
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
        Scene::new(GridBoard::new(Grid::new(1, 1).unwrap()), panel)
    }

    fn fact(label: &str, value: &str) -> Row {
        Row::Fact { label: label.into(), value: value.into() }
    }

    fn bar(label: &str, value: f64) -> Row {
        Row::Bar(Bar { figure: format!("{value:.1}"), ..Bar::new(label, "rat", value, 10.0) })
    }

    #[test]
    fn what_changes_is_told_and_the_clock_is_not() {
        let page = |turn: &str, exit: &str, points: f64| {
            scene(vec![fact("turn", turn), fact("exit", exit), bar("rat", points)])
        };
        let mut news = News::new(&page("1/9", "locked", 0.5));
        news.add(1, &page("2/9", "locked", 0.5));
        assert_eq!(news.lines, []);
        news.add(2, &page("3/9", "open", 1.5));
        let told = [(2, "exit: open (was locked)"), (2, "rat: 1.5 (was 0.5)")];
        assert_eq!(news.lines, told.map(|(step, text)| (step, text.to_string())));
    }

    #[test]
    fn of_two_who_stand_alike_it_is_told_who_leads_and_what_is_said_of_them() {
        let (before, note) = (Bar::new("rat", "rat", 1.0, 2.0), "in mud".to_string());
        assert_eq!(standing(&before, &Bar { leads: true, ..before.clone() }).as_deref(), Some("rat leads"));
        assert_eq!(standing(&before, &Bar { note, ..before.clone() }).as_deref(), Some("rat: in mud"));
        assert_eq!(standing(&before, &before.clone()), None);
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
    fn notes_and_the_end_are_told_when_they_come() {
        let mut news = News::new(&scene(Vec::new()));
        let away = Row::Note("you are away".into());
        let end = Row::End { verdict: "rat wins".into(), reason: "majority".into(), role: Some("rat") };
        news.add(1, &scene(vec![away.clone()]));
        news.add(2, &scene(vec![away.clone()]));
        news.add(3, &scene(vec![away, end]));
        assert_eq!(news.lines, [(1, "you are away".to_string()), (3, "rat wins: majority".to_string())]);
    }
}
