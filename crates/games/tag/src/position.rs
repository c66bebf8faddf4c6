//! States as JSON (R10), and the setting `start`.
//!
//! The document of a whole state has two more fields than R10 shows, at its end: `captures` by killer, and `last` of
//! both sides (R6). A start may leave out everything but the units.

use crate::check::mask;
use crate::ground::{Code, pack, unpack};
use crate::state::{Counts, End, Last, Side, State, Status, Winner, nobody};
use gridhaunt_kernel::prelude::*;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The positions of all units, in plain terms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Position {
    pub round: u16,
    /// Whose phase it is, or was when the match ended.
    pub phase: Side,
    /// Cells of the killers, by id.
    pub killers: Vec<Cell>,
    /// Status of the survivors, by id; the cell only matters for those that are in.
    pub survivors: Vec<(Status, Cell)>,
    /// How the match ended.
    pub over: Option<(Winner, End)>,
    pub captures: Vec<u8>,
    /// The result of the latest choice of every survivor and every killer, by [`Side`].
    pub last: [Vec<Option<Last>>; 2],
}

/// The board that a position is read for.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Place<'a> {
    pub grid: Grid,
    pub exits: &'a [Cell],
    /// Whether they are barred to killers.
    pub barred: bool,
    pub max_rounds: u16,
    /// Whether survivors win only if all escape.
    pub strict: bool,
}

const WHOLE: [&str; 12] = [
    "round", "phase", "killers", "survivors", "escaped", "captured", "stranded", "over", "winner", "end_reason",
    "captures", "last",
];
const SIDES: [&str; 2] = ["survivor", "killer"];

impl Position {
    /// Reads the setting `start`: a match that is not over, with the fields of R10 or a whole state.
    pub fn read_start(document: &Value, place: &Place<'_>) -> Result<Self, Invalid> {
        let read = Reader::new("", document, &WHOLE)?;
        let mut position = Self::read_units(&read, place)?;
        // R10: stranded, over, winner and end_reason as shown.
        for (field, shown) in
            WHOLE[6..10].iter().zip([Value::Array(Vec::new()), false.into(), Value::Null, Value::Null])
        {
            if let Some(value) = read.get(field).filter(|value| **value != shown) {
                return Err(Invalid::new(*field, brief(value), format!("{shown} at a start")));
            }
        }
        if position.over.is_some() {
            return Err(Invalid::new("survivors", "{}", "at least one that is in").says("nobody is in"));
        }
        position.read_rest(&read)?;
        Ok(position)
    }

    /// Reads a whole state.
    pub fn read(document: &Value, place: &Place<'_>) -> Result<Self, Invalid> {
        let read = Reader::new("", document, &WHOLE)?;
        let mut position = Self::read_units(&read, place)?;
        position.check_end(&read)?;
        position.read_rest(&read)?;
        Ok(position)
    }

    /// Reads captures and `last`, which R10 does not show.
    fn read_rest(&mut self, read: &Reader<'_>) -> Result<(), Invalid> {
        if let Some(value) = read.get("captures") {
            self.read_captures(value)?;
        }
        if let Some(value) = read.get("last") {
            let sides = Reader::new("", value, &["survivors", "killers"]).map_err(|error| error.within("last"))?;
            for (side, name) in [(Side::Survivor, "survivors"), (Side::Killer, "killers")] {
                if let Some(list) = sides.get(name) {
                    let slots = &mut self.last[side as usize];
                    read_last(list, slots).map_err(|error| error.within(name).within("last"))?;
                }
            }
        }
        Ok(())
    }

