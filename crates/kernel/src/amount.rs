//! An action that is a number.

use crate::ActionCode;
use core::fmt;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// How many of something a seat chooses, from `LO` to `HI`: the action of games that need no other.
///
/// ```
/// use gridhaunt_kernel::{ActionCode, amount::Amount};
/// type Take = Amount<1, 3>;
/// assert_eq!([0, 3, 4].map(Take::from_code), [None, Some(Amount(3)), None]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount<const LO: u8, const HI: u8>(pub u8);

impl<const LO: u8, const HI: u8> fmt::Debug for Amount<LO, HI> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(feature = "schema")]
impl<const LO: u8, const HI: u8> JsonSchema for Amount<LO, HI> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": LO, "maximum": HI})
    }
}

impl<const LO: u8, const HI: u8> ActionCode for Amount<LO, HI> {
    fn code(self) -> u64 {
        self.0.into()
    }

    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().filter(|number| (LO..=HI).contains(number)).map(Self)
    }
}
