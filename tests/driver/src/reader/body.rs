//! The body of a function.

use super::words::{Words, number};
use super::{Wrong, declared};
use crate::arithmetic::{bits, lowest, one, three, two};
use crate::program::{BLOCK, BLOCKS, Function, One, Op, Place, RESERVED, RESULT, SPARE, Slot, THREAD, Two, WIDTH};
use std::collections::HashMap;

/// A register or many of the same kind.
#[derive(Clone, Copy)]
struct Registers {
    first: Slot,
    bits: u32,
}

/// What is read of a function.
pub(super) struct Body<'m> {
    addresses: &'m HashMap<String, u64>,
    name: String,
    ops: Vec<Op>,
    slots: Vec<u64>,
    registers: HashMap<String, Registers>,
    constants: HashMap<u64, Slot>,
    /// Where parameters lie in the memory of a call: its own, its result, and those of calls that it makes.
    parameters: HashMap<String, usize>,
    local: HashMap<String, usize>,
    local_size: usize,
    labels: HashMap<String, u32>,
    /// Labels that are gone to, by number, until all are known.
    wanted: Vec<String>,
    tables: HashMap<String, u32>,
    table_labels: Vec<Vec<u32>>,
    /// Where the memory of the calls it makes begins, the end of the call that is prepared, and the most there is.
    calls: usize,
    call_end: usize,
    call_size: usize,
}

impl<'m> Body<'m> {
    pub(super) fn new(addresses: &'m HashMap<String, u64>, name: &str) -> Self {
        let special = [("%tid.x", THREAD), ("%ctaid.x", BLOCK), ("%ntid.x", WIDTH), ("%nctaid.x", BLOCKS)];
        let register = |(name, first): (&str, Slot)| (name.to_string(), Registers { first, bits: 32 });
        Self {
            addresses,
            name: name.into(),
            ops: Vec::new(),
            slots: vec![0; RESERVED],
            registers: special.into_iter().map(register).collect(),
            constants: HashMap::new(),
            parameters: HashMap::new(),
            local: HashMap::new(),
            local_size: 0,
            labels: HashMap::new(),
            wanted: Vec::new(),
            tables: HashMap::new(),
            table_labels: Vec::new(),
            calls: 0,
            call_end: 0,
            call_size: 0,
        }
    }

    pub(super) fn name_parameter(&mut self, name: &str, at: usize) {
        self.parameters.insert(name.into(), at);
    }

    /// Reads up to the end of the function, whose parameters end where the memory of its calls begins.
    pub(super) fn read(
        mut self,
        words: &mut Words<'_>,
        calls: usize,
        parameters: Vec<(usize, usize)>,
        function: &mut dyn FnMut(&str) -> u32,
    ) -> Result<Function, Wrong> {
        self.calls = calls;
        let mut depth = 1;
        while depth > 0 {
            match words.peek() {
                Some("{") => {
                    words.skip(1);
                    depth += 1;
                    self.call_end = RESULT;
                }
                Some("}") => {
                    words.skip(1);
                    depth -= 1;
                }
                _ => self.statement(words, function).map_err(|wrong| format!("{}: {wrong}", self.name))?,
            }
        }
        self.finish(parameters)
    }

    fn finish(mut self, parameters: Vec<(usize, usize)>) -> Result<Function, Wrong> {
        // What falls off the end returns.
        self.ops.push(Op::Return);
        let places: Vec<Option<u32>> = self.wanted.iter().map(|label| self.labels.get(label).copied()).collect();
        let place = |wanted: u32| {
            places[wanted as usize].ok_or_else(|| format!("{}: no label {}", self.name, self.wanted[wanted as usize]))
        };
        for op in &mut self.ops {
            if let Op::Go { to } | Op::GoIf { to, .. } = op {
                *to = place(*to)?;
            }
        }
        let table = |labels: &Vec<u32>| labels.iter().map(|&wanted| place(wanted)).collect::<Result<Vec<u32>, Wrong>>();
        let tables = self.table_labels.iter().map(table).collect::<Result<_, _>>()?;
        Ok(Function {
            name: self.name,
            ops: self.ops,
            slots: self.slots,
            tables,
            local: self.local_size.next_multiple_of(16),
            parameters,
            calls: self.calls,
            call_size: self.call_size,
        })
    }

