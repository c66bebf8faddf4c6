//! Graphs as text.

use crate::map::Map;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;

/// A graph from the value of the setting.
pub fn read_map(value: &Value) -> Result<Map, Invalid> {
    Map::read(value)
}
