//! Numbers with names: the options of bots.

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value, integer};
use gridhaunt_kernel::settings::{Field, Kind};

/// An option that is a whole number.
pub(crate) const fn number(
    name: &'static str,
    default: fn() -> String,
    most: (u64, u64),
    about: &'static str,
) -> Field {
    Field { name, default, kind: Kind::Integer(most.0, most.1), about }
}

/// The most that an option takes if nothing else is said by its bot.
pub(crate) const USUAL: (u64, u64) = (0, 1_000_000);

/// The value of an option, by the list it is one of.
pub(crate) fn read(list: &[Field], options: &Map<String, Value>, name: &str) -> Result<i64, Invalid> {
    let Some(field) = list.iter().find(|field| field.name == name) else { return Ok(0) };
    let (lo, hi) = match field.kind {
        Kind::Integer(lo, hi) => (lo, hi),
        _ => USUAL,
    };
    match options.get(name) {
        Some(value) => integer(name, value, lo, hi).map(|n| n as i64),
        None => Ok(field.default().parse().unwrap_or(0)),
    }
}