    fn statement(&mut self, words: &mut Words<'_>, function: &mut dyn FnMut(&str) -> u32) -> Result<(), Wrong> {
        let first = words.next()?;
        match first {
            ".reg" => self.declare_registers(words),
            ".local" => {
                let declared = declared(words)?;
                let at = self.local_size.next_multiple_of(declared.align);
                self.local_size = at + declared.size();
                self.local.insert(declared.name.into(), at);
                words.expect(";")
            }
            ".param" => {
                let declared = declared(words)?;
                let is_result = declared.name.starts_with("retval");
                let at = if is_result { 0 } else { self.call_end.next_multiple_of(declared.align) };
                self.parameters.insert(declared.name.into(), self.calls + at);
                self.call_end = self.call_end.max(at + declared.size());
                self.call_size = self.call_size.max(self.call_end);
                words.expect(";")
            }
            ".pragma" => {
                words.skip(1);
                words.expect(";")
            }
            "@" => self.guarded(words, function),
            ";" => Ok(()),
            _ if words.take(":") => self.label(first, words),
            _ => self.instruction(first, words, function),
        }
    }

    fn declare_registers(&mut self, words: &mut Words<'_>) -> Result<(), Wrong> {
        let kind = words.next()?;
        let Some(bits) = kind.strip_prefix('.').and_then(bits) else { return Err(format!("{kind}: no type")) };
        loop {
            let name = words.next()?;
            let count = if words.take("<") {
                let count = words.number()? as usize;
                words.expect(">")?;
                count
            } else {
                1
            };
            let first = self.slots.len() as Slot;
            self.registers.insert(name.into(), Registers { first, bits });
            self.slots.resize(self.slots.len() + count, 0);
            if !words.take(",") {
                return words.expect(";");
            }
        }
    }

    fn label(&mut self, name: &str, words: &mut Words<'_>) -> Result<(), Wrong> {
        if !words.take(".branchtargets") {
            self.labels.insert(name.into(), self.ops.len() as u32);
            return Ok(());
        }
        let mut labels = Vec::new();
        loop {
            let label = words.next()?;
            labels.push(self.want(label));
            if !words.take(",") {
                break;
            }
        }
        self.tables.insert(name.into(), self.table_labels.len() as u32);
        self.table_labels.push(labels);
        words.expect(";")
    }

    fn want(&mut self, label: &str) -> u32 {
        self.wanted.push(label.into());
        self.wanted.len() as u32 - 1
    }

    /// An instruction that is left out unless a register has a value.
    fn guarded(&mut self, words: &mut Words<'_>, function: &mut dyn FnMut(&str) -> u32) -> Result<(), Wrong> {
        let when = !words.take("!");
        let on = self.slot(words.next()?)?;
        let instruction = words.next()?;
        if matches!(instruction, "bra" | "bra.uni") {
            let to = self.want(words.next()?);
            self.ops.push(Op::GoIf { when, on, to });
            return words.expect(";");
        }
        let behind = format!("behind {}", self.ops.len());
        let to = self.want(&behind);
        self.ops.push(Op::GoIf { when: !when, on, to });
        self.instruction(instruction, words, function)?;
        self.labels.insert(behind, self.ops.len() as u32);
        Ok(())
    }

    /// The register and how many bits it has.
    fn register(&self, name: &str) -> Option<(Slot, u32)> {
        if let Some(one) = self.registers.get(name) {
            return Some((one.first, one.bits));
        }
        let kind = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let many = self.registers.get(kind)?;
        Some((many.first + name[kind.len()..].parse::<Slot>().ok()?, many.bits))
    }

    fn slot(&self, name: &str) -> Result<Slot, Wrong> {
        self.register(name).map(|(slot, _)| slot).ok_or_else(|| format!("{name}: no register"))
    }

