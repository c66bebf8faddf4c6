//! The errors of starting a server.

use gridhaunt_kernel::Invalid;
use std::io;

/// Why a server cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub enum Trouble {
    /// The configuration is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The address cannot be bound: in use, not of this machine, or not permitted.
    #[error("cannot listen on {address}: {source}")]
    Listen { address: String, source: io::Error },
}
