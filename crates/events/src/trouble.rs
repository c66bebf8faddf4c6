//! Why an event cannot go on.

use gridhaunt_kernel::Invalid;
use gridhaunt_store::StoreError;

/// Why an event cannot be made, run or shown.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// What was asked for cannot be done: a spec, an entrant, a word.
    #[error("{0}")]
    Invalid(Invalid),
    /// The surroundings are to blame: a level of the sandbox that is not to be had, a disk, a database.
    #[error("{0}")]
    Surroundings(String),
    /// Somebody stopped it before it had begun.
    #[error("it was stopped")]
    Stopped,
}

impl From<Invalid> for Trouble {
    fn from(error: Invalid) -> Self {
        Self::Invalid(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Invalid(error) => Self::Invalid(error),
            error => Self::Surroundings(error.to_string()),
        }
    }
}
