//! A CUDA driver without a device. It has the names of the driver's functions that the engine calls, reads kernels as they
//! are kept (PTX), and plays them thread by thread on the processor.
//!
//! So what a device would do is held against the rules on machines that have none: the kernels themselves, how the host lays
//! out what they are told, in which order it launches them, and its graphs. It is stricter than a device: memory that was not
//! allocated, a misaligned address, threads that wait for others that have left are errors with words, and new memory is
//! filled with rubbish. It says nothing of speed, nor of what the compiler of a real driver makes of the kernels.

mod arithmetic;
mod block;
mod calls;
mod driver;
mod memory;
mod program;
mod reader;
mod thread;

pub use block::Grid;
pub use memory::Memory;
pub use program::Program;
