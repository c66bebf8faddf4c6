//! The settings (section 10 of the rules).

use crate::ground::{Code, Priority, Sight};
use crate::position::{Place, Position, Whole, cell};
use crate::setup::Distances;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Plain;
use serde::{Serialize, Serializer};

gridhaunt_kernel::words! {
    /// Where exits are drawn (R7).
    pub enum Placement {
        /// Anywhere on the board.
        Random = "random",
        /// On its border.
        Border = "border",
    }
    /// Who shares what it sees (R31).
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Sharing {
        None = "none",
        /// All units of a side.
        Team = "team",
    }
    /// Whether something may be done.
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Manner {
        Allow = "allow",
        Forbid = "forbid",
    }
    /// When survivors win (R28).
    #[allow(missing_docs, reason = "the names say it")]
    pub enum WinRule {
        Strict = "strict",
        /// If more escape than not.
        Score = "score",
    }
}

gridhaunt_kernel::settings! {
    /// What a person chooses.
    ///
    /// ```
    /// use gridhaunt_tag::{Settings, Tag};
    /// let settings = Settings { width: 9, height: 9, ..Settings::default() };
    /// let (world, _) = Tag::new(&settings, 1)?;
    /// assert_eq!(world.grid().cells(), 81);
    /// # Ok::<(), gridhaunt_kernel::Invalid>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// Cells in a row
        width: u16 = 50, in 3..=256;
        /// Rows
        height: u16 = 50, in 3..=256;
        /// The last round
        max_rounds: u16 = 100, in 1..=10_000;
        /// How many run
        survivors: u8 = 3, in 1..=16;
        /// How many hunt
        killers: u8 = 3, in 1..=16;
        /// How many exits are drawn
        exit_count: u8 = 2, in 1..=16;
        /// The exits, in place of drawn ones
        exits: Option<Vec<Cell>> = None, kind EXITS, shown "drawn", read read_exits;
        /// Where exits are drawn
        exit_placement: Placement = Placement::Random;
        /// Least distance between drawn exits
        exit_spacing: u16 = 8, in 1..=256;
        /// Least distance of drawn units to exits
        d_exit_min: u16 = 8, in 1..=256;
        /// Least distance between drawn survivors and killers
        d_enemy_min: u16 = 4, in 2..=256;
        /// Least distance between drawn units of a side
        d_ally_min: u16 = 2, in 1..=256;
        /// How far survivors see
        survivor_sight: Sight = Sight::Within(2);
        /// How far killers see
        killer_sight: Sight = Sight::All;
        /// Whether a unit sees what its side sees
        vision_sharing: Sharing = Sharing::None;
        /// Entering a cell that one of the own side leaves
        follow: Manner = Manner::Allow;
        /// Rings of three or more that turn
        cycle: Manner = Manner::Forbid;
        /// Killers on exits
        killers_on_exits: Manner = Manner::Allow;
        /// Who enters a contested cell
        priority: Priority = Priority::Score;
        /// Whether any number may use an exit at once
        multi_escape: bool = false;
        /// Survivors win if all escape, or if more do than not
        win_rule: WinRule = WinRule::Strict;
        /// Where everybody begins, in place of drawn cells
        start: Option<Whole> = None, kind START, shown "drawn", read read_start;
    }
}

const EXITS: FieldKind = FieldKind::Schema(
    r#"{"description":"1 to 16 different cells [x,y]","type":"array","minItems":1,"maxItems":16,"items":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"minItems":2,"maxItems":2}}"#,
);
const START: FieldKind =
    FieldKind::Schema(r#"{"description":"a state, as step prints it; needs exits","type":"object"}"#);

impl Plain for Sight {
    const KIND: FieldKind = FieldKind::Schema(
        r#"{"description":"all, or 0..=255","anyOf":[{"const":"all"},{"type":"null"},{"type":"integer","minimum":0,"maximum":255}]}"#,
    );

    fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
        match value {
            Value::Null => Ok(Self::All),
            Value::String(word) if word == "all" => Ok(Self::All),
            _ => match value.as_u64() {
                Some(most @ 0..=255) => Ok(Self::Within(most as u8)),
                _ => Err(Invalid::new(field, brief(value), "all or in 0..=255")),
            },
        }
    }

    fn write(&self) -> Value {
        match *self {
            Self::All => "all".into(),
            Self::Within(most) => most.into(),
        }
    }
}