    fn read_units(read: &Reader<'_>, place: &Place<'_>) -> Result<Self, Invalid> {
        let round = read.integer("round", 1, place.max_rounds.into())?.unwrap_or(1) as u16;
        let phase = match read.word("phase", &SIDES)? {
            Some(0) => Side::Survivor,
            _ => Side::Killer,
        };
        let killers = by_id(read, "killers", place.grid)?;
        let survivors = by_id(read, "survivors", place.grid)?;
        let gone = [("escaped", Status::Escaped), ("captured", Status::Captured), ("stranded", Status::Stranded)]
            .map(|(field, status)| ids(read, field).map(|ids| ids.into_iter().map(move |id| (field, status, id))));
        let gone = gone.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect::<Vec<_>>();

        let count = |field: &str, n: usize| match n {
            1..=16 => Ok(n),
            _ => Err(Invalid::new(field, n, "1 to 16 of them")),
        };
        let k = count("killers", killers.len())?;
        let s = match survivors.len() + gone.len() {
            0 => return Err(nobody_in()),
            n => count("survivors", n)?,
        };
        let mut placed: Vec<Option<Cell>> = vec![None; k];
        let mut taken: Vec<Cell> = Vec::with_capacity(k + s);
        let mut take = |field: String, cell: Cell, barred: bool| {
            let wrong = |words: &str| {
                Err(Invalid::new(field.clone(), format!("[{},{}]", cell.x, cell.y), "a free cell")
                    .says(format!("[{},{}] is {words}", cell.x, cell.y)))
            };
            if taken.contains(&cell) {
                return wrong("taken");
            }
            if barred && place.exits.contains(&cell) {
                return wrong("an exit");
            }
            taken.push(cell);
            Ok(())
        };
        for (id, cell) in killers {
            let slot = placed.get_mut(usize::from(id)).ok_or_else(|| wrong_id("killers", id, k))?;
            *slot = Some(cell);
            take(format!("killers.{id}"), cell, place.barred)?;
        }
        let mut statuses: Vec<Option<(Status, Cell)>> = vec![None; s];
        for (id, cell) in survivors {
            let slot = statuses.get_mut(usize::from(id)).ok_or_else(|| wrong_id("survivors", id, s))?;
            *slot = Some((Status::In, cell));
            take(format!("survivors.{id}"), cell, true)?;
        }
        for (field, status, id) in gone {
            match statuses.get_mut(usize::from(id)) {
                None => return Err(wrong_id(field, id, s)),
                Some(Some(_)) => {
                    return Err(Invalid::new(field, id, "each id once").says(format!("{id} is there twice")));
                }
                Some(slot) => *slot = Some((status, Cell::default())),
            }
        }
        // As many slots as distinct ids, so none is left empty.
        let killers: Vec<Cell> = placed.into_iter().flatten().collect();
        let survivors: Vec<(Status, Cell)> = statuses.into_iter().flatten().collect();
        let captured = survivors.iter().filter(|(status, _)| *status == Status::Captured).count();
        let mut captures = vec![0; k];
        captures[0] = captured as u8; // R10: those that are not listed.
        let last = [vec![None; s], vec![None; k]];
        let mut position = Self { round, phase, killers, survivors, over: None, captures, last };
        position.over = position.end(place)?;
        Ok(position)
    }

    fn counts(&self) -> Counts {
        let count = |wanted| self.survivors.iter().filter(|(status, _)| *status == wanted).count() as u8;
        Counts {
            inside: count(Status::In),
            escaped: count(Status::Escaped),
            captured: count(Status::Captured),
            stranded: count(Status::Stranded),
        }
    }

    /// The end of the match by R26 and R28, none if it continues.
    fn end(&self, place: &Place<'_>) -> Result<Option<(Winner, End)>, Invalid> {
        let counts = self.counts();
        if counts.stranded > 0 && (counts.inside > 0 || self.round != place.max_rounds) {
            let expected = format!("empty, or nobody in and round {}", place.max_rounds);
            return Err(Invalid::new("stranded", format!("{} survivors", counts.stranded), expected));
        }
        let end = match counts {
            Counts { inside: 1.., .. } => None,
            Counts { stranded: 0, .. } => Some(End::BoardEmpty),
            _ => Some(End::TimeLimit),
        };
        Ok(end.map(|end| (Winner::of(counts, place.strict), end)))
    }

