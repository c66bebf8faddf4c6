//! Steps and bids.

gridhaunt_kernel::words! {
    /// The steps of a unit, by number (R2).
    #[derive(PartialOrd, Ord, Hash)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(
            description = "A step by its number. A bot may send the word instead: `\"NE\"` is 2.",
            transform = gridhaunt_kernel::schema::Numbered(0)
        )
    )]
    #[repr(u8)]
    pub enum Step {
        /// (0,0).
        #[cfg_attr(feature = "schema", schemars(rename = "stay"))]
        Stay = "stay",
        /// (0,-1).
        N = "N",
        /// (+1,-1).
        NE = "NE",
        /// (+1,0).
        E = "E",
        /// (+1,+1).
        SE = "SE",
        /// (0,+1).
        S = "S",
        /// (-1,+1).
        SW = "SW",
        /// (-1,0).
        W = "W",
        /// (-1,-1).
        NW = "NW",
    }
}

impl Step {
    /// Bot order: the directions, then staying (section 9).
    pub const BOT_ORDER: [Self; 9] =
        [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW, Self::Stay];

    /// How x and y change (R2).
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::Stay => (0, 0),
            Self::N => (0, -1),
            Self::NE => (1, -1),
            Self::E => (1, 0),
            Self::SE => (1, 1),
            Self::S => (0, 1),
            Self::SW => (-1, 1),
            Self::W => (-1, 0),
            Self::NW => (-1, -1),
        }
    }
}

/// What a seat chooses: a step, and a bid for contests (R12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "json::Written"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Action {
    pub step: Step,
    /// The priority; in a contest for a cell the higher bid wins (R19).
    pub bid: i32,
}

impl From<Step> for Action {
    fn from(step: Step) -> Self {
        Self { step, bid: 0 }
    }
}

#[cfg(feature = "schema")]
mod json {
    use super::Step;
    use gridhaunt_kernel::schema::Listed;
    use schemars::JsonSchema;

    /// An action in JSON (R12).
    #[derive(JsonSchema)]
    #[schemars(untagged)]
    #[expect(dead_code, reason = "for its schema alone")]
    pub(super) enum Written {
        /// A step without a bid.
        Plain(Step),
        /// A step with a bid.
        Bidding(Bid),
    }

    /// A step with a bid: `[3,250]`.
    #[derive(JsonSchema)]
    #[schemars(transform = Listed)]
    #[expect(dead_code, reason = "for its schema alone")]
    pub(super) struct Bid {
        step: Step,
        /// The priority; in a contest for a cell the higher bid wins.
        bid: i32,
    }
}

#[cfg(feature = "alloc")]
impl serde::Serialize for Step {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

#[cfg(feature = "alloc")]
impl<'de> serde::Deserialize<'de> for Step {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_u8(number).ok_or_else(|| serde::de::Error::custom("a step is 0..=8"))
    }
}
