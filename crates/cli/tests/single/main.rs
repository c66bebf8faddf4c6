//! Commands as people and programs use them, each by itself. They are one program: to link one takes longer than most of
//! these tests do.

mod cli;
mod completions;
mod experiment;
mod film;
mod local;
mod raw;
mod records;
mod results;
mod snarl;
mod snarl_wire;
mod sproutopia_wire;