    /// The fields about the end must be correct.
    fn check_end(&self, read: &Reader<'_>) -> Result<(), Invalid> {
        let truth: [(&str, Value); 3] = [
            ("over", self.over.is_some().into()),
            ("winner", self.over.map_or(Value::Null, |(winner, _)| winner.name().into())),
            ("end_reason", self.over.map_or(Value::Null, |(_, end)| end.name().into())),
        ];
        for (field, truth) in truth {
            if let Some(value) = read.get(field).filter(|value| **value != truth) {
                return Err(Invalid::new(field, brief(value), format!("{truth}, as the rest says")));
            }
        }
        Ok(())
    }

    fn read_captures(&mut self, value: &Value) -> Result<(), Invalid> {
        let (killers, captured) = (self.killers.len(), self.counts().captured);
        let wrong = || {
            let expected = format!("a list of {killers} numbers that add up to {captured}");
            Invalid::new("captures", brief(value), expected)
        };
        let list = value.as_array().filter(|list| list.len() == killers).ok_or_else(wrong)?;
        let numbers = list.iter().map(|item| integer("captures", item, 0, 16).map(|n| n as u8));
        let numbers = numbers.collect::<Result<Vec<u8>, _>>().map_err(|_| wrong())?;
        if numbers.iter().map(|&n| u32::from(n)).sum::<u32>() != u32::from(captured) {
            return Err(wrong());
        }
        self.captures = numbers;
        Ok(())
    }

    /// The position of a state.
    #[must_use]
    pub fn of<const N: usize>(code: &Code, state: &State<N>) -> Self {
        let (s, k) = (usize::from(code.survivors).min(N), usize::from(code.killers).min(N));
        let last = |side: Side, count: usize| state.last[side as usize][..count].to_vec();
        Self {
            round: state.round,
            phase: state.phase,
            killers: state.killers[..k].iter().map(|&cell| unpack(cell)).collect(),
            survivors: (0..s).map(|id| (state.status(id), unpack(state.survivors[id]))).collect(),
            over: state.end.map(|end| (Winner::of(state.counts(), code.strict), end)),
            captures: state.captures[..k].to_vec(),
            last: [last(Side::Survivor, s), last(Side::Killer, k)],
        }
    }

    /// The state of a position.
    #[must_use]
    pub fn state<const N: usize>(&self, random: Random) -> State<N> {
        let set = |wanted: Status| {
            let ids = self.survivors.iter().enumerate().filter(|(_, (status, _))| *status == wanted);
            ids.fold(0, |set, (id, _)| set | 1 << id) & mask(N)
        };
        let mut state = State {
            killers: nobody(Side::Killer),
            survivors: nobody(Side::Survivor),
            last: [[None; N]; 2],
            captures: [0; N],
            inside: set(Status::In),
            escaped: set(Status::Escaped),
            captured: set(Status::Captured),
            stranded: set(Status::Stranded),
            round: self.round,
            phase: self.phase,
            end: self.over.map(|(_, end)| end),
            random,
        };
        state.killers.iter_mut().zip(&self.killers).for_each(|(slot, &cell)| *slot = pack(cell));
        for (slot, &(status, cell)) in state.survivors.iter_mut().zip(&self.survivors) {
            if status == Status::In {
                *slot = pack(cell);
            }
        }
        state.captures.iter_mut().zip(&self.captures).for_each(|(slot, &n)| *slot = n);
        for (slots, list) in state.last.iter_mut().zip(&self.last) {
            slots.iter_mut().zip(list).for_each(|(slot, last)| *slot = *last);
        }
        state
    }

    /// The fields of R10, in their order.
    pub fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("round", &self.round)?;
        map.serialize_entry("phase", &self.phase)?;
        map.serialize_entry("killers", &ById(self.killers.iter().copied().enumerate().collect()))?;
        let of = |wanted: Status| self.survivors.iter().enumerate().filter(move |(_, (status, _))| *status == wanted);
        map.serialize_entry("survivors", &ById(of(Status::In).map(|(id, &(_, cell))| (id, cell)).collect()))?;
        for (field, status) in
            [("escaped", Status::Escaped), ("captured", Status::Captured), ("stranded", Status::Stranded)]
        {
            map.serialize_entry(field, &of(status).map(|(id, _)| id).collect::<Vec<_>>())?;
        }
        map.serialize_entry("over", &self.over.is_some())?;
        map.serialize_entry("winner", &self.over.map(|(winner, _)| winner))?;
        map.serialize_entry("end_reason", &self.over.map(|(_, end)| end))
    }
}