    fn constant(&mut self, value: u64) -> Slot {
        *self.constants.entry(value).or_insert_with(|| {
            self.slots.push(value);
            self.slots.len() as Slot - 1
        })
    }

    /// What an instruction takes: a register, a number of so many bits, or an address.
    fn source(&mut self, words: &mut Words<'_>, bits: u32) -> Result<Slot, Wrong> {
        if words.peek() == Some("-") {
            let value = words.number()?;
            return Ok(self.constant(lowest(value, bits)));
        }
        let word = words.next()?;
        if let Some((slot, _)) = self.register(word) {
            return Ok(slot);
        }
        if let Some(&address) = self.addresses.get(word) {
            return Ok(self.constant(address));
        }
        if let Some(&offset) = self.local.get(word) {
            self.ops.push(Op::Local { to: SPARE, offset: offset as u32 });
            return Ok(SPARE);
        }
        match number(word) {
            Some(value) => Ok(self.constant(lowest(value, bits))),
            None => Err(format!("{word}: neither register nor number nor name")),
        }
    }

    /// Registers in braces, or one.
    fn several(&mut self, words: &mut Words<'_>, bits: u32) -> Result<Vec<Slot>, Wrong> {
        if !words.take("{") {
            return Ok(vec![self.source(words, bits)?]);
        }
        let mut all = Vec::new();
        while !words.take("}") {
            all.push(self.source(words, bits)?);
            words.take(",");
        }
        Ok(all)
    }

