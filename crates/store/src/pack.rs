//! Lists of numbers as bytes, little end first: a row that is read a million times is not JSON.

use crate::read::Placed;
use crate::rows::Times;

/// The bytes of one place of a match: entrant, points, rank, score.
const PLACED: usize = 4 + 8 + 2 + 8;

pub(crate) fn placed(places: &[Placed]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(places.len() * PLACED);
    for place in places {
        bytes.extend(place.entrant.to_le_bytes());
        bytes.extend(place.points.to_le_bytes());
        bytes.extend(place.rank.to_le_bytes());
        bytes.extend(place.score.to_le_bytes());
    }
    bytes
}

/// Reads the places of a match into a list that is used again; false if the bytes are not such a list.
pub(crate) fn unplaced(bytes: &[u8], places: &mut Vec<Placed>) -> bool {
    places.clear();
    let (rows, rest) = bytes.as_chunks::<PLACED>();
    places.extend(rows.iter().map(|row| Placed {
        entrant: u32::from_le_bytes(part(row, 0)),
        points: f64::from_le_bytes(part(row, 4)),
        rank: u16::from_le_bytes(part(row, 12)),
        score: f64::from_le_bytes(part(row, 14)),
    }));
    rest.is_empty()
}

fn part<const N: usize>(row: &[u8], from: usize) -> [u8; N] {
    std::array::from_fn(|i| row[from + i])
}

pub(crate) fn points(points: &[(u32, f64)]) -> Vec<u8> {
    points.iter().flat_map(|(entrant, points)| entrant.to_le_bytes().into_iter().chain(points.to_le_bytes())).collect()
}

pub(crate) fn unpoints(bytes: &[u8]) -> Option<Vec<(u32, f64)>> {
    let (rows, rest) = bytes.as_chunks::<12>();
    let points = rows.iter().map(|row| (u32::from_le_bytes(part(row, 0)), f64::from_le_bytes(part(row, 4))));
    rest.is_empty().then(|| points.collect())
}

pub(crate) fn times(times: &[Times]) -> Vec<u8> {
    times.iter().flat_map(|t| [t.choices, t.total_us, t.worst_us]).flat_map(u64::to_le_bytes).collect()
}

pub(crate) fn untimes(bytes: &[u8]) -> Option<Vec<Times>> {
    let (rows, rest) = bytes.as_chunks::<24>();
    let number = |row: &[u8], from| u64::from_le_bytes(part(row, from));
    let times =
        rows.iter().map(|row| Times { choices: number(row, 0), total_us: number(row, 8), worst_us: number(row, 16) });
    rest.is_empty().then(|| times.collect())
}

/// Arrangements of one length: that length, then the entrants.
pub(crate) fn arrangements(arrangements: &[Vec<u32>]) -> Vec<u8> {
    let places = arrangements.first().map_or(0, Vec::len);
    let mut bytes = (places as u32).to_le_bytes().to_vec();
    bytes.extend(arrangements.iter().flatten().flat_map(|entrant| entrant.to_le_bytes()));
    bytes
}

pub(crate) fn unarrangements(bytes: &[u8]) -> Option<Vec<Vec<u32>>> {
    let (words, rest) = bytes.as_chunks::<4>();
    let (&places, entrants) = words.split_first()?;
    let places = u32::from_le_bytes(places) as usize;
    if !rest.is_empty() || places == 0 || !entrants.len().is_multiple_of(places) {
        return None;
    }
    Some(entrants.chunks(places).map(|row| row.iter().map(|&entrant| u32::from_le_bytes(entrant)).collect()).collect())
}
