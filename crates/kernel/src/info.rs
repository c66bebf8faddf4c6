//! A game describes what kind of game it is as data.

use serde::Serialize;

/// Which seats choose in a step, and whether their order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dynamics {
    /// All seats choose at once, every step.
    Simultaneous,
    /// Sides take turns; a whole side chooses at once.
    Phased,
    /// One seat at a time.
    Turns,
    /// All at once, and the order in which choices arrive matters; a seat may choose several times in one step.
    Ticks,
}

impl Dynamics {
    /// Whether one seat may make several choices in a step.
    #[must_use]
    pub const fn takes_several(self) -> bool {
        matches!(self, Self::Ticks)
    }
}

/// What seats know of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Information {
    /// Every seat sees everything.
    Perfect,
    /// A view leaves something out.
    Hidden,
}

/// When chance plays a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// Only the set-up is drawn.
    SetUp,
    /// Draws continue during play.
    Ongoing,
}

/// How the results of the seats depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Interests {
    /// What one side gains the other loses.
    Opposed,
    /// Neither opposed nor shared.
    Mixed,
}

/// A kind of seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Role {
    /// Its name, as in `killer=random`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Its goal, in a sentence addressed to its player: `You are a survivor: reach an exit …`.
    pub goal: &'static str,
    /// The bot that plays it by default.
    pub bot: &'static str,
    /// The name of the side it plays on.
    pub side: &'static str,
}

/// Seats that win together; one entrant plays them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Its name in results. Most sides consist of one role and have the name of that role.
    pub name: &'static str,
    /// The plural of its name, as in "the killers win".
    pub plural: &'static str,
}

/// What kind of game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Info {
    /// The name of the game on the command line and in replays.
    pub name: &'static str,
    /// The name of the game for people.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// Raised when a change alters any recorded match (K5).
    pub rules_version: u32,
    /// Raised when a change alters any seeded world (K5).
    pub generator_version: u32,
    pub dynamics: Dynamics,
    pub information: Information,
    /// When chance plays a part.
    pub chance: Chance,
    /// How results depend on each other.
    pub interests: Interests,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The roles, in the order of their first seats.
    pub roles: &'static [Role],
    /// The sides, in the order of their first seats.
    pub sides: &'static [Side],
    /// How many numbered actions a seat has with default settings.
    pub actions: u16,
    /// What the score counts.
    pub score: &'static str,
    /// How many of the smallest units of score make one point.
    pub units_per_point: u32,
    /// The names of the sides whose seats one mind leads: one process may play all seats of such a side (B8).
    #[serde(skip)]
    pub one_mind: &'static [&'static str],
}

impl Info {
    /// A two-seat game with turns and no hidden information. Games start from it and set what differs: `Info { name:
    /// "nim", ..Info::DUEL }`.
    pub const DUEL: Self = Self {
        name: "",
        title: "",
        about: "",
        rules_version: 1,
        generator_version: 1,
        dynamics: Dynamics::Turns,
        information: Information::Perfect,
        chance: Chance::SetUp,
        interests: Interests::Opposed,
        seats: (2, 2),
        roles: &[
            Role { name: "first", about: "moves first", goal: "You move first.", bot: "uniform", side: "first" },
            Role { name: "second", about: "moves second", goal: "You move second.", bot: "uniform", side: "second" },
        ],
        sides: &[Side { name: "first", plural: "first" }, Side { name: "second", plural: "second" }],
        actions: 0,
        score: "points",
        units_per_point: 1,
        one_mind: &[],
    };

    /// The side of a role, as an index into the sides.
    #[must_use]
    pub fn side(&self, role: usize) -> usize {
        let named = |side: &str| self.sides.iter().position(|known| known.name == side);
        self.roles.get(role).and_then(|role| named(role.side)).unwrap_or(0)
    }

    /// The name of a role, empty if there is none.
    #[must_use]
    pub fn role_name(&self, role: usize) -> &'static str {
        self.roles.get(role).map_or("", |role| role.name)
    }

    /// Whether a bot that is given to a whole side is meant for this role of it. A bot that is the default of another
    /// role of that side is meant for that role only.
    #[must_use]
    pub fn suits(&self, bot: &str, role: usize) -> bool {
        let Some(own) = self.roles.get(role) else { return true };
        let mut usual = self.roles.iter().filter(|known| known.side == own.side && known.bot == bot).peekable();
        usual.peek().is_none() || usual.any(|known| known.name == own.name)
    }

    /// The name of a side, empty if there is none.
    #[must_use]
    pub fn side_name(&self, side: usize) -> &'static str {
        self.sides.get(side).map_or("", |side| side.name)
    }
}
