//! What a seat may choose (R67).

gridhaunt_kernel::words! {
    /// A move as an offset in rows and columns, by number; or a forfeit (R24), which is never among the legal ones.
    #[derive(PartialOrd, Ord, Hash)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(
            rename_all = "lowercase",
            description = "A move: up to two steps, as an offset in rows and columns; or `forfeit`."
        )
    )]
    #[repr(u8)]
    pub enum Action {
        /// (0,0).
        Stay = "stay",
        /// (-1,0).
        N = "n",
        /// (0,-1).
        W = "w",
        /// (0,+1).
        E = "e",
        /// (+1,0).
        S = "s",
        /// (-2,0).
        NN = "nn",
        /// (-1,-1).
        NW = "nw",
        /// (-1,+1).
        NE = "ne",
        /// (0,-2).
        WW = "ww",
        /// (0,+2).
        EE = "ee",
        /// (+1,-1).
        SW = "sw",
        /// (+1,+1).
        SE = "se",
        /// (+2,0).
        SS = "ss",
        /// Leaves the game permanently.
        Forfeit = "forfeit",
    }
}

use Action::{E, EE, Forfeit, N, NE, NN, NW, S, SE, SS, SW, Stay, W, WW};

impl Action {
    /// How many moves there are, including staying.
    pub const COUNT: usize = 13;

    /// The moves by number (R67).
    pub const MOVES: [Self; Self::COUNT] = [Stay, N, W, E, S, NN, NW, NE, WW, EE, SW, SE, SS];

    /// The four steps, in action order.
    pub const STEPS: [Self; 4] = [N, W, E, S];

    /// The move with this number.
    #[inline]
    #[must_use]
    pub const fn numbered(number: usize) -> Option<Self> {
        if number < Self::COUNT { Some(Self::MOVES[number]) } else { None }
    }

    /// How row and column change (R67); not at all for a forfeit.
    #[inline]
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Stay | Forfeit => (0, 0),
            N => (-1, 0),
            W => (0, -1),
            E => (0, 1),
            S => (1, 0),
            NN => (-2, 0),
            NW => (-1, -1),
            NE => (-1, 1),
            WW => (0, -2),
            EE => (0, 2),
            SW => (1, -1),
            SE => (1, 1),
            SS => (2, 0),
        }
    }

    /// The move with this offset.
    #[inline]
    #[must_use]
    pub const fn with_offset(rows: i64, columns: i64) -> Option<Self> {
        if rows < -2 || rows > 2 || columns < -2 || columns > 2 {
            return None;
        }
        let number = BY_OFFSET[(rows + 2) as usize][(columns + 2) as usize];
        Self::numbered(number as usize)
    }

    /// The sum of one or two steps, each a letter of `n w e s`; also `stay` and `forfeit`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        if let Some(number) = Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(word)) {
            return Some(if number == Self::COUNT { Forfeit } else { Self::MOVES[number] });
        }
        let step = |letter: u8| match letter.to_ascii_lowercase() {
            b'n' => Some((-1, 0)),
            b'w' => Some((0, -1)),
            b'e' => Some((0, 1)),
            b's' => Some((1, 0)),
            _ => None,
        };
        match *word.as_bytes() {
            [first, second] => {
                let ((r, c), (rows, columns)) = (step(first)?, step(second)?);
                Self::with_offset(r + rows, c + columns)
            }
            _ => None,
        }
    }
}

#[cfg(feature = "alloc")]
impl serde::Serialize for Action {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "alloc")]
impl<'de> serde::Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = alloc::string::String::deserialize(deserializer)?;
        Self::from_word(&word).ok_or_else(|| serde::de::Error::custom("an action is stay, n, nw, ... or forfeit"))
    }
}

/// The numbers of the moves by rows and columns from -2; [`Action::COUNT`] where there is none.
const BY_OFFSET: [[u8; 5]; 5] =
    [[13, 13, 5, 13, 13], [13, 6, 1, 7, 13], [8, 2, 0, 3, 9], [13, 10, 4, 11, 13], [13, 13, 12, 13, 13]];

/// A set of moves, one bit for each, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Moves(pub u16);

impl FromIterator<Action> for Moves {
    /// Collects moves; a forfeit is not a move and is ignored.
    fn from_iter<T: IntoIterator<Item = Action>>(actions: T) -> Self {
        let moves = actions.into_iter().filter(|&action| action != Forfeit);
        moves.fold(Self::default(), |moves, action| moves.with(Self(1 << action as u8)))
    }
}

impl Moves {
    /// The set that holds only staying.
    pub const STAY: Self = Self(1);

    /// Whether a move is among them; a forfeit never is.
    #[inline]
    #[must_use]
    pub const fn has(self, action: Action) -> bool {
        (action as usize) < Action::COUNT && self.0 >> action as u8 & 1 == 1
    }

    /// The moves in action order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Action> + Clone {
        let mut rest = self.0 & ((1 << Action::COUNT) - 1);
        core::iter::from_fn(move || {
            let number = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            Action::numbered(number)
        })
    }

    /// The one with the lowest number; staying if the set is empty.
    #[inline]
    #[must_use]
    pub fn first(self) -> Action {
        self.iter().next().unwrap_or(Stay)
    }

    /// The set of only the move with this offset, empty if there is no such move.
    #[inline]
    #[must_use]
    pub const fn towards(rows: i64, columns: i64) -> Self {
        match Action::with_offset(rows, columns) {
            Some(action) => Self(1 << action as u8),
            None => Self(0),
        }
    }

    /// The moves of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The moves of both sets.
    #[inline]
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_offsets_lead_back() {
        for (number, action) in Action::MOVES.into_iter().enumerate() {
            assert_eq!(action as usize, number);
            let (rows, columns) = action.offset();
            assert_eq!(Action::with_offset(rows.into(), columns.into()), Some(action));
            assert_eq!(Action::from_word(action.name()), Some(action));
        }
        assert_eq!(Action::from_word("forfeit"), Some(Forfeit));
        assert_eq!(
            [Action::from_word("WN"), Action::from_word("es"), Action::from_word("ns")],
            [Some(NW), Some(SE), Some(Stay)]
        );
        assert_eq!([Action::from_word("nnn"), Action::from_word("x"), Action::from_word("")], [None; 3]);
        assert_eq!(Action::with_offset(2, 1), None);
    }

    #[test]
    fn moves_come_in_action_order() {
        let moves = Moves(0b1_0000_0000_0110);
        assert!(moves.iter().eq([N, W, SS]));
        assert_eq!(moves.first(), N);
        assert_eq!(moves.without(Moves::towards(0, -1)), Moves(0b1_0000_0000_0010));
        assert_eq!(moves.with(Moves::STAY), Moves(0b1_0000_0000_0111));
        assert_eq!([SS, N, Forfeit, W].into_iter().collect::<Moves>(), moves);
        assert_eq!(Moves::towards(2, 1), Moves(0));
        assert!(!Moves(u16::MAX).has(Forfeit));
        assert_eq!(Moves(u16::MAX).iter().count(), 13);
    }
}
