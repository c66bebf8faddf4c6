//! One thread of a launch.

use crate::memory::{Fault, GLOBAL, LOCAL, Memory, RUBBISH, SHARED, SPAN, number};
use crate::program::{BLOCK, BLOCKS, CARRY, Function, Op, Place, Program, Slot, THREAD, WIDTH};

/// How deep a thread calls at most.
const MOST_CALLS: usize = 200;

/// How many operations a thread carries out at most: some seconds. The longest of our kernels need a thousandth of it.
const MOST_OPERATIONS: u64 = 1 << 32;

/// Where a thread waits for others, or that it has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Left,
    AtBarrier,
    /// It brings a value and wants that of another of its group.
    Shuffles {
        brings: u64,
        lane: u32,
    },
    Votes(bool),
}

/// Which thread it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who {
    pub(crate) thread: u32,
    pub(crate) width: u32,
    pub(crate) block: u32,
    pub(crate) blocks: u32,
}

/// A call that is not over: where its slots, its parameters and its local memory begin.
#[derive(Clone, Copy, Debug)]
struct Frame {
    function: usize,
    next: usize,
    slots: usize,
    calls: usize,
    local: usize,
}

#[derive(Debug)]
pub(crate) struct Thread {
    who: Who,
    frames: Vec<Frame>,
    slots: Vec<u64>,
    /// Parameters and results.
    calls: Vec<u8>,
    local: Vec<u8>,
    /// Where the answer of what it waits for goes.
    answer: Option<Slot>,
    /// How many operations it has carried out.
    pub(crate) operations: u64,
}

impl Thread {
    /// At the beginning of a kernel, with its parameters as they lie in the memory of a call.
    pub(crate) fn new(program: &Program, entry: usize, parameters: &[u8], who: Who) -> Self {
        let mut thread = Self {
            who,
            frames: Vec::new(),
            slots: Vec::new(),
            calls: parameters.to_vec(),
            local: Vec::new(),
            answer: None,
            operations: 0,
        };
        thread.enter(&program.functions[entry], entry, 0);
        thread
    }

    fn enter(&mut self, function: &Function, number: usize, calls: usize) {
        let (slots, local) = (self.slots.len(), self.local.len());
        self.slots.extend_from_slice(&function.slots);
        let Who { thread, width, block, blocks } = self.who;
        for (slot, value) in [(THREAD, thread), (BLOCK, block), (WIDTH, width), (BLOCKS, blocks)] {
            self.slots[slots + slot as usize] = value.into();
        }
        self.local.resize(local + function.local, RUBBISH);
        self.calls.resize((calls + function.calls + function.call_size).max(self.calls.len()), RUBBISH);
        self.frames.push(Frame { function: number, next: 0, slots, calls, local });
    }

    /// Answers what the thread waits for.
    pub(crate) fn answer(&mut self, value: u64) {
        if let (Some(slot), Some(frame)) = (self.answer.take(), self.frames.last()) {
            self.slots[frame.slots + slot as usize] = value;
        }
    }

    /// Where it is, for words about what went wrong.
    pub(crate) fn place(&self, program: &Program) -> String {
        let names = self.frames.iter().map(|frame| program.functions[frame.function].name.as_str());
        format!("block {}, thread {} in {}", self.who.block, self.who.thread, names.collect::<Vec<_>>().join(" > "))
    }

    /// Goes on until it stops.
    pub(crate) fn run(&mut self, program: &Program, memory: &mut Memory, shared: &mut [u8]) -> Result<Stop, Fault> {
        loop {
            let Some(&frame) = self.frames.last() else { return Ok(Stop::Left) };
            let function = &program.functions[frame.function];
            match self.run_call(frame, function, memory, shared)? {
                Next::Stop(stop) => return Ok(stop),
                Next::Call(number) => {
                    if self.frames.len() >= MOST_CALLS {
                        return Err(Fault("calls too deep".into()));
                    }
                    self.enter(&program.functions[number], number, frame.calls + function.calls);
                }
                Next::Return => {
                    self.frames.pop();
                    self.slots.truncate(frame.slots);
                    self.local.truncate(frame.local);
                }
            }
        }
    }

