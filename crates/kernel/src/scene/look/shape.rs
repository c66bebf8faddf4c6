//! The shapes that can be drawn.

/// The shape of something in a cell, on a line, at a node, or where something happened. On small cells all of them
/// become badges or squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Shape {
    /// A disc with the letter; a ring where something happened; a plain square as a tile.
    Disc,
    /// A ghost with the letter.
    Ghost,
    /// A way out that fills its cell: units in the cell stand on it.
    Gate,
    /// A piece of cheese.
    Wedge,
    Snake,
    /// The head of a mouse.
    Mouse,
    /// A cross, where a unit was lost.
    Cross,
    /// An arrow, where a unit got out.
    Arrow,
    /// A shield with the letter.
    Guard,
    /// A runner with the letter.
    Runner,
    /// A line without gaps.
    Stroke,
    /// A line in dashes.
    Dashes,
    /// A person with the letter.
    Pawn,
    /// The head of a zombie.
    Zombie,
    /// A pale ghost with eyes.
    Spectre,
    Key,
    /// A gate that is locked.
    Lock,
    /// The ground of a dungeon. A board with such a tile has no border, and cells without one are void.
    Ground(Ground),
    /// A tile that darkens what is under it.
    Veil,
    /// A tile for a cell of which nothing is known: hatched, so that it does not look empty.
    Fog,
    /// A tile that draws a frame round what is under it.
    Frame,
    /// A tile of a region: neighbouring cells whose rims have the same colour get one outline.
    Field(Furrows),
    /// A tile of a region that is highlighted in it.
    Yard(Furrows),
    /// A path over the tiles: lines with this look are broad, and a tile is a piece of it.
    Track,
    /// A plant over the tiles.
    Weed,
    /// A ring round the unit where something happened, wide enough to be seen behind it.
    Halo,
    /// A person in a straw hat.
    Farmer,
    /// A token with a shield.
    Shield,
    /// A token with a star.
    Star,
    /// A token with a snowflake.
    Flake,
    /// A token with a link of a chain.
    Chain,
    /// A token with a sprout.
    Sprout,
}

impl Shape {
    /// Whether it fills its cell: units in the cell stand on it.
    #[must_use]
    pub const fn is_gate(self) -> bool {
        matches!(self, Self::Gate | Self::Lock)
    }

    /// Whether it is a token, which lies in its cell and is replaced by its letter where there is no room for its
    /// picture.
    #[must_use]
    pub const fn is_token(self) -> bool {
        matches!(self, Self::Shield | Self::Star | Self::Flake | Self::Chain | Self::Sprout)
    }
}

/// The kinds of ground in a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Stone that fills the cell.
    Wall,
    /// The floor of a room.
    Floor,
    /// The floor of a hallway.
    Hall,
    /// A way through a wall.
    Door,
    /// Nothing: the background of the page is visible.
    Void,
}

/// The direction of the furrows of a region, so that regions differ without colours too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Furrows {
    /// From left to right.
    Level,
    /// From top to bottom.
    Upright,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
}

impl Furrows {
    /// One direction for each of four regions.
    pub const ALL: [Self; 4] = [Self::Level, Self::Upright, Self::Rising, Self::Falling];
}
