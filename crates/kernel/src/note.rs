//! What a program says about its own thoughts: words and marks on the board (B7). They are recorded, and shown only
//! where its seat is looked at.

use crate::Invalid;
use crate::grid::Cell;
use crate::json::{Map, Reader, Value, brief, integer};
#[cfg(feature = "schema")]
use crate::schema::JsonSchema;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The most bytes of the notes of a seat in a step, as they are written (B7).
pub const MOST: usize = 8 << 10;

/// Words and marks of one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Note {
    pub text: String,
    pub marks: Vec<Mark>,
}

/// A place that is to be marked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(JsonSchema),
    schemars(
        with = "MarkDocument",
        description = "A mark on the board, in the coordinates of the seat's view: exactly one of `cell`, `node` and `line`."
    )
)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Mark {
    pub spot: Spot,
    pub colour: Colour,
    /// A few words at it; mostly empty.
    pub text: String,
}

/// A mark as it is written.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[expect(dead_code, reason = "for its schema alone")]
struct MarkDocument {
    /// The cell `[x,y]` to be marked.
    cell: Option<Cell>,
    /// The node of a graph to be marked.
    node: Option<u32>,
    /// A line between two cells or two nodes.
    line: Option<LineDocument>,
    /// Its colour; red if absent.
    colour: Option<Colour>,
    /// A few words at it.
    text: Option<String>,
}

/// A line between the middles of two cells, or between two nodes of a graph.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Line")]
#[expect(dead_code, reason = "for its schema alone")]
enum LineDocument {
    /// From cell to cell.
    Cells([Cell; 2]),
    /// From node to node.
    Nodes([u32; 2]),
}

/// Where a mark is, in the coordinates of the seat's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Spot {
    Cell(Cell),
    /// The node of a graph with this number.
    Node(u32),
    /// From the middle of a cell to the middle of another.
    Line(Cell, Cell),
    /// From a node to another.
    Link(u32, u32),
}

/// A colour of a mark. There are few, so that they can be told apart by everybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    #[default]
    Red,
    Yellow,
    Green,
    Sky,
    Blue,
    Purple,
    Grey,
}

impl Colour {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::Red, Self::Yellow, Self::Green, Self::Sky, Self::Blue, Self::Purple, Self::Grey];
    const NAMES: [&'static str; 7] = ["red", "yellow", "green", "sky", "blue", "purple", "grey"];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

impl Note {
    /// Reads a note; the error names what is wrong.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("note", value, &["text", "marks"])?;
        let marks = match read.get("marks") {
            None => Vec::new(),
            Some(Value::Array(list)) => {
                let mark = |(i, value): (usize, &Value)| {
                    Mark::read(value).map_err(|error| error.within(&format!("marks[{i}]")))
                };
                list.iter().enumerate().map(mark).collect::<Result<_, _>>()?
            }
            Some(other) => return Err(Invalid::new("marks", brief(other), "a list of marks")),
        };
        Ok(Self { text: text(&read)?, marks })
    }

    /// Reads what can be used of a message: other fields, and marks that cannot be read, are left out. `None` if nothing
    /// remains.
    #[must_use]
    pub fn from_message(value: &Value) -> Option<Self> {
        let text = value.get("text").and_then(Value::as_str).unwrap_or_default().to_string();
        let marks = value.get("marks").and_then(Value::as_array).into_iter().flatten();
        let marks: Vec<Mark> = marks.filter_map(|mark| Mark::read(mark).ok()).collect();
        (!text.is_empty() || !marks.is_empty()).then_some(Self { text, marks })
    }

    /// The note as it is written.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut fields = Map::new();
        if !self.text.is_empty() {
            fields.insert("text".into(), self.text.as_str().into());
        }
        if !self.marks.is_empty() {
            fields.insert("marks".into(), self.marks.iter().map(Mark::to_value).collect());
        }
        fields.into()
    }
}

