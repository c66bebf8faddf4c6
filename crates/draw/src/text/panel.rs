//! The panel beside the board: words on the left, values and bars on the right.

use super::Run;
use super::brush::Brush;
use super::key::signs;
use super::line::Line;
use crate::columns::{width, wrap};
use crate::share::share;
use anstyle::{Effects, Style as Paint};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Bar, Row};

/// The columns of a bar, if there is room.
const BAR: usize = 20;
/// The fewest columns of a bar or a long value beside its word.
const SHORT_BAR: usize = 10;
/// The columns of a sentence beside the board.
const SENTENCE: usize = 36;
/// The fewest columns of a sentence beside the board.
pub(super) const SHORT_SENTENCE: usize = 20;
/// Blank columns after the words.
const GAP: usize = 2;

pub(super) struct Panel {
    entries: Vec<Entry>,
}

struct Entry {
    word: String,
    paint: Paint,
    value: Value,
}

enum Value {
    Text(String),
    Bar { paint: Paint, share: f64, mark: Option<f64>, note: String },
    Sentence,
}

impl Entry {
    /// The fewest columns that its value needs beside its word.
    fn least(&self) -> usize {
        match &self.value {
            Value::Text(text) => width(text).min(SHORT_BAR),
            Value::Bar { .. } => SHORT_BAR,
            Value::Sentence => 0,
        }
    }
}

impl Panel {
    /// The panel of a scene, with the name of the game above it, and what the board has no room for below it.
    pub(super) fn new(scene: &Scene, legend: &[String], brush: &Brush) -> Self {
        let sentence = |text: &str, paint: Paint| Entry { word: brush.clean(text), paint, value: Value::Sentence };
        let bold = |paint: Paint| if brush.color { paint.effects(Effects::BOLD) } else { paint };
        let entry = |row: &Row| match row {
            Row::Fact { label, value } => {
                Entry { word: brush.clean(label), paint: brush.muted(), value: Value::Text(brush.clean(value)) }
            }
            Row::Bar(bar) => {
                let (paint, share, mark) =
                    (brush.ink(bar.look), share(bar.value, bar.of), bar.mark.map(|mark| share(mark, bar.of)));
                let value = Value::Bar { paint, share, mark, note: brush.clean(&bar.note) };
                Entry { word: standing(bar, brush), paint: bold(paint), value }
            }
            Row::Note(text) => sentence(text, Paint::new()),
            Row::End { verdict, reason, look } => {
                let paint = look.map_or_else(Paint::new, |look| brush.ink(look));
                sentence(&format!("{verdict}: {reason}"), bold(paint))
            }
        };
        let title = (!scene.title.is_empty() && !scene.panel.is_empty()).then_some(scene.title);
        let title = title.map(|title| sentence(title, bold(Paint::new())));
        let alone = brush.alone && !scene.panel.is_empty();
        let byline = (alone && !scene.byline.is_empty()).then(|| sentence(&scene.byline, brush.muted()));
        let legend = legend.iter().map(|line| sentence(line, Paint::new()));
        let keys = if alone { scene.legend } else { &[] };
        let key = |((sign, paint), word): (Run, &str)| Entry {
            word: brush.clean(&sign),
            paint,
            value: Value::Text(brush.clean(word)),
        };
        let above = title.into_iter().chain(byline).chain(scene.panel.iter().map(entry));
        Self { entries: above.chain(legend).chain(signs(keys, brush).map(key)).collect() }
    }

    /// Its preferred width in columns.
    pub(super) fn width(&self) -> usize {
        let column = self.words();
        let want = |entry: &Entry| match &entry.value {
            Value::Text(text) => column + GAP + width(text),
            Value::Bar { .. } => column + GAP + BAR,
            Value::Sentence => width(&entry.word).min(SENTENCE),
        };
        self.entries.iter().map(want).max().unwrap_or(0)
    }

    /// Its least width beside a board in columns.
    pub(super) fn least(&self) -> usize {
        let column = self.words() + GAP;
        let need = |entry: &Entry| match entry.value {
            Value::Sentence => width(&entry.word).min(SHORT_SENTENCE),
            _ => column + entry.least(),
        };
        self.entries.iter().map(need).max().unwrap_or(0)
    }

    fn words(&self) -> usize {
        let words = self.entries.iter().filter(|entry| !matches!(entry.value, Value::Sentence));
        words.map(|entry| width(&entry.word)).max().unwrap_or(0)
    }

    /// Draws it in at most `most` columns; values are written below their words if they do not fit beside them.
    pub(super) fn draw(&self, most: usize, brush: &Brush) -> Vec<Line> {
        let indent = self.words() + GAP;
        let beside = self.entries.iter().all(|entry| indent + entry.least() <= most);
        let room = if beside { most.saturating_sub(indent) } else { most };
        let mut lines = Vec::new();
        for Entry { word, paint, value } in &self.entries {
            let values = match value {
                Value::Text(text) => wrap(text, room).iter().map(|part| Line::of(part, Paint::new())).collect(),
                Value::Bar { paint, share, mark, note } => {
                    let bar = bar(*paint, *share, *mark, room.min(BAR), brush);
                    let note = if note.is_empty() { Vec::new() } else { wrap(note, room) };
                    [bar].into_iter().chain(note.iter().map(|line| Line::of(line, brush.muted()))).collect()
                }
                Value::Sentence => Vec::new(),
            };
            let mut words: Vec<_> = wrap(word, most).iter().map(|part| Line::of(part, *paint)).collect();
            if beside && !values.is_empty() {
                let mut values = values.into_iter();
                if let (Some(last), Some(value)) = (words.pop(), values.next()) {
                    words.push(last.beside(value, indent));
                }
                words.extend(values.map(|value| Line::default().beside(value, indent)));
                lines.append(&mut words);
            } else {
                lines.append(&mut words);
                lines.extend(values);
            }
        }
        lines
    }
}

/// The standing of a seat: its sign if that does not follow from the name, its name and figures, and a mark if it
/// leads.
fn standing(bar: &Bar, brush: &Brush) -> String {
    let lead = brush.pick('*', '★').to_string();
    // A sign that is the first or last letter of the name need not be written.
    let told = |sign: &char| {
        let mut letters = [bar.label.chars().next(), bar.label.chars().next_back()].into_iter().flatten();
        letters.any(|letter| letter.eq_ignore_ascii_case(sign))
    };
    let (sign, who) = (bar.glyph.filter(|sign| !told(sign)).map(String::from).unwrap_or_default(), bar.who());
    let parts = [sign.as_str(), who.as_str(), bar.figure.as_str(), if bar.leads { lead.as_str() } else { "" }];
    let parts: Vec<String> = parts.iter().filter(|part| !part.is_empty()).map(|part| brush.clean(part)).collect();
    parts.join(" ")
}

/// A bar such as `████▌····│····`.
fn bar(paint: Paint, share: f64, mark: Option<f64>, columns: usize, brush: &Brush) -> Line {
    let halves = (share * 2.0 * columns as f64).round() as usize;
    let mark = mark.map(|mark| ((mark * columns as f64).round() as usize).min(columns.saturating_sub(1)));
    let mut line = Line::default();
    for column in 0..columns {
        if mark == Some(column) {
            line.push(brush.pick('|', '│'), Paint::new());
            continue;
        }
        match halves.saturating_sub(2 * column) {
            0 => line.push(brush.pick('.', '·'), brush.muted()),
            1 => line.push(brush.pick(':', '▌'), paint),
            _ => line.push(brush.pick('#', '█'), paint),
        }
    }
    line
}