/// Writes R10 and nothing more, in the form of the setting `start`.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(10))?;
        self.write(&mut map)?;
        map.end()
    }
}

/// A whole state: R10, captures and `last`.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole(pub Position);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Lasts<'a> {
            survivors: &'a [Option<Last>],
            killers: &'a [Option<Last>],
        }
        let mut map = serializer.serialize_map(Some(WHOLE.len()))?;
        self.0.write(&mut map)?;
        map.serialize_entry("captures", &self.0.captures)?;
        let [survivors, killers] = &self.0.last;
        map.serialize_entry("last", &Lasts { survivors, killers })?;
        map.end()
    }
}

struct ById(Vec<(usize, Cell)>);

impl Serialize for ById {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, cell)| (id.to_string(), cell)))
    }
}

fn nobody_in() -> Invalid {
    Invalid::new("survivors", "{}", "at least one that is in").says("nobody is in")
}

fn wrong_id(field: &str, id: u8, count: usize) -> Invalid {
    Invalid::new(field, id, format!("an id 0..={}", count.max(1) - 1))
}

/// Reads units with their cells, by id.
fn by_id(read: &Reader<'_>, field: &str, grid: Grid) -> Result<Vec<(u8, Cell)>, Invalid> {
    let expected = "an object of ids and cells";
    let value = read.need(field, expected)?;
    let object: &Map<String, Value> = value.as_object().ok_or_else(|| Invalid::new(field, brief(value), expected))?;
    let mut units = Vec::with_capacity(object.len());
    for (name, value) in object {
        let id = name.parse::<u8>().ok().filter(|id| *id < 16 && id.to_string() == *name);
        let id = id.ok_or_else(|| Invalid::new(field, format!("{name:?}"), "an id 0..=15"))?;
        units.push((id, cell(&format!("{field}.{id}"), value, grid)?));
    }
    units.sort_by_key(|&(id, _)| id);
    Ok(units)
}

/// A cell on the board.
pub(crate) fn cell(field: &str, value: &Value, grid: Grid) -> Result<Cell, Invalid> {
    let numbers = match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => x.as_i64().zip(y.as_i64()),
        _ => None,
    };
    let (x, y) = numbers.ok_or_else(|| Invalid::new(field, brief(value), "a cell [x,y]"))?;
    let cell = u16::try_from(x).ok().zip(u16::try_from(y).ok()).map(Cell::from);
    cell.filter(|&cell| grid.index(cell).is_some()).ok_or_else(|| {
        Invalid::new(field, brief(value), "a cell on the board").says(format!("{} is off the board", brief(value)))
    })
}

fn ids(read: &Reader<'_>, field: &str) -> Result<Vec<u8>, Invalid> {
    let Some(value) = read.get(field) else { return Ok(Vec::new()) };
    let list = value.as_array().ok_or_else(|| Invalid::new(field, brief(value), "a list of ids"))?;
    if list.len() > 16 {
        return Err(Invalid::new(field, format!("{} ids", list.len()), "at most 16 ids"));
    }
    list.iter().map(|item| integer(field, item, 0, 15).map(|id| id as u8)).collect()
}

fn read_last(value: &Value, slots: &mut [Option<Last>]) -> Result<(), Invalid> {
    let list = value.as_array().filter(|list| list.len() == slots.len());
    let list = list.ok_or_else(|| Invalid::new("", brief(value), format!("a list of {}", slots.len())))?;
    for (i, (slot, item)) in slots.iter_mut().zip(list).enumerate() {
        let known = Last::ALL.iter().copied().find(|last| item.as_str() == Some(last.name()));
        if known.is_none() && !item.is_null() {
            let names: Vec<&str> = Last::ALL.iter().map(|last| last.name()).collect();
            return Err(Invalid::new(format!("[{i}]"), brief(item), format!("null or one of {}", names.join(", "))));
        }
        *slot = known;
    }
    Ok(())
}
