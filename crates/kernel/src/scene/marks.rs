//! The notes and marks of a program over a scene (B7).

use super::{Board, Bow, GraphBoard, GridBoard, Line, Link, Look, NodeFlash, Row, Scene, Shape, Tile, Tint};
use crate::grid::Cell;
use crate::heap::*;
use crate::note::{Colour, Mark, Note, Spot};
use crate::shown::shown;

/// The most lines and the most letters of a line that are shown of a step's notes.
const MOST_LINES: usize = 12;
const MOST_LETTERS: usize = 240;

/// The looks of marks of a shape, by colour. The colours are those of Okabe and Ito or near them, so that everybody can
/// tell them apart.
const fn looks(shape: Shape) -> [Look; 7] {
    [
        look("mark-red", shape, Tint::Ember),
        look("mark-yellow", shape, Tint::Amber),
        look("mark-green", shape, Tint::Green),
        look("mark-sky", shape, Tint::Ice),
        look("mark-blue", shape, Tint::Azure),
        look("mark-purple", shape, Tint::Orchid),
        look("mark-grey", shape, Tint::Silver),
    ]
}

const fn look(name: &'static str, shape: Shape, tint: Tint) -> Look {
    Look::new(name, shape, tint).called("a mark of the bot").with_letter('%').with_sign('□')
}

static CELLS: [Look; 7] = looks(Shape::Frame);
static NODES: [Look; 7] = looks(Shape::Disc);
static LINES: [Look; 7] = looks(Shape::Stroke);

impl Scene {
    /// Adds the notes of a program: its marks to the board, its words below the panel. Marks that are not on the board
    /// are left out. Nothing in the words controls what shows them.
    pub fn note(&mut self, notes: &[Note]) {
        for mark in notes.iter().flat_map(|note| &note.marks) {
            match &mut self.board {
                Board::Grid(board) => on_grid(board, mark),
                Board::Graph(board) => on_graph(board, mark),
            }
        }
        let marks = notes.iter().flat_map(|note| &note.marks).filter(|mark| !mark.text.is_empty());
        let labels = marks.map(|mark| format!("{} {}: {}", mark.colour.name(), mark.spot, mark.text));
        let words = notes.iter().flat_map(|note| note.text.lines()).map(ToString::to_string);
        let lines = words.chain(labels).filter(|line| !line.is_empty()).take(MOST_LINES);
        self.panel.extend(lines.map(|line| Row::Note(shortened(&shown(&line)))));
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

const fn of(looks: &'static [Look; 7], colour: Colour) -> &'static Look {
    &looks[colour as usize]
}

fn on_grid(board: &mut GridBoard, mark: &Mark) {
    let [right, down] = board.first.unwrap_or_default();
    // Cells are numbered as in views and events; a board that shows only a part begins with another number.
    let cell = |cell: Cell| {
        let side = |at: u16, first: i64| u16::try_from(i64::from(at) - first).ok();
        let cell = Cell { x: side(cell.x, right)?, y: side(cell.y, down)? };
        board.grid.index(cell).map(|_| cell)
    };
    match mark.spot {
        Spot::Cell(at) => {
            board.tiles.extend(cell(at).map(|at| Tile { at, look: of(&CELLS, mark.colour) }));
        }
        Spot::Line(from, to) => {
            if let (Some(from), Some(to)) = (cell(from), cell(to)) {
                board.lines.push(Line { from, to, look: of(&LINES, mark.colour) });
            }
        }
        Spot::Node(_) | Spot::Link(..) => {}
    }
}

fn on_graph(board: &mut GraphBoard, mark: &Mark) {
    // Where only some nodes are known, their labels are their numbers.
    let node = |number: u32| board.nodes.iter().position(|node| node.label.parse() == Ok(number));
    match mark.spot {
        Spot::Node(number) => {
            board.flashes.extend(node(number).map(|node| NodeFlash { node, look: of(&NODES, mark.colour) }));
        }
        Spot::Link(from, to) => {
            if let (Some(from), Some(to)) = (node(from), node(to)) {
                let look = of(&LINES, mark.colour);
                board.links.push(Link { ends: (from, to), look, label: String::new(), bow: Bow::Straight });
            }
        }
        Spot::Cell(_) | Spot::Line(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use alloc::vec;

    fn mark(spot: Spot, text: &str) -> Mark {
        Mark { spot, colour: Colour::Sky, text: text.into() }
    }

    #[test]
    fn marks_lie_where_events_say_and_words_control_nothing() {
        let mut board = GridBoard::new(Grid::new(4, 3).unwrap());
        board.first = Some([10, 20]);
        let mut scene = Scene::new(board, vec![]);
        let cell = |x, y| Cell { x, y };
        let marks = vec![
            mark(Spot::Cell(cell(11, 22)), "here\u{1b}[2J"),
            mark(Spot::Cell(cell(1, 2)), ""),
            mark(Spot::Line(cell(10, 20), cell(13, 22)), ""),
            mark(Spot::Line(cell(10, 20), cell(99, 22)), ""),
            mark(Spot::Node(3), ""),
        ];
        scene.note(&[Note { text: "two\nlines\u{202e}".into(), marks }]);
        let Board::Grid(board) = &scene.board else { unreachable!() };
        assert_eq!(board.tiles, [Tile { at: cell(1, 2), look: &CELLS[3] }]);
        assert_eq!(board.lines, [Line { from: cell(0, 0), to: cell(3, 2), look: &LINES[3] }]);
        let rows: Vec<String> = scene.panel.iter().map(ToString::to_string).collect();
        assert_eq!(rows, ["two", "lines\\u202e", "sky (11,22): here\\u001b[2J"]);
    }

    #[test]
    fn every_colour_has_a_look_of_its_name() {
        for colour in Colour::ALL {
            assert_eq!(of(&CELLS, colour).name.strip_prefix("mark-"), Some(colour.name()));
        }
    }

    #[test]
    fn long_notes_are_shortened() {
        let mut scene = Scene::new(GridBoard::new(Grid::new(1, 1).unwrap()), vec![]);
        scene.note(&[Note { text: "ä".repeat(5000) + &"\nx".repeat(50), marks: vec![] }]);
        assert_eq!(scene.panel.len(), MOST_LINES);
        assert_eq!(scene.panel[0].to_string().chars().count(), MOST_LETTERS + 1);
    }
}
