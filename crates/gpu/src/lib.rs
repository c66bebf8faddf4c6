//! Very many games on a GPU, one on each of its threads, by the very rules that run on a processor.
//!
//! The rules come as kernels in PTX, which the driver compiles for the device it finds. The driver is loaded at run time:
//! without one, [`Device::open`] says so, and everything else of the product works.
//!
//! ```no_run
//! use gridhaunt_gpu::{Device, Fleet, Options, Stretch};
//!
//! let registry = gridhaunt_roster::registry();
//! let opened = registry.find("pyrat")?.open(&serde_json::json!({}))?;
//! let device = Device::open(0)?;
//! let mut fleet = Fleet::new(&device, opened.as_ref(), &Options { games: 1 << 20, ..Options::default() })?;
//! fleet.roll(Stretch { steps: 1000, ..Stretch::default() })?;
//! println!("{} episodes", fleet.episodes()?.iter().map(|&ended| u64::from(ended)).sum::<u64>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod device;
mod error;
mod fleet;
mod graphs;
pub mod kernels;
mod layout;
mod many;
pub mod measure;
mod options;
pub mod prove;
mod setup;

pub use device::{Clock, Device};
pub use error::Error;
pub use fleet::{Fleet, Tally};
pub use layout::Numbers;
pub use many::play_many;
pub use options::{Kind, Options, Stretch, View};
