//! The tools in a build without sockets: they are listed with all their flags, and say how they are had.

use gridhaunt_console::{Console, Exit, PARTLY_BUILT};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value};

/// `snarl server` and `sproutopia serve`.
pub(crate) fn serve(_: &Map<String, Value>, _: &mut dyn Console) -> Result<Exit, Invalid> {
    Err(missing("serve"))
}

/// `snarl client`.
pub(crate) fn join(_: &Map<String, Value>, _: &mut dyn Console) -> Result<Exit, Invalid> {
    Err(missing("client"))
}

/// `sproutopia import`.
pub(crate) fn import(_: &Map<String, Value>, _: &mut dyn Console) -> Result<Exit, Invalid> {
    Err(missing("import"))
}

/// `sproutopia export`.
pub(crate) fn export(_: &Map<String, Value>, _: &mut dyn Console) -> Result<Exit, Invalid> {
    Err(missing("export"))
}

fn missing(tool: &str) -> Invalid {
    Invalid::new(tool, "nothing", "the whole command").says(format!("this command is {PARTLY_BUILT}"))
}
