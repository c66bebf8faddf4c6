//! What can go wrong with a device, in one line each.

use cudarc::driver::DriverError;
use cudarc::driver::sys::cudaError_enum as Code;
use gridhaunt_kernel::Invalid;

/// Why a device cannot do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no driver.
    #[error("there is no NVIDIA driver here: the library libcuda was not found")]
    NoDriver,
    /// There is a driver, but no device with this number.
    #[error("there is no CUDA device {number}: the driver knows {devices}")]
    NoDevice {
        /// The number that was asked for.
        number: usize,
        /// How many there are.
        devices: usize,
    },
    /// The driver does not know what the kernels need.
    #[error("the NVIDIA driver is too old: it knows CUDA {major}.{minor}, need 11.8 or later")]
    OldDriver {
        /// The version of CUDA it knows.
        major: i32,
        /// The number behind the point.
        minor: i32,
    },
    /// The device is older than those the kernels are made for.
    #[error("{name} has compute capability {major}.{minor}, need 7.5 or later")]
    Architecture {
        /// The name of the device.
        name: String,
        /// Its compute capability.
        major: i32,
        /// The number behind the point.
        minor: i32,
    },
    /// The games do not fit.
    #[error("{games} games need {need} of the device's memory, {free} are free")]
    Memory {
        /// How many games were asked for.
        games: usize,
        /// What they need.
        need: String,
        /// What there is.
        free: String,
    },
    /// There are no kernels of this game and size, or with these rules.
    #[error("there are no kernels called {0}: no device plays this game with these settings")]
    NoKernels(String),
    /// A setting is wrong, or the game is not played on a device.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Anything else that the driver reports.
    #[error("the device failed: {0}")]
    Driver(String),
}

impl From<DriverError> for Error {
    fn from(error: DriverError) -> Self {
        let words = error.error_string().map(|text| text.to_string_lossy().into_owned());
        let name = error.error_name().map(|name| name.to_string_lossy().into_owned());
        Self::Driver(match (words, name) {
            (Ok(words), Ok(name)) => format!("{words} ({name})"),
            _ => format!("error {}", error.0 as u32),
        })
    }
}

/// Whether the error says that there is no such device.
pub(crate) fn is_no_device(error: &DriverError) -> bool {
    matches!(error.0, Code::CUDA_ERROR_NO_DEVICE | Code::CUDA_ERROR_INVALID_DEVICE)
}
