//! What was played, as ratings need it, in flat lists.

use gridhaunt_kernel::{Invalid, json};

/// One match: who sat there, on which side, and where each ended. The lists are parallel, one item for an entrant at
/// the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The entrants, by number.
    pub entrants: Vec<u32>,
    /// The side of each. Where all seats are alike every side is the same number.
    pub sides: Vec<u16>,
    /// The rank of each: the lowest is best, equal ranks tie. They need not be contiguous.
    pub ranks: Vec<u16>,
}

/// One block (A2): its matches share their luck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Its matches.
    pub games: Vec<Game>,
    /// The points of each of its entrants: the mean over its matches (A4), or the game's own score of the block.
    pub points: Vec<(u32, f64)>,
}

/// All blocks of a rating, compact: a million matches of two take about 50 MB.
#[derive(Clone, Debug, Default)]
pub struct Games {
    names: Vec<String>,
    entrants: Vec<u32>,
    sides: Vec<u16>,
    ranks: Vec<u16>,
    /// Where the places of a match end, by match.
    match_ends: Vec<u32>,
    /// Where the matches of a block end, by block.
    block_ends: Vec<u32>,
    points: Vec<(u32, f64)>,
    /// Where the points of a block end, by block.
    point_ends: Vec<u32>,
}

/// A match in [`Games`].
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "as in `Game`")]
pub struct Table<'a> {
    pub entrants: &'a [u32],
    pub sides: &'a [u16],
    pub ranks: &'a [u16],
}

impl Games {
    /// No blocks yet, of entrants with these names; an entrant's number is its index here.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Adds a block.
    ///
    /// # Errors
    /// If lists differ in length, an entrant is not among the names or twice at a table, or points are not in 0..=1.
    pub fn add(&mut self, block: &Block) -> Result<(), Invalid> {
        for game in &block.games {
            self.check(game)?;
        }
        if let Some(&(_, points)) = block.points.iter().find(|(_, points)| !(0.0..=1.0).contains(points)) {
            return Err(Invalid::new("points", points, "0..=1"));
        }
        if let Some(&(entrant, _)) = block.points.iter().find(|(entrant, _)| *entrant as usize >= self.names.len()) {
            return Err(self.unknown("points", entrant));
        }
        let places = self.entrants.len() + block.games.iter().map(|game| game.entrants.len()).sum::<usize>();
        if u32::try_from(places.max(self.points.len() + block.points.len())).is_err() {
            return Err(Invalid::new("blocks", places, "fewer than 2^32 places at tables"));
        }
        for game in &block.games {
            self.entrants.extend_from_slice(&game.entrants);
            self.sides.extend_from_slice(&game.sides);
            self.ranks.extend_from_slice(&game.ranks);
            self.match_ends.push(self.entrants.len() as u32);
        }
        self.block_ends.push(self.match_ends.len() as u32);
        self.points.extend_from_slice(&block.points);
        self.point_ends.push(self.points.len() as u32);
        Ok(())
    }

    fn check(&self, game: &Game) -> Result<(), Invalid> {
        let places = game.entrants.len();
        for (field, len) in [("sides", game.sides.len()), ("ranks", game.ranks.len())] {
            if len != places {
                return Err(Invalid::new(
                    field,
                    format!("a list of {len}"),
                    format!("a list of {places}, as entrants"),
                ));
            }
        }
        for (place, &entrant) in game.entrants.iter().enumerate() {
            if entrant as usize >= self.names.len() {
                return Err(self.unknown("entrants", entrant));
            }
            if game.entrants[..place].contains(&entrant) {
                let name = self.quoted(entrant);
                return Err(Invalid::new("entrants", &name, "once at a table")
                    .says(format!("{name} is at a table twice; an entrant cannot be rated against itself")));
            }
        }
        Ok(())
    }

    pub(crate) fn unknown(&self, field: &str, entrant: u32) -> Invalid {
        Invalid::new(field, entrant, format!("the number of an entrant, of which there are {}", self.names.len()))
    }

    pub(crate) fn no_anchor(&self, entrant: u32) -> Invalid {
        if entrant as usize >= self.names.len() {
            return self.unknown("anchor", entrant);
        }
        let name = self.quoted(entrant);
        Invalid::new("anchor", &name, "an entrant that is rated").says(format!("{name} has no match here"))
    }