impl Mark {
    /// Reads a mark; the error names what is wrong.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("mark", value, &["cell", "node", "line", "colour", "text"])?;
        let spot = match (read.get("cell"), read.get("node"), read.get("line")) {
            (Some(cell), None, None) => Spot::Cell(read_cell("cell", cell)?),
            (None, Some(node), None) => Spot::Node(read_node("node", node)?),
            (None, None, Some(line)) => match line.as_array().map(Vec::as_slice) {
                Some([from, to]) if from.is_array() => {
                    Spot::Line(read_cell("line[0]", from)?, read_cell("line[1]", to)?)
                }
                Some([from, to]) => Spot::Link(read_node("line[0]", from)?, read_node("line[1]", to)?),
                _ => return Err(Invalid::new("line", brief(line), "two cells or two nodes")),
            },
            _ => return Err(Invalid::new("mark", brief(value), "one of cell, node, line")),
        };
        let colour = read.word("colour", &Colour::NAMES)?.map_or(Colour::default(), |at| Colour::ALL[at]);
        Ok(Self { spot, colour, text: text(&read)? })
    }

    /// The mark as it is written.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut fields = Map::new();
        let cell = |cell: Cell| Value::from([cell.x, cell.y].as_slice());
        let (key, place) = match self.spot {
            Spot::Cell(at) => ("cell", cell(at)),
            Spot::Node(node) => ("node", node.into()),
            Spot::Line(from, to) => ("line", [cell(from), cell(to)].as_slice().into()),
            Spot::Link(from, to) => ("line", [from, to].as_slice().into()),
        };
        fields.insert(key.into(), place);
        fields.insert("colour".into(), self.colour.name().into());
        if !self.text.is_empty() {
            fields.insert("text".into(), self.text.as_str().into());
        }
        fields.into()
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(f),
            Self::Node(node) => write!(f, "node {node}"),
            Self::Line(from, to) => write!(f, "{from} to {to}"),
            Self::Link(from, to) => write!(f, "node {from} to {to}"),
        }
    }
}

fn text(read: &Reader<'_>) -> Result<String, Invalid> {
    let Some(value) = read.get("text") else { return Ok(String::new()) };
    value.as_str().map(ToString::to_string).ok_or_else(|| Invalid::new("text", brief(value), "a text"))
}

fn read_cell(field: &str, value: &Value) -> Result<Cell, Invalid> {
    let Some([x, y]) = value.as_array().map(Vec::as_slice) else {
        return Err(Invalid::new(field, brief(value), "[x,y]"));
    };
    let side = |value| integer(field, value, 0, u16::MAX.into()).map(|side| side as u16);
    Ok(Cell { x: side(x)?, y: side(y)? })
}

fn read_node(field: &str, value: &Value) -> Result<u32, Invalid> {
    integer(field, value, 0, u32::MAX.into()).map(|node| node as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn marks_are_read_in_every_form() {
        let note = json!({"text": "there", "marks": [
            {"cell": [3, 4], "colour": "green"}, {"node": 7}, {"line": [[0, 0], [3, 4]], "colour": "sky", "text": "way"},
            {"line": [7, 9], "colour": "grey"},
        ]});
        let marks = Note::read(&note).unwrap().marks;
        let cell = |x, y| Cell { x, y };
        assert_eq!(marks[0].spot, Spot::Cell(cell(3, 4)));
        assert_eq!((marks[1].spot, marks[1].colour), (Spot::Node(7), Colour::Red));
        assert_eq!((marks[2].spot, marks[2].text.as_str()), (Spot::Line(cell(0, 0), cell(3, 4)), "way"));
        assert_eq!(marks[3].spot, Spot::Link(7, 9));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |mark: Value| Note::read(&json!({"marks": [mark]})).unwrap_err().to_string();
        assert_eq!(error(json!({"cell": [1]})), "marks[0].cell: [1] is not [x,y]");
        assert_eq!(error(json!({"cell": [1, -1]})), "marks[0].cell: -1 is not in 0..=65535");
        assert!(
            error(json!({"node": 1, "colour": "teal"})).starts_with("marks[0].colour: \"teal\" is not one of red, ")
        );
        assert_eq!(error(json!({"line": [1]})), "marks[0].line: [1] is not two cells or two nodes");
        assert_eq!(
            error(json!({"colour": "red"})),
            "marks[0].mark: {\"colour\":\"red\"} is not one of cell, node, line"
        );
        assert_eq!(Note::read(&json!({"text": 3})).unwrap_err().to_string(), "text: 3 is not a text");
        let kept = Note::from_message(&json!({"type": "note", "marks": [{"cell": [1]}, {"node": 2}]})).unwrap();
        assert_eq!(kept.marks.len(), 1);
        assert_eq!(Note::from_message(&json!({"type": "note", "marks": [3]})), None);
    }

    fn marks() -> impl Strategy<Value = Mark> {
        let cell = || (0..9u16, 0..9u16).prop_map(Cell::from);
        let spot = prop_oneof![
            cell().prop_map(Spot::Cell),
            any::<u32>().prop_map(Spot::Node),
            (cell(), cell()).prop_map(|(from, to)| Spot::Line(from, to)),
            any::<(u32, u32)>().prop_map(|(from, to)| Spot::Link(from, to)),
        ];
        (spot, 0..Colour::ALL.len(), ".{0,4}").prop_map(|(spot, at, text)| Mark { spot, colour: Colour::ALL[at], text })
    }

    proptest! {
        #[test]
        fn a_note_is_read_as_it_is_written(text in ".{0,9}", marks in proptest::collection::vec(marks(), 0..4)) {
            let note = Note { text, marks };
            prop_assert_eq!(Note::read(&note.to_value()), Ok(note));
        }
    }
}
