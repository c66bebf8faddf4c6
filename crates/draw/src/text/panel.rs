//! What stands beside the board: words on the left, values and bars on the right.

use super::brush::Brush;
use super::line::Line;
use crate::columns::{width, wrap};
use crate::share::share;
use anstyle::{Effects, Style as Paint};
use gridhaunt_kernel::scene::{Row, Share};

/// The columns of a bar, where there is room.
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
    Bar { paint: Paint, share: f64, mark: Option<f64> },
    Shares(Vec<Part>),
    Sentence,
}

/// A part of a whole: where it ends, and what is written below it.
struct Part {
    sign: char,
    paint: Paint,
    end: f64,
    label: String,
}

impl Entry {
    /// The fewest columns its value takes beside its word.
    fn least(&self) -> usize {
        match &self.value {
            Value::Text(text) => width(text).min(SHORT_BAR),
            Value::Bar { .. } => SHORT_BAR,
            Value::Shares(parts) => parts.iter().map(Part::width).max().unwrap_or(0).clamp(SHORT_BAR, BAR),
            Value::Sentence => 0,
        }
    }
}

impl Panel {
    pub(super) fn new(rows: &[Row], legend: &[String], brush: &Brush) -> Self {
        let sentence = |text: &str| Entry { word: brush.clean(text), paint: Paint::new(), value: Value::Sentence };
        let entry = |row: &Row| match row {
            Row::Fact { label, value } => {
                Entry { word: brush.clean(label), paint: brush.muted(), value: Value::Text(brush.clean(value)) }
            }
            Row::Bar { label, role, value, of, mark } => {
                let paint = brush.ink(role);
                let (share, mark) = (share(*value, *of), mark.map(|mark| share(mark, *of)));
                let bold = if brush.color { paint.effects(Effects::BOLD) } else { paint };
                Entry { word: brush.clean(label), paint: bold, value: Value::Bar { paint, share, mark } }
            }
            Row::Shares { label, parts, of } => Entry {
                word: brush.clean(label),
                paint: brush.muted(),
                value: Value::Shares(shares(parts, *of, brush)),
            },
            Row::Note(text) => sentence(text),
        };
        let entries = rows.iter().map(entry).chain(legend.iter().map(|line| sentence(line))).collect();
        Self { entries }
    }

    /// The columns it would like.
    pub(super) fn width(&self) -> usize {
        let column = self.words();
        let want = |entry: &Entry| match &entry.value {
            Value::Text(text) => column + GAP + width(text),
            Value::Bar { .. } => column + GAP + BAR,
            Value::Shares(parts) => column + GAP + parts.iter().map(Part::width).max().unwrap_or(0).max(BAR),
            Value::Sentence => width(&entry.word).min(SENTENCE),
        };
        self.entries.iter().map(want).max().unwrap_or(0)
    }

    /// The fewest columns it takes beside a board.
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

    /// Draws it in at most `most` columns; values go below their words where they do not fit beside them.
    pub(super) fn draw(&self, most: usize, brush: &Brush) -> Vec<Line> {
        let indent = self.words() + GAP;
        let beside = self.entries.iter().all(|entry| indent + entry.least() <= most);
        let room = if beside { most.saturating_sub(indent) } else { most };
        let mut lines = Vec::new();
        for Entry { word, paint, value } in &self.entries {
            let values = match value {
                Value::Text(text) => wrap(text, room).iter().map(|part| Line::of(part, Paint::new())).collect(),
                Value::Bar { paint, share, mark } => vec![bar(*paint, *share, *mark, room.min(BAR), brush)],
                Value::Shares(parts) => whole(parts, room, brush),
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

impl Part {
    fn width(&self) -> usize {
        2 + width(&self.label)
    }
}

/// The parts of a whole, each with its end and with a sign of its own.
fn shares(parts: &[Share], of: f64, brush: &Brush) -> Vec<Part> {
    let signs = ['#', '=', '+', '-'].into_iter().zip(['█', '▓', '▒', '░']).cycle();
    let part = |sum: &mut f64, (part, (ascii, unicode)): (&Share, (char, char))| {
        *sum += part.value.max(0.0);
        let sign = if brush.color { brush.pick(ascii, '█') } else { brush.pick(ascii, unicode) };
        Some(Part { sign, paint: brush.ink(part.role), end: share(*sum, of), label: brush.clean(&part.label) })
    };
    parts.iter().zip(signs).scan(0.0, part).collect()
}

/// A bar in parts such as `███▓▓▓▓▒░····`, and below it what they are, one a line.
fn whole(parts: &[Part], room: usize, brush: &Brush) -> Vec<Line> {
    let columns = room.min(BAR);
    let mut bar = Line::default();
    for part in parts {
        while bar.width() < (part.end * columns as f64).round() as usize {
            bar.push(part.sign, part.paint);
        }
    }
    let rest = columns - bar.width();
    bar.text(&brush.pick('.', '·').to_string().repeat(rest), brush.muted());
    let mut lines = vec![bar];
    for Part { sign, paint, label, .. } in parts {
        for (n, words) in wrap(label, room.saturating_sub(2)).iter().enumerate() {
            let mut line = Line::default();
            if room > 2 {
                line.push(if n == 0 { *sign } else { ' ' }, *paint);
                line.push(' ', Paint::new());
            }
            line.text(words, Paint::new());
            lines.push(line);
        }
    }
    lines
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
