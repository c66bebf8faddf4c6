//! Memory of the caller that a batch writes into instead of its own.

use crate::Buffer;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::learn::Dtype;

/// Buffers of the caller, by the name of what is written into them.
#[derive(Debug, Default)]
pub struct Lent(Vec<(String, Buffer)>);

/// What the numbers of a type are called.
const fn named(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::U8 => "uint8",
        Dtype::I16 => "int16",
        Dtype::F32 => "float32",
    }
}

impl Lent {
    /// Adds the memory for something: an array by its name, or `rewards`, `dones`, `terminated` or `truncated`.
    ///
    /// # Errors
    /// Where it overlaps memory that was lent before.
    pub fn add(&mut self, name: &str, buffer: Buffer) -> Result<(), Invalid> {
        let new = buffer.range();
        let overlaps = |old: std::ops::Range<usize>| old.start < new.end && new.start < old.end;
        if let Some((other, _)) = self.0.iter().find(|(_, old)| overlaps(old.range())) {
            let words = format!("its memory overlaps that of {other}");
            return Err(Invalid::new(format!("buffers.{name}"), name, "memory of its own").says(words));
        }
        self.0.push((name.into(), buffer));
        Ok(())
    }

    /// Takes the memory for something out, or makes some.
    pub(crate) fn take(&mut self, name: &str, dtype: Dtype, len: usize) -> Result<Option<Buffer>, Invalid> {
        let Some(at) = self.0.iter().position(|(known, _)| known == name) else {
            return Ok(Buffer::new(dtype, len));
        };
        let (_, buffer) = self.0.swap_remove(at);
        if (buffer.dtype(), buffer.len()) != (dtype, len) {
            let got = format!("{} numbers of type {}", buffer.len(), named(buffer.dtype()));
            let expected = format!("{len} of type {}", named(dtype));
            return Err(Invalid::new(format!("buffers.{name}"), got, expected));
        }
        Ok(Some(buffer))
    }

    /// What nothing was written into is an error.
    pub(crate) fn all_used(&self, known: &[&str]) -> Result<(), Invalid> {
        self.0.first().map_or(Ok(()), |(name, _)| {
            let expected = format!("one of {}", known.join(", "));
            Err(Invalid::new("buffers", format!("{name:?}"), expected))
        })
    }
}
