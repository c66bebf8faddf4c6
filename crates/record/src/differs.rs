//! Why a record does not verify.

use gridhaunt_kernel::Invalid;
use std::fmt;
use thiserror::Error;

/// The part of a record that a line contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Place {
    /// The header: settings, seed and seats.
    Header,
    /// A step, from 1.
    Step(u64),
    End,
    Signature,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Step(step) => write!(f, "step {step}"),
            Self::End => f.write_str("the end"),
            Self::Signature => f.write_str("the signature"),
        }
    }
}

/// The first error in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub enum Differs {
    /// It is not a record.
    #[error("line {line}: this is no gridhaunt replay ({why})")]
    Foreign { line: u64, why: String },
    /// Its version is not supported.
    #[error("line {line}: {what}: version {got}, this gridhaunt plays version {known}")]
    Version {
        line: u64,
        /// What has a version.
        what: String,
        /// The version of the record.
        got: u64,
        known: u64,
    },
    /// A field of a line is wrong.
    #[error("line {line}, {place}: {wrong}")]
    Wrong {
        line: u64,
        /// The part of the record.
        place: Place,
        /// The field, its value and what is expected.
        wrong: Box<Invalid>,
    },
    /// The end of the match is missing.
    #[error("cut off after step {steps}: the end of the match is missing")]
    CutOff {
        /// The last line of the file.
        line: u64,
        /// How many steps there are; all of them verify.
        steps: u64,
    },
}

impl Differs {
    /// A field of a line is wrong.
    #[must_use]
    pub fn wrong(line: u64, place: Place, wrong: Invalid) -> Self {
        Self::Wrong { line, place, wrong: Box::new(wrong) }
    }

    /// The line it is about.
    #[must_use]
    pub const fn line(&self) -> u64 {
        match self {
            Self::Foreign { line, .. }
            | Self::Version { line, .. }
            | Self::Wrong { line, .. }
            | Self::CutOff { line, .. } => *line,
        }
    }

    /// The step it is about, if it is one.
    #[must_use]
    pub const fn step(&self) -> Option<u64> {
        match self {
            Self::Wrong { place: Place::Step(step), .. } => Some(*step),
            _ => None,
        }
    }

    /// The field it is about, if it is one.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Wrong { wrong, .. } => Some(&wrong.field),
            _ => None,
        }
    }
}
