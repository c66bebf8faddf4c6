//! A launch: blocks of threads, which wait for each other.

use crate::memory::{Fault, Memory, RUBBISH};
use crate::program::{Function, Program, RESULT};
use crate::thread::{Stop, Thread, Who};

/// How many threads are a group.
const GROUP: usize = 32;

/// How many blocks a launch has, and how many threads each.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Grid {
    pub blocks: u32,
    pub width: u32,
}

impl Program {
    /// The sizes of the parameters of a kernel, in order.
    pub(crate) fn parameters(&self, entry: usize) -> impl Iterator<Item = usize> {
        self.functions[entry].parameters.iter().map(|&(_, size)| size)
    }

    /// Plays a kernel with these parameters, one after the other as they lie in memory. Returns how many operations were carried out.
    pub fn launch(&self, kernel: &str, grid: Grid, parameters: &[&[u8]], memory: &mut Memory) -> Result<u64, Fault> {
        let entry = self.entry(kernel).ok_or_else(|| Fault(format!("{kernel}: no kernel")))?;
        self.launch_entry(entry, grid, parameters, memory)
    }

    pub(crate) fn launch_entry(
        &self,
        entry: usize,
        Grid { blocks, width }: Grid,
        parameters: &[&[u8]],
        memory: &mut Memory,
    ) -> Result<u64, Fault> {
        let parameters = laid_out(&self.functions[entry], parameters)?;
        let mut operations = 0;
        for block in 0..blocks {
            let who = |thread| Who { thread, width, block, blocks };
            let threads = (0..width).map(|thread| Thread::new(self, entry, &parameters, who(thread))).collect();
            operations += Block { program: self, threads, shared: vec![RUBBISH; self.shared] }.play(memory)?;
        }
        Ok(operations)
    }
}

/// The memory of the call of a kernel.
fn laid_out(function: &Function, parameters: &[&[u8]]) -> Result<Vec<u8>, Fault> {
    if parameters.len() != function.parameters.len() {
        return Err(Fault(format!("{} takes {} parameters", function.name, function.parameters.len())));
    }
    let mut memory = vec![RUBBISH; RESULT.max(function.calls)];
    for (&(at, size), &given) in function.parameters.iter().zip(parameters) {
        if given.len() != size {
            return Err(Fault(format!("{}: a parameter of {size} bytes has {}", function.name, given.len())));
        }
        memory[at..at + size].copy_from_slice(given);
    }
    Ok(memory)
}

struct Block<'p> {
    program: &'p Program,
    threads: Vec<Thread>,
    shared: Vec<u8>,
}

impl Block<'_> {
    /// Lets all threads go on until all have left.
    fn play(mut self, memory: &mut Memory) -> Result<u64, Fault> {
        let mut stops: Vec<Option<Stop>> = vec![None; self.threads.len()];
        loop {
            let mut has_gone_on = false;
            for (thread, stop) in self.threads.iter_mut().zip(&mut stops).filter(|(_, stop)| stop.is_none()) {
                let stopped = thread.run(self.program, memory, &mut self.shared);
                *stop =
                    Some(stopped.map_err(|Fault(words)| Fault(format!("{words}: {}", thread.place(self.program))))?);
                has_gone_on = true;
            }
            if stops.iter().all(|stop| *stop == Some(Stop::Left)) {
                return Ok(self.threads.iter().map(|thread| thread.operations).sum());
            }
            if stops.iter().all(|stop| matches!(stop, Some(Stop::AtBarrier | Stop::Left))) {
                stops.iter_mut().filter(|stop| **stop == Some(Stop::AtBarrier)).for_each(|stop| *stop = None);
                continue;
            }
            for (threads, stops) in self.threads.chunks_mut(GROUP).zip(stops.chunks_mut(GROUP)) {
                together(threads, stops);
            }
            if !has_gone_on {
                let waits = stops.iter().position(|stop| *stop != Some(Stop::Left)).unwrap_or(0);
                let place = self.threads[waits].place(self.program);
                return Err(Fault(format!("threads wait for others for ever: {place}")));
            }
        }
    }
}

/// What the threads of a group do together, if all of them have come to the same.
fn together(threads: &mut [Thread], stops: &mut [Option<Stop>]) {
    if stops.iter().all(|stop| matches!(stop, Some(Stop::Votes(_)))) {
        let bit = |(lane, stop): (usize, &Option<Stop>)| u64::from(*stop == Some(Stop::Votes(true))) << lane;
        let all = stops.iter().enumerate().map(bit).sum();
        threads.iter_mut().for_each(|thread| thread.answer(all));
    } else if stops.iter().all(|stop| matches!(stop, Some(Stop::Shuffles { .. }))) {
        let brought = |lane: u32| match stops.get(lane as usize % GROUP) {
            Some(Some(Stop::Shuffles { brings, .. })) => *brings,
            _ => 0,
        };
        for (thread, stop) in threads.iter_mut().zip(&*stops) {
            if let Some(Stop::Shuffles { lane, .. }) = *stop {
                thread.answer(brought(lane));
            }
        }
    } else {
        return;
    }
    stops.fill(None);
}