    /// An address in brackets: what it begins with, and how far behind that.
    fn address<'t>(&mut self, words: &mut Words<'t>) -> Result<(&'t str, i32), Wrong> {
        words.expect("[")?;
        let base = words.next()?;
        let offset = if words.take("+") { words.number()? as i64 } else { 0 };
        words.expect("]")?;
        Ok((base, i32::try_from(offset).map_err(|_| format!("{base}+{offset}: too far"))?))
    }

    /// The slot with an address.
    fn base(&mut self, name: &str) -> Result<Slot, Wrong> {
        match self.addresses.get(name) {
            Some(&address) => Ok(self.constant(address)),
            None => self.slot(name),
        }
    }

    fn instruction(
        &mut self,
        op: &str,
        words: &mut Words<'_>,
        function: &mut dyn FnMut(&str) -> u32,
    ) -> Result<(), Wrong> {
        let (name, rest) = op.split_once('.').unwrap_or((op, ""));
        match name {
            "bra" => {
                let to = self.want(words.next()?);
                self.ops.push(Op::Go { to });
            }
            "brx" => {
                let which = self.slot(words.next()?)?;
                words.expect(",")?;
                let name = words.next()?;
                let table = *self.tables.get(name).ok_or_else(|| format!("{name}: no list of labels"))?;
                self.ops.push(Op::GoBy { which, table });
            }
            "call" => self.call(words, function)?,
            "ret" => self.ops.push(Op::Return),
            "exit" => self.ops.push(Op::Exit),
            "trap" => self.ops.push(Op::Trap),
            "bar" => {
                words.expect("0")?;
                self.ops.push(Op::Barrier);
            }
            "ld" => self.load(rest, words)?,
            "st" => self.store(rest, words)?,
            "atom" => self.add_to_memory(rest, words)?,
            "vote" if rest == "sync.ballot.b32" => {
                let to = self.slot(words.next()?)?;
                words.expect(",")?;
                let a = self.slot(words.next()?)?;
                self.whole_group(words)?;
                self.ops.push(Op::Ballot { to, a });
            }
            "shfl" if rest == "sync.idx.b32" => {
                let to = self.slot(words.next()?)?;
                words.expect(",")?;
                let a = self.source(words, 32)?;
                words.expect(",")?;
                let lane = self.source(words, 32)?;
                words.expect(",")?;
                words.expect("31")?;
                self.whole_group(words)?;
                self.ops.push(Op::Shuffle { to, a, lane });
            }
            // All kinds of memory have addresses of their own here.
            "cvta" => self.compute("mov.b64", words)?,
            "mov" => self.mov(op, words)?,
            "add" | "addc" if rest == "cc.s64" => {
                let to = self.slot(words.next()?)?;
                words.expect(",")?;
                let a = self.source(words, 64)?;
                words.expect(",")?;
                let b = self.source(words, 64)?;
                self.ops.push(Op::AddWithCarry { to, a, b, takes: name == "addc" });
            }
            _ => self.compute(op, words)?,
        }
        words.expect(";")
    }

    fn whole_group(&mut self, words: &mut Words<'_>) -> Result<(), Wrong> {
        words.expect(",")?;
        match words.number()? as u32 {
            u32::MAX => Ok(()),
            some => Err(format!("{some:#x}: threads of a group that do something together are all of it")),
        }
    }

    fn compute(&mut self, op: &str, words: &mut Words<'_>) -> Result<(), Wrong> {
        let width = op.rsplit('.').next().and_then(bits).ok_or_else(|| format!("{op}: no type"))?;
        let destination = words.next()?;
        let (to, to_bits) = self.register(destination).ok_or_else(|| format!("{destination}: no register"))?;
        let mut sources = Vec::new();
        while words.take(",") {
            sources.push(self.source(words, width)?);
        }
        let unknown = || format!("{op}: not known here");
        match sources[..] {
            [a] => self.ops.push(Op::One { to, f: one(op).ok_or_else(unknown)?, a }),
            [a, b] => self.ops.push(Op::Two { to, f: two(op).ok_or_else(unknown)?, a, b }),
            [a, b, c] => self.ops.push(Op::Three { to, f: three(op).ok_or_else(unknown)?, a, b, c }),
            _ => return Err(unknown()),
        }
        // A narrow number with a sign fills a wider register.
        if op.starts_with("cvt.s8.") && to_bits != 16 {
            return Err(unknown());
        }
        Ok(())
    }

    /// A register as another, or halves and whole.
    fn mov(&mut self, op: &str, words: &mut Words<'_>) -> Result<(), Wrong> {
        let width = op.rsplit('.').next().and_then(bits).ok_or_else(|| format!("{op}: no type"))?;
        let (low_half, high_half, joined): (One, One, Two) = match width {
            32 => (|a| a & 0xFFFF, |a| a >> 16, |low, high| high << 16 | low),
            _ => (|a| a & 0xFFFF_FFFF, |a| a >> 32, |low, high| high << 32 | low),
        };
        if words.peek() == Some("{") {
            let halves = self.several(words, width / 2)?;
            words.expect(",")?;
            let whole = self.source(words, width)?;
            let [low, high] = halves[..] else { return Err(format!("{op}: two halves are known here")) };
            self.ops.push(Op::One { to: SPARE, f: |a| a, a: whole });
            self.ops.push(Op::One { to: low, f: low_half, a: SPARE });
            self.ops.push(Op::One { to: high, f: high_half, a: SPARE });
            return Ok(());
        }
        let to = self.slot(words.next()?)?;
        words.expect(",")?;
        if words.peek() == Some("{") {
            let halves = self.several(words, width / 2)?;
            let [a, b] = halves[..] else { return Err(format!("{op}: two halves are known here")) };
            self.ops.push(Op::Two { to, f: joined, a, b });
        } else {
            let a = self.source(words, width)?;
            self.ops.push(Op::One { to, f: one(op).ok_or_else(|| format!("{op}: not known here"))?, a });
        }
        Ok(())
    }

    /// The bytes of what is loaded or stored, and whether it is of the memory of calls.
    fn access(rest: &str) -> Result<(u32, bool, &str), Wrong> {
        let kind = rest.rsplit('.').next().unwrap_or_default();
        let bits = bits(kind).ok_or_else(|| format!("{rest}: no type"))?;
        Ok((bits, rest.starts_with("param"), kind))
    }

    fn load(&mut self, rest: &str, words: &mut Words<'_>) -> Result<(), Wrong> {
        let (bits, is_parameter, kind) = Self::access(rest)?;
        let names = {
            let mut names = Vec::new();
            let many = words.take("{");
            loop {
                names.push(words.next()?);
                if !(many && words.take(",")) {
                    break;
                }
            }
            if many {
                words.expect("}")?;
            }
            names
        };
        words.expect(",")?;
        let (name, offset) = self.address(words)?;
        let size = (bits / 8) as u8;
        if is_parameter {
            let at = *self.parameters.get(name).ok_or_else(|| format!("{name}: no parameter"))?;
            for (number, register) in names.iter().enumerate() {
                let to = self.slot(register)?;
                let at = at as u32 + offset as u32 + (number * usize::from(size)) as u32;
                self.ops.push(Op::Take { to, at, size });
            }
            return Ok(());
        }
        let mut base = self.base(name)?;
        if names.len() > 1 {
            // One of them may be where the address is.
            self.ops.push(Op::One { to: SPARE, f: |a| a, a: base });
            base = SPARE;
        }
        for (number, register) in names.iter().enumerate() {
            let (to, to_bits) = self.register(register).ok_or_else(|| format!("{register}: no register"))?;
            let offset = offset + (number * usize::from(size)) as i32;
            self.ops.push(Op::Load { to, from: Place { base, offset, size } });
            if kind.starts_with('s') && to_bits > bits {
                let widen = match (kind, to_bits) {
                    ("s8", 16) => one("cvt.s16.s8"),
                    ("s8", 32) => one("cvt.s32.s8"),
                    ("s16", 32) => one("cvt.s32.s16"),
                    ("s16", 64) => one("cvt.s64.s16"),
                    ("s32", 64) => one("cvt.s64.s32"),
                    _ => None,
                };
                let f = widen.ok_or_else(|| format!("{rest}: not known with a register of {to_bits} bits"))?;
                self.ops.push(Op::One { to, f, a: to });
            }
        }
        Ok(())
    }

    fn store(&mut self, rest: &str, words: &mut Words<'_>) -> Result<(), Wrong> {
        let (bits, is_parameter, _) = Self::access(rest)?;
        let (name, offset) = self.address(words)?;
        words.expect(",")?;
        let sources = self.several(words, bits)?;
        let size = (bits / 8) as u8;
        for (number, a) in sources.into_iter().enumerate() {
            let offset = offset + (number * usize::from(size)) as i32;
            if is_parameter {
                let at = *self.parameters.get(name).ok_or_else(|| format!("{name}: no parameter"))?;
                self.ops.push(Op::Give { at: at as u32 + offset as u32, size, a });
            } else {
                let base = self.base(name)?;
                self.ops.push(Op::Store { to: Place { base, offset, size }, a });
            }
        }
        Ok(())
    }

    fn add_to_memory(&mut self, rest: &str, words: &mut Words<'_>) -> Result<(), Wrong> {
        let (bits, ..) = Self::access(rest)?;
        if !matches!(rest, "add.u32" | "add.u64" | "global.add.u32" | "global.add.u64") {
            return Err(format!("atom.{rest}: not known here"));
        }
        let to = self.slot(words.next()?)?;
        words.expect(",")?;
        let (name, offset) = self.address(words)?;
        words.expect(",")?;
        let (base, a) = (self.base(name)?, self.source(words, bits)?);
        self.ops.push(Op::Add { to, at: Place { base, offset, size: (bits / 8) as u8 }, a });
        Ok(())
    }

    fn call(&mut self, words: &mut Words<'_>, function: &mut dyn FnMut(&str) -> u32) -> Result<(), Wrong> {
        if words.take("(") {
            words.skip(1);
            words.expect(")")?;
            words.expect(",")?;
        }
        let name = words.next()?;
        if words.take(",") {
            words.expect("(")?;
            let mut before = 0;
            while !words.take(")") {
                let parameter = words.next()?;
                let at = *self.parameters.get(parameter).ok_or_else(|| format!("{parameter}: no parameter"))?;
                if at < before {
                    return Err(format!("{name}: {parameter} is not in order"));
                }
                before = at;
                words.take(",");
            }
        }
        self.ops.push(Op::Call { function: function(name) });
        Ok(())
    }
}