    /// The name of an entrant as messages print it.
    pub(crate) fn quoted(&self, entrant: u32) -> String {
        json::brief(&serde_json::Value::from(self.name(entrant)))
    }

    /// The name of an entrant.
    #[must_use]
    pub fn name(&self, entrant: u32) -> &str {
        &self.names[entrant as usize]
    }

    /// The number of entrants, with or without matches.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.names.len()
    }

    /// The number of matches.
    #[must_use]
    pub fn matches(&self) -> usize {
        self.match_ends.len()
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.block_ends.len()
    }

    /// A match, by number.
    #[must_use]
    pub fn table(&self, number: usize) -> Table<'_> {
        let start = if number == 0 { 0 } else { self.match_ends[number - 1] as usize };
        let places = start..self.match_ends[number] as usize;
        Table {
            entrants: &self.entrants[places.clone()],
            sides: &self.sides[places.clone()],
            ranks: &self.ranks[places],
        }
    }

    /// All matches, in the order in which they were added.
    pub fn tables(&self) -> impl Iterator<Item = Table<'_>> {
        (0..self.matches()).map(|number| self.table(number))
    }

    /// The numbers of the matches of a block.
    #[must_use]
    pub fn of_block(&self, block: usize) -> core::ops::Range<usize> {
        let start = if block == 0 { 0 } else { self.block_ends[block - 1] as usize };
        start..self.block_ends[block] as usize
    }

    /// The points of the entrants of a block.
    #[must_use]
    pub fn points(&self, block: usize) -> &[(u32, f64)] {
        let start = if block == 0 { 0 } else { self.point_ends[block - 1] as usize };
        &self.points[start..self.point_ends[block] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(entrants: &[u32], sides: &[u16], ranks: &[u16], points: &[(u32, f64)]) -> Block {
        let game = Game { entrants: entrants.to_vec(), sides: sides.to_vec(), ranks: ranks.to_vec() };
        Block { games: vec![game], points: points.to_vec() }
    }

    #[test]
    fn what_was_added_is_found_again() {
        let mut games = Games::new(vec!["a".into(), "b".into(), "c".into()]);
        let mut first = block(&[0, 1], &[0, 1], &[1, 2], &[(0, 0.75), (1, 0.25)]);
        first.games.push(Game { entrants: vec![1, 0], sides: vec![0, 1], ranks: vec![1, 1] });
        games.add(&first).unwrap();
        games.add(&block(&[2, 0, 1], &[5, 5, 5], &[2, 3, 1], &[])).unwrap();
        assert_eq!((games.entrants(), games.matches(), games.blocks()), (3, 3, 2));
        assert_eq!((games.of_block(0), games.of_block(1)), (0..2, 2..3));
        assert_eq!((games.points(0), games.points(1)), (&[(0, 0.75), (1, 0.25)][..], &[][..]));
        let last = games.table(2);
        assert_eq!((last.entrants, last.sides, last.ranks), (&[2, 0, 1][..], &[5, 5, 5][..], &[2, 3, 1][..]));
        assert_eq!(games.name(2), "c");
    }

    #[test]
    fn a_block_that_does_not_fit_is_refused_whole() {
        let mut games = Games::new(vec!["a".into(), "b".into()]);
        let mut wrong = |block: Block| games.add(&block).unwrap_err().to_string();
        assert_eq!(wrong(block(&[0, 1], &[0], &[1, 2], &[])), "sides: a list of 1 is not a list of 2, as entrants");
        assert_eq!(wrong(block(&[0, 1], &[0, 0], &[], &[])), "ranks: a list of 0 is not a list of 2, as entrants");
        let unknown = "entrants: 2 is not the number of an entrant, of which there are 2";
        assert_eq!(wrong(block(&[0, 2], &[0, 0], &[1, 2], &[])), unknown);
        let twice = "entrants: \"b\" is at a table twice; an entrant cannot be rated against itself";
        assert_eq!(wrong(block(&[1, 1], &[0, 0], &[1, 2], &[])), twice);
        assert_eq!(wrong(block(&[0, 1], &[0, 0], &[1, 2], &[(0, 1.5)])), "points: 1.5 is not in 0..=1");
        assert_eq!((games.matches(), games.blocks()), (0, 0));
    }
}
