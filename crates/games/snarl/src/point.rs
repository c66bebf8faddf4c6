//! Points (R1).

use core::fmt;

/// A point: row 0 is the top, column 0 the left (R1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(
        description = "A point, written `[row,column]`: row 0 is the top, column 0 the left.",
        transform = gridhaunt_kernel::schema::Listed
    ))]
pub struct Point {
    /// Counted down.
    pub row: i64,
    /// Counted to the right.
    pub column: i64,
}

/// The largest absolute value of a coordinate, so that sums and distances of points never overflow.
pub const FARTHEST: i64 = 1_000_000_000;

impl Point {
    /// A point by its coordinates.
    #[must_use]
    pub const fn new(row: i64, column: i64) -> Self {
        Self { row, column }
    }

    /// The four neighbours N, W, E, S (R1).
    #[must_use]
    pub fn neighbours(self) -> [Self; 4] {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(rows, columns)| Self::new(self.row + rows, self.column + columns))
    }

    /// The distance |rows| + |columns| (R1).
    #[must_use]
    pub const fn distance(self, other: Self) -> u64 {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", self.row, self.column)
    }
}

#[cfg(feature = "alloc")]
mod json {
    use super::{FARTHEST, Point};
    use gridhaunt_kernel::Invalid;
    use gridhaunt_kernel::json::{Value, brief};
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl Point {
        /// Reads `[row,column]`; both must be within `FARTHEST` of 0.
        pub fn read(value: &Value) -> Result<Self, Invalid> {
            let pair = value.as_array().and_then(|list| <&[Value; 2]>::try_from(list.as_slice()).ok());
            let near = |value: &Value| value.as_i64().filter(|n| (-FARTHEST..=FARTHEST).contains(n));
            let point = pair.and_then(|[row, column]| Some(Self::new(near(row)?, near(column)?)));
            point.ok_or_else(|| {
                let far = pair.is_some_and(|pair| pair.iter().all(Value::is_i64));
                let need = if far { "within 1000000000 of [0,0]" } else { "a point [row,column] of whole numbers" };
                Invalid::new("", brief(value), need)
            })
        }
    }

    impl Serialize for Point {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            (self.row, self.column).serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Point {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Self::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
        }
    }
}
