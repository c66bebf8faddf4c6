//! Why a server cannot be had.

use gridhaunt_kernel::Invalid;
use std::io;

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub enum Trouble {
    /// What it is to do cannot be done.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// It cannot listen there.
    #[error("cannot listen on {address}: {source}")]
    Listen { address: String, source: io::Error },
}
