//! What can be drawn.

/// What is drawn for someone or something in a cell, on a line or at a node, or where something happened. On a small
/// cell all of them become badges or squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Shape {
    /// A disc with the letter; a ring where something happened; a plain square as a tile.
    Disc,
    /// A ghost with the letter.
    Ghost,
    /// A way out that fills its cell: whoever stands there stands on it.
    Gate,
    /// A piece of cheese.
    Wedge,
    Snake,
    /// The head of a mouse.
    Mouse,
    /// A cross, where someone was lost.
    Cross,
    /// An arrow, where someone got out.
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
    /// The head of one who is not quite dead.
    Zombie,
    /// A pale ghost with eyes.
    Spectre,
    Key,
    /// A gate that is locked.
    Lock,
    /// What the ground of a dungeon is made of. A board with such a tile has no border, and cells without one are void.
    Ground(Ground),
    /// A tile that dims what it lies on.
    Veil,
    /// A tile of which nothing is known: hatched, so that it does not look empty.
    Fog,
    /// A tile that frames what it lies on.
    Frame,
    /// A tile of a region: cells whose rims have one colour are enclosed as one.
    Field(Furrows),
    /// A tile of a region that stands out in it.
    Yard(Furrows),
    /// A way over the tiles: lines of this look are broad, and a tile is a piece of it.
    Track,
    /// A plant over the tiles.
    Weed,
    /// A ring round who stands where something happened, wide enough to be seen behind them.
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
    /// Whether it fills its cell: whoever stands there stands on it.
    #[must_use]
    pub const fn is_gate(self) -> bool {
        matches!(self, Self::Gate | Self::Lock)
    }

    /// Whether it is a token, which lies in its cell and has its letter where there is no room for its picture.
    #[must_use]
    pub const fn is_token(self) -> bool {
        matches!(self, Self::Shield | Self::Star | Self::Flake | Self::Chain | Self::Sprout)
    }
}

/// What the ground of a dungeon is made of.
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
    /// Nothing at all: the page shows.
    Void,
}

/// Which way the furrows of a region run, so that regions differ without colours too.
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
    /// One way for each of four regions.
    pub const ALL: [Self; 4] = [Self::Level, Self::Upright, Self::Rising, Self::Falling];
}