impl Serialize for Sight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.write().serialize(serializer)
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    /// Checks that there are enough cells for all units and exits. A given start was already checked.
    fn cross_check(&self) -> Result<(), Invalid> {
        let [survivors, killers, exits] = self.counts().map(usize::from);
        let (wanted, cells) = (survivors + killers + exits, self.grid().cells());
        if self.start.is_none() && wanted > cells {
            return Err(Invalid::new("survivors", wanted, format!("units and exits on {cells} cells"))
                .says(format!("{} do not fit on {cells} cells", self.crowd())));
        }
        Ok(())
    }

    fn complete(&self) -> Self {
        let [survivors, killers, exit_count] = self.counts();
        Self { survivors, killers, exit_count, ..self.clone() }
    }
}

fn read_exits(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Option<Vec<Cell>>, Invalid> {
    let list = value.as_array().ok_or_else(|| Invalid::new("exits", brief(value), "a list of 1 to 16 cells"))?;
    match list.len() {
        0 => return Err(Invalid::new("exits", "[]", "1 to 16 cells").says("empty, need 1 to 16")),
        1..=16 => {}
        n => return Err(Invalid::new("exits", n, "1 to 16 cells").says(format!("{n} given, need 1 to 16"))),
    }
    let mut exits = Vec::with_capacity(list.len());
    for (i, item) in list.iter().enumerate() {
        let field = format!("exits[{i}]");
        let exit = cell(&field, item, so_far.grid())?;
        if exits.contains(&exit) {
            return Err(Invalid::new(field, brief(item), "a cell of its own").says(format!("{} is taken", brief(item))));
        }
        exits.push(exit);
    }
    Ok(Some(exits))
}

fn read_start(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Option<Whole>, Invalid> {
    let Some(exits) = &so_far.exits else {
        return Err(Invalid::new("start", brief(value), "together with exits").says("needs exits"));
    };
    let Code { grid, barred, max_rounds, strict, .. } = so_far.code();
    let place = Place { grid, exits, barred, max_rounds, strict };
    let position = Position::read_start(value, &place).map_err(|error| error.within("start"))?;
    Ok(Some(Whole(position)))
}

const SMALLEST: Grid = match Grid::new(3, 3) {
    Some(grid) => grid,
    None => unreachable!(),
};

impl Settings {
    /// The size of the board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::new(self.width, self.height).unwrap_or(SMALLEST)
    }

    /// The number of survivors at the start, S, of killers, K, and of exits: from the lists where these are given.
    #[must_use]
    pub fn counts(&self) -> [u8; 3] {
        let [survivors, killers] = match &self.start {
            Some(Whole(start)) => [start.survivors.len() as u8, start.killers.len() as u8],
            None => [self.survivors, self.killers],
        };
        [survivors, killers, self.exits.as_ref().map_or(self.exit_count, |exits| exits.len() as u8)]
    }

    /// The minimum distances of drawn units.
    #[must_use]
    pub const fn distances(&self) -> Distances {
        Distances { exit: self.d_exit_min, enemy: self.d_enemy_min, ally: self.d_ally_min }
    }

    /// These settings as numbers for the rules.
    #[must_use]
    pub fn code(&self) -> Code {
        let [survivors, killers, _] = self.counts();
        Code {
            grid: self.grid(),
            survivors,
            killers,
            max_rounds: self.max_rounds,
            sight: [self.survivor_sight, self.killer_sight],
            team_vision: self.vision_sharing == Sharing::Team,
            follow: self.follow == Manner::Allow,
            cycle: self.cycle == Manner::Allow,
            barred: self.killers_on_exits == Manner::Forbid,
            priority: self.priority,
            multi_escape: self.multi_escape,
            strict: self.win_rule == WinRule::Strict,
        }
    }

    /// The units and exits that need room, in words.
    fn crowd(&self) -> String {
        let some = |n: u8, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let [survivors, killers, exits] = self.counts();
        format!("{}, {} and {}", some(survivors, "survivor"), some(killers, "killer"), some(exits, "exit"))
    }

    /// The error for a set-up that finds no room, even with relaxed distances (R9).
    #[must_use]
    pub fn no_room(&self) -> Invalid {
        let (width, height) = (self.grid().width(), self.grid().height());
        Invalid::new("survivors", self.counts()[0], "a set-up with room for all")
            .says(format!("no room for {} on {width} by {height}", self.crowd()))
    }
}
