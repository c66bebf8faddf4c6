//! `step`: drives a game over a pipe.

use crate::args::Step;
use crate::failure::Failure;
use gridhaunt_arena::drive::Driver;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::shown::shown;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};

/// The longest input line in bytes.
const LONGEST: usize = 16 << 20;

pub(crate) fn run(registry: &Registry, args: &Step) -> Result<(), Failure> {
    let mut driver = Driver::new(registry.find(&args.game)?);
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = Vec::new();
    loop {
        // Flush when no more input is buffered: a program that waits gets its answer, and one that sends many lines
        // gets the answers in bulk.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if Read::take(&mut input, LONGEST as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(output.flush()?);
        }
        if line.len() == LONGEST {
            output.flush()?;
            return Err(Failure::Usage(format!("line: {LONGEST} bytes and more are not a line this reads")));
        }
        if !line.trim_ascii().is_empty() {
            output.write_all(shown(&driver.answer(&line)).as_bytes())?;
            output.write_all(b"\n")?;
        }
    }
}