    /// Goes on in the call that was made last, until that stops, returns or calls.
    fn run_call(
        &mut self,
        frame: Frame,
        function: &Function,
        memory: &mut Memory,
        shared: &mut [u8],
    ) -> Result<Next, Fault> {
        let mut next = frame.next;
        let slots = &mut self.slots[frame.slots..];
        let result = loop {
            let op = &function.ops[next];
            next += 1;
            self.operations += 1;
            match *op {
                Op::One { to, f, a } => slots[to as usize] = f(slots[a as usize]),
                Op::Two { to, f, a, b } => slots[to as usize] = f(slots[a as usize], slots[b as usize]),
                Op::Three { to, f, a, b, c } => {
                    slots[to as usize] = f(slots[a as usize], slots[b as usize], slots[c as usize]);
                }
                Op::AddWithCarry { to, a, b, takes } => {
                    let carry = takes && slots[CARRY as usize] != 0;
                    let (sum, over) = slots[a as usize].overflowing_add(slots[b as usize]);
                    let (sum, again) = sum.overflowing_add(carry.into());
                    slots[to as usize] = sum;
                    slots[CARRY as usize] = u64::from(over || again);
                }
                Op::Local { to, offset } => slots[to as usize] = LOCAL + frame.local as u64 + u64::from(offset),
                Op::Load { to, from } => {
                    let (address, size) = place(slots, from);
                    slots[to as usize] = if address >= GLOBAL {
                        memory.load(address, size)?
                    } else {
                        number(near(&mut self.local, shared, address, size)?)
                    };
                }
                Op::Store { to, a } => {
                    let ((address, size), value) = (place(slots, to), slots[a as usize]);
                    store(memory, &mut self.local, shared, (address, size), value)?;
                }
                Op::Take { to, at, size } => {
                    let at = frame.calls + at as usize;
                    slots[to as usize] = number(&self.calls[at..at + usize::from(size)]);
                }
                Op::Give { at, size, a } => {
                    let (at, size) = (frame.calls + at as usize, usize::from(size));
                    self.calls[at..at + size].copy_from_slice(&slots[a as usize].to_le_bytes()[..size]);
                }
                Op::Add { to, at, a } => {
                    let ((address, size), more) = (place(slots, at), slots[a as usize]);
                    let before = memory.load(address, size)?;
                    memory.store(address, size, before.wrapping_add(more))?;
                    slots[to as usize] = before;
                }
                Op::Go { to } => {
                    next = to as usize;
                    if self.operations > MOST_OPERATIONS {
                        break Err(Fault("a thread that does not end".into()));
                    }
                }
                Op::GoIf { when, on, to } => {
                    if (slots[on as usize] != 0) == when {
                        next = to as usize;
                        if self.operations > MOST_OPERATIONS {
                            break Err(Fault("a thread that does not end".into()));
                        }
                    }
                }
                Op::GoBy { which, table } => {
                    let which = slots[which as usize] as usize;
                    match function.tables[table as usize].get(which) {
                        Some(&to) => next = to as usize,
                        None => break Err(Fault(format!("a list of labels has no number {which}"))),
                    }
                }
                Op::Call { function } => break Ok(Next::Call(function as usize)),
                Op::Return => break Ok(Next::Return),
                Op::Exit => {
                    self.frames.clear();
                    return Ok(Next::Stop(Stop::Left));
                }
                Op::Trap => break Err(Fault("a panic".into())),
                Op::Barrier => break Ok(Next::Stop(Stop::AtBarrier)),
                Op::Shuffle { to, a, lane } => {
                    self.answer = Some(to);
                    let (brings, lane) = (slots[a as usize], slots[lane as usize] as u32);
                    break Ok(Next::Stop(Stop::Shuffles { brings, lane }));
                }
                Op::Ballot { to, a } => {
                    self.answer = Some(to);
                    break Ok(Next::Stop(Stop::Votes(slots[a as usize] != 0)));
                }
            }
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.next = next;
        }
        result
    }
}

/// What comes after a part of a call.
enum Next {
    Stop(Stop),
    Call(usize),
    Return,
}

fn place(slots: &[u64], place: Place) -> (u64, usize) {
    (slots[place.base as usize].wrapping_add_signed(place.offset.into()), place.size.into())
}

/// So many bytes of local or shared memory.
fn near<'m>(local: &'m mut [u8], shared: &'m mut [u8], address: u64, size: usize) -> Result<&'m mut [u8], Fault> {
    let (memory, first) = if address >= SHARED { (shared, SHARED) } else { (local, LOCAL) };
    let at = address.wrapping_sub(first);
    let is_right = at < SPAN && address & (size as u64 - 1) == 0;
    match memory.get_mut(at as usize..(at as usize).wrapping_add(size)) {
        Some(bytes) if is_right => Ok(bytes),
        _ => Err(Fault(format!("{size} bytes at {address:#x}"))),
    }
}

fn store(
    memory: &mut Memory,
    local: &mut [u8],
    shared: &mut [u8],
    (address, size): (u64, usize),
    value: u64,
) -> Result<(), Fault> {
    if address >= GLOBAL {
        return memory.store(address, size, value);
    }
    near(local, shared, address, size)?.copy_from_slice(&value.to_le_bytes()[..size]);
    Ok(())
}
