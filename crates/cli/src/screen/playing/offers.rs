//! The possible actions of a person, and their keys.

use crossterm::event::KeyCode;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Cost, Goal, Offer};
use gridhaunt_person::offers::{Entry, KEYS, aims, entries, mark, own};

/// The direction of a key, columns to the right and rows down: arrows, or the numpad with or without Num Lock.
const fn way(code: KeyCode) -> Option<(i8, i8)> {
    Some(match code {
        KeyCode::Left | KeyCode::Char('4') => (-1, 0),
        KeyCode::Right | KeyCode::Char('6') => (1, 0),
        KeyCode::Up | KeyCode::Char('8') => (0, -1),
        KeyCode::Down | KeyCode::Char('2') => (0, 1),
        KeyCode::Home | KeyCode::Char('7') => (-1, -1),
        KeyCode::PageUp | KeyCode::Char('9') => (1, -1),
        KeyCode::End | KeyCode::Char('1') => (-1, 1),
        KeyCode::PageDown | KeyCode::Char('3') => (1, 1),
        _ => return None,
    })
}

#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    offers: Vec<(u64, Offer)>,
    entries: Vec<Entry>,
    /// The selected entry, which Enter takes.
    pub(super) cursor: Option<usize>,
    /// The entry for which a number is asked, and the digits typed so far.
    asked: Option<(usize, String)>,
    /// The cell of the player's own actor, on a grid.
    own: Option<Cell>,
    y_up: bool,
    /// Whether some offers lead further than the neighbouring cells: then arrows select a target, and Enter takes it.
    aims: bool,
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pressed {
    Takes(u64),
    /// It takes no offer; the text says why, or is empty if that is obvious.
    Says(&'static str),
}

impl Offers {
    /// The offers of a seat, with the scene of what it knows.
    pub(super) fn new(offers: Vec<(u64, Offer)>, known: &Scene) -> Self {
        let (own, y_up) = own(known);
        let (entries, aims) = (entries(&offers), aims(&offers, own));
        Self { offers, entries, cursor: None, asked: None, own, y_up, aims }
    }

    /// Whether arrows select a target that Enter then takes, instead of moving at once.
    pub(super) const fn aims(&self) -> bool {
        self.aims
    }

    pub(super) fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// Whether the player's own actor has a cell, on a grid.
    pub(super) const fn has_cells(&self) -> bool {
        self.own.is_some()
    }

    /// Every entry with its key; the keys may run out.
    pub(super) fn list(&self) -> impl Iterator<Item = (Option<char>, &str, Option<Cost>)> {
        let keys = KEYS.chars().map(Some).chain(std::iter::repeat(None));
        keys.zip(&self.entries).map(|(key, entry)| (key, entry.label.as_str(), entry.cost(&self.offers)))
    }

    /// The question for a number, with the digits typed so far.
    pub(super) fn question(&self) -> Option<String> {
        let (entry, typed) = self.asked.as_ref()?;
        Some(format!("{}: which number? {typed}_", self.entries.get(*entry)?.label))
    }

    /// Marks the targets of the offers on a board.
    pub(super) fn mark(&self, scene: &mut Scene) {
        let cursor = self.cursor.and_then(|cursor| self.entries.get(cursor));
        let pointed = |n: usize| cursor.is_some_and(|entry| entry.offers.iter().any(|&(_, offer)| offer == n));
        mark(scene, &self.offers, pointed);
    }

    /// Handles a key: takes an offer, moves the selection, or asks for a number.
    pub(super) fn press(&mut self, code: KeyCode) -> Pressed {
        if let Some((entry, typed)) = self.asked.take() {
            return self.type_on(entry, typed, code);
        }
        match code {
            KeyCode::Tab => self.point(1),
            KeyCode::BackTab => self.point(self.entries.len().saturating_sub(1)),
            KeyCode::Enter => match self.cursor {
                Some(cursor) => self.take(cursor),
                None => Pressed::Says("nothing is pointed at: tab points at what you may do"),
            },
            KeyCode::Char(' ' | '5') | KeyCode::KeypadBegin => self.stay(),
            KeyCode::Backspace | KeyCode::Delete => {
                self.cursor = None;
                Pressed::Says("")
            }
            code => match (way(code), code) {
                (Some(way), _) => self.steer(way),
                (None, KeyCode::Char(letter)) => self.pick(letter),
                _ => Pressed::Says(""),
            },
        }
    }

    fn pick(&mut self, letter: char) -> Pressed {
        match KEYS.chars().position(|key| key == letter).filter(|&place| place < self.entries.len()) {
            Some(place) => self.take(place),
            None => Pressed::Says("this key does nothing here"),
        }
    }

    /// Takes the only offer of an entry, or asks for the number.
    fn take(&mut self, entry: usize) -> Pressed {
        match self.entries.get(entry).map(|entry| entry.offers.as_slice()) {
            Some(&[(_, only)]) => Pressed::Takes(self.offers[only].0),
            Some(_) => {
                self.asked = Some((entry, String::new()));
                Pressed::Says("")
            }
            None => Pressed::Says(""),
        }
    }

    /// Handles a key while a number is asked for; a key that is not a digit cancels the question.
    fn type_on(&mut self, entry: usize, mut typed: String, code: KeyCode) -> Pressed {
        match code {
            KeyCode::Char(digit @ '0'..='9') if typed.len() < 9 => typed.push(digit),
            KeyCode::Backspace if !typed.is_empty() => _ = typed.pop(),
            KeyCode::Enter => {
                let number = typed.parse::<u64>().ok();
                let offers = self.entries.get(entry).map_or(&[][..], |entry| &entry.offers);
                if let Some(&(_, offer)) = offers.iter().find(|(n, _)| Some(*n) == number) {
                    return Pressed::Takes(self.offers[offer].0);
                }
                self.asked = Some((entry, String::new()));
                return Pressed::Says("this is none of those numbers");
            }
            _ => return Pressed::Says(""),
        }
        self.asked = Some((entry, typed));
        Pressed::Says("")
    }

    /// Moves the selection by so many entries; it wraps round.
    fn point(&mut self, by: usize) -> Pressed {
        let many = self.entries.len().max(1);
        self.cursor = Some(match self.cursor {
            Some(cursor) => (cursor + by) % many,
            None if by == 1 => 0,
            None => many - 1,
        });
        Pressed::Says("")
    }

    /// Takes the offer that leads one cell in this direction, if there is exactly one; without cells, moves the
    /// selection.
    fn steer(&mut self, (right, down): (i8, i8)) -> Pressed {
        let Some(own) = self.own else {
            let back = right < 0 || (right == 0 && down < 0);
            return self.point(if back { self.entries.len().saturating_sub(1) } else { 1 });
        };
        let down = if self.y_up { -down } else { down };
        if self.aims {
            return self.aim(own, (right, down));
        }
        let to = own.x.checked_add_signed(right.into()).zip(own.y.checked_add_signed(down.into()));
        let Some((x, y)) = to else { return Pressed::Says(NO_WAY) };
        match self.leading_to(Goal::Cell(Cell { x, y })) {
            [Some(code), None] => Pressed::Takes(code),
            [None, _] => Pressed::Says(NO_WAY),
            _ => Pressed::Says("several things lead there: tab points at them"),
        }
    }

    /// Moves the target one cell in this direction, over cells to which no offer leads; at the player's own cell the
    /// selection ends.
    fn aim(&mut self, own: Cell, (right, down): (i8, i8)) -> Pressed {
        let aimed = self.cursor.and_then(|cursor| match self.goal_of(cursor)? {
            Goal::Cell(cell) => Some(cell),
            Goal::Node(_) => None,
        });
        let mut at = aimed.unwrap_or(own);
        for _ in 0..2 {
            let to = at.x.checked_add_signed(right.into()).zip(at.y.checked_add_signed(down.into()));
            let Some((x, y)) = to else { break };
            at = Cell { x, y };
            if at == own {
                self.cursor = None;
                return Pressed::Says("");
            }
            let leads = |entry: &usize| self.goal_of(*entry) == Some(Goal::Cell(at));
            if let Some(entry) = (0..self.entries.len()).find(leads) {
                self.cursor = Some(entry);
                return Pressed::Says("");
            }
        }
        Pressed::Says(NO_WAY)
    }

    /// The target of an entry, if it has one.
    fn goal_of(&self, entry: usize) -> Option<Goal> {
        self.entries.get(entry)?.goal(&self.offers)
    }

    /// What the key for it does: the offer to stay, or the only offer without a target.
    fn rest(&self) -> Option<&(u64, Offer)> {
        let only = |goal: Option<Goal>| {
            let mut there = self.offers.iter().filter(move |(_, offer)| offer.goal == goal);
            there.next().filter(|_| there.next().is_none())
        };
        self.own.and_then(|own| only(Some(Goal::Cell(own)))).or_else(|| only(None))
    }

    /// That in a word.
    pub(super) fn rest_label(&self) -> Option<&str> {
        self.rest().map(|(_, offer)| offer.label.as_str())
    }

    fn stay(&self) -> Pressed {
        let many = Pressed::Says("several things lead nowhere: take one of the list");
        self.rest().map_or(many, |&(code, _)| Pressed::Takes(code))
    }

    /// The first two offers with this target.
    fn leading_to(&self, goal: Goal) -> [Option<u64>; 2] {
        let mut there = self.offers.iter().filter(|(_, offer)| offer.goal == Some(goal)).map(|&(code, _)| code);
        [there.next(), there.next()]
    }
}

const NO_WAY: &str = "there is no way there";

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::grid::Grid;
    use gridhaunt_kernel::scene::{Actor, Board, GraphBoard, GridBoard, Look, Shape, Tile, Tint};

    static ME: Look = Look::new("me", Shape::Pawn, Tint::Royal);
    const UP: Cell = Cell { x: 1, y: 2 };
    const HERE: Cell = Cell { x: 1, y: 1 };

    fn offers(y_up: bool, offers: &[(&str, Option<Cell>)]) -> Offers {
        let me = Actor { own: true, ..Actor::new(&ME, 'R', HERE) };
        let board = GridBoard { y_up, actors: vec![me], ..GridBoard::new(Grid::new(3, 3).unwrap()) };
        let offer = |(n, (label, to)): (usize, &(&str, Option<Cell>))| (10 + n as u64, Offer::to_cell(*label, *to));
        let offers = offers.iter().enumerate().map(offer).collect();
        Offers::new(offers, &Scene::new(board, Vec::new()))
    }

    #[test]
    fn an_arrow_goes_where_it_points_on_the_page() {
        let list = [("up", Some(UP)), ("left", None), ("stay", Some(HERE))];
        let mut north = offers(true, &list);
        assert_eq!(north.press(KeyCode::Up), Pressed::Takes(10));
        assert_eq!(north.press(KeyCode::Char('8')), Pressed::Takes(10), "a numpad too");
        assert_eq!(
            north.press(KeyCode::Char('k')),
            Pressed::Says("this key does nothing here"),
            "letters are the list's"
        );
        assert_eq!(north.press(KeyCode::Down), Pressed::Says(NO_WAY));
        assert_eq!(north.press(KeyCode::Left), Pressed::Says(NO_WAY));
        let mut south = offers(false, &list);
        assert_eq!([south.press(KeyCode::Down), south.press(KeyCode::Char('2'))], [Pressed::Takes(10); 2]);
        assert_eq!(south.press(KeyCode::Char(' ')), Pressed::Takes(12));
        assert_eq!(south.press(KeyCode::Char('5')), Pressed::Takes(12));
        assert_eq!([south.press(KeyCode::Char('b')), south.press(KeyCode::Char('a'))], [11, 10].map(Pressed::Takes));
        assert!(matches!(south.press(KeyCode::Char('d')), Pressed::Says(why) if !why.is_empty()));
    }

    #[test]
    fn of_several_that_lead_to_a_cell_none_is_taken_blindly() {
        let mut two = offers(false, &[("walk", Some(UP)), ("jump", Some(UP))]);
        assert!(matches!(two.press(KeyCode::Down), Pressed::Says(_)));
        assert!(matches!(two.press(KeyCode::Enter), Pressed::Says(_)));
        assert_eq!(two.press(KeyCode::Tab), Pressed::Says(""));
        assert_eq!(two.press(KeyCode::Enter), Pressed::Takes(10));
        two.press(KeyCode::Tab);
        assert_eq!(two.press(KeyCode::Enter), Pressed::Takes(11));
        two.press(KeyCode::Tab);
        assert_eq!(two.cursor, Some(0));
        two.press(KeyCode::BackTab);
        assert_eq!(two.cursor, Some(1));
    }

    #[test]
    fn without_cells_arrows_point_at_the_list() {
        let list = ["wait", "move to 3", "move to 4"].map(Offer::new);
        let board = GraphBoard::default();
        let scene = Scene::new(board, Vec::new());
        let mut graph = Offers::new((0..).zip(list).collect(), &scene);
        for (key, cursor) in [(KeyCode::Down, 0), (KeyCode::Right, 1), (KeyCode::Up, 0), (KeyCode::Left, 2)] {
            assert_eq!(graph.press(key), Pressed::Says(""));
            assert_eq!(graph.cursor, Some(cursor));
        }
        assert_eq!(graph.press(KeyCode::Enter), Pressed::Takes(2));
    }

    #[test]
    fn goals_are_marked_on_the_board() {
        let mut list = offers(false, &[("up", Some(UP)), ("stay", Some(HERE))]);
        let mut scene = Scene::new(GridBoard::new(Grid::new(3, 3).unwrap()), Vec::new());
        list.press(KeyCode::Tab);
        list.press(KeyCode::Tab);
        list.mark(&mut scene);
        let Board::Grid(board) = scene.board else { panic!("a grid stays one") };
        assert_eq!(board.tiles, [Tile { at: UP, look: &Look::AIM }, Tile { at: HERE, look: &Look::POINTED }]);
    }

    #[test]
    fn offers_that_differ_in_a_number_are_one_entry_and_the_number_is_asked_for() {
        let label = |n: u64| match n {
            0 => "wait".to_string(),
            n @ 1..=40 => format!("deposit {n}"),
            n => format!("split into {} more", n - 40),
        };
        let list = (0..44).map(|n| (n, Offer::new(label(n)))).collect();
        let scene = Scene::new(GraphBoard::default(), Vec::new());
        let mut offers = Offers::new(list, &scene);
        let labels: Vec<&str> = offers.list().map(|(_, label, _)| label).collect();
        assert_eq!(labels, ["wait", "deposit 1..40", "split into 1 more", "split into 2 more", "split into 3 more"]);
        assert_eq!(offers.press(KeyCode::Char('b')), Pressed::Says(""));
        for key in [KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Backspace] {
            assert_eq!(offers.press(key), Pressed::Says(""));
        }
        assert_eq!(offers.question().unwrap(), "deposit 1..40: which number? 9_");
        assert_eq!(offers.press(KeyCode::Char('9')), Pressed::Says(""));
        assert!(matches!(offers.press(KeyCode::Enter), Pressed::Says(why) if why.contains("none of those")));
        offers.press(KeyCode::Char('3'));
        assert_eq!(offers.press(KeyCode::Enter), Pressed::Takes(3));
        offers.press(KeyCode::Char('b'));
        assert_eq!(offers.press(KeyCode::Esc), Pressed::Says(""));
        assert_eq!((offers.question(), offers.press(KeyCode::Char('c'))), (None, Pressed::Takes(41)));
    }

    #[test]
    fn no_key_of_the_list_steers() {
        let page = ['q', '?', ' '];
        assert!(!KEYS.chars().any(|key| page.contains(&key) || way(KeyCode::Char(key)).is_some()));
    }

    #[test]
    fn where_moves_lead_further_than_the_next_cell_arrows_aim() {
        let cell = |x, y| Some(Cell { x, y });
        let list = [("stay", Some(HERE)), ("n", cell(1, 0)), ("ne", cell(2, 0)), ("ss", cell(1, 3))];
        let me = Actor { own: true, ..Actor::new(&ME, '@', HERE) };
        let board = GridBoard { actors: vec![me], ..GridBoard::new(Grid::new(4, 4).unwrap()) };
        let offer = |(n, (label, to)): (usize, (&str, Option<Cell>))| (n as u64, Offer::to_cell(label, to));
        let list = list.into_iter().enumerate().map(offer).collect();
        let mut offers = Offers::new(list, &Scene::new(board, Vec::new()));
        assert!(offers.aims());
        for (key, cursor) in [
            (KeyCode::Up, Some(1)),
            (KeyCode::Right, Some(2)),
            (KeyCode::Right, Some(2)),
            (KeyCode::Left, Some(1)),
            (KeyCode::Down, None),
            (KeyCode::Down, Some(3)),
            (KeyCode::Backspace, None),
            (KeyCode::Char('9'), Some(2)),
        ] {
            offers.press(key);
            assert_eq!(offers.cursor, cursor, "{key:?}");
        }
        assert_eq!(offers.press(KeyCode::Enter), Pressed::Takes(2));
        assert_eq!(offers.press(KeyCode::Char(' ')), Pressed::Takes(0));
    }
}
