//! Reads kernels as text (PTX), as far as the compiler of the rules writes it. What is not known is an error.

mod body;
mod words;

use self::body::Body;
use self::words::Words;
use crate::arithmetic::bits;
use crate::memory::{Memory, SHARED};
use crate::program::{Function, Program, RESULT};
use std::collections::HashMap;

/// What is wrong with a text.
pub(crate) type Wrong = String;

/// What all functions of a module know.
#[derive(Default)]
struct Module {
    /// The addresses of variables and of shared memory.
    addresses: HashMap<String, u64>,
    variables: Vec<u64>,
    shared: usize,
    /// By number; none while it was only called.
    functions: Vec<Option<Function>>,
    numbers: HashMap<String, usize>,
    entries: HashMap<String, usize>,
}

impl Module {
    /// The number of a function, which may be called before it is there.
    fn number(&mut self, name: &str) -> usize {
        *self.numbers.entry(name.into()).or_insert_with(|| {
            self.functions.push(None);
            self.functions.len() - 1
        })
    }
}

/// How many bytes a type and its count take: `.align 8 .b8 NAME[40]`.
#[derive(Debug)]
struct Declared<'t> {
    name: &'t str,
    /// The bytes of one.
    each: usize,
    align: usize,
    count: usize,
}

impl Declared<'_> {
    const fn size(&self) -> usize {
        self.each * self.count
    }
}

pub(crate) fn read(text: &str, memory: &mut Memory) -> Result<Program, Wrong> {
    let mut words = Words::new(text);
    let mut module = Module::default();
    while let Some(word) = words.peek() {
        match word {
            ".version" | ".target" | ".address_size" => words.skip(2),
            ".visible" | ".weak" => words.skip(1),
            ".shared" => {
                words.skip(1);
                let declared = declared(&mut words)?;
                words.expect(";")?;
                let at = module.shared.next_multiple_of(declared.align);
                module.shared = at + declared.size();
                module.addresses.insert(declared.name.into(), SHARED + at as u64);
            }
            ".global" | ".const" => variable(&mut words, &mut module, memory)?,
            ".func" | ".entry" => function(&mut words, &mut module)?,
            other => return Err(format!("{other}: not known here")),
        }
    }
    link(module)
}

fn link(module: Module) -> Result<Program, Wrong> {
    let Module { functions, numbers, entries, shared, variables, .. } = module;
    if let Some((name, _)) = numbers.iter().find(|(_, number)| functions[**number].is_none()) {
        return Err(format!("{name} is called and not there"));
    }
    Ok(Program { functions: functions.into_iter().flatten().collect(), entries, shared, variables })
}

/// A type with what it is the type of.
fn declared<'t>(words: &mut Words<'t>) -> Result<Declared<'t>, Wrong> {
    let mut align = 0;
    loop {
        match words.next()? {
            ".align" => align = words.number()? as usize,
            ".ptr" => {}
            kind => {
                let Some(bits) = kind.strip_prefix('.').and_then(bits) else {
                    return Err(format!("{kind}: no type"));
                };
                // What a pointer points to does not matter.
                while words.peek().is_some_and(|word| word.starts_with('.')) {
                    match words.next()? {
                        ".align" => _ = words.number()?,
                        _ => continue,
                    }
                }
                let (name, each) = (words.next()?, bits.div_ceil(8) as usize);
                let count = if words.take("[") { words.number()? as usize } else { 1 };
                if words.peek() == Some("]") {
                    words.skip(1);
                }
                return Ok(Declared { name, each, align: align.max(each), count });
            }
        }
    }
}

/// A variable of the module, with what it holds first.
fn variable(words: &mut Words<'_>, module: &mut Module, memory: &mut Memory) -> Result<(), Wrong> {
    words.skip(1);
    let declared = declared(words)?;
    let address = memory.allocate(declared.size()).ok_or("no memory for variables")?;
    let mut bytes = Vec::new();
    if words.take("=") {
        let many = words.take("{");
        loop {
            let value = match words.peek() {
                Some("generic") => {
                    words.skip(2);
                    let name = words.next()?;
                    words.expect(")")?;
                    let more = if words.take("+") { words.number()? } else { 0 };
                    module.addresses.get(name).ok_or_else(|| format!("{name}: not there yet"))? + more
                }
                _ => words.number()?,
            };
            bytes.extend(&value.to_le_bytes()[..declared.each]);
            if !words.take(",") {
                break;
            }
        }
        if many {
            words.expect("}")?;
        }
    }
    words.expect(";")?;
    // Everything that is not given is zero.
    bytes.resize(declared.size(), 0);
    let Some(place) = memory.slice(address, bytes.len()) else { return Err("no memory for variables".into()) };
    place.copy_from_slice(&bytes);
    module.addresses.insert(declared.name.into(), address);
    module.variables.push(address);
    Ok(())
}

/// A function or a kernel, or that there will be one.
fn function(words: &mut Words<'_>, module: &mut Module) -> Result<(), Wrong> {
    let is_entry = words.next()? == ".entry";
    let result = if words.take("(") { parameters(words)? } else { Vec::new() };
    let name = words.next()?;
    let parameters = if words.take("(") { parameters(words)? } else { Vec::new() };
    while words.peek().is_some_and(|word| word.starts_with('.')) {
        // How many registers it may take, and the like.
        words.skip(2);
    }
    if words.take(";") {
        return Ok(());
    }
    words.expect("{")?;
    let addresses = std::mem::take(&mut module.addresses);
    let mut body = Body::new(&addresses, name);
    result.iter().for_each(|one| body.name_parameter(one.name, 0));
    let (mut at, mut places) = (RESULT, Vec::new());
    for one in &parameters {
        at = at.next_multiple_of(one.align);
        body.name_parameter(one.name, at);
        places.push((at, one.size()));
        at += one.size();
    }
    let read = body.read(words, at.next_multiple_of(16), places, &mut |called| module.number(called) as u32);
    module.addresses = addresses;
    let number = module.number(name);
    module.functions[number] = Some(read?);
    if is_entry {
        module.entries.insert(name.into(), number);
    }
    Ok(())
}

fn parameters<'t>(words: &mut Words<'t>) -> Result<Vec<Declared<'t>>, Wrong> {
    let mut all = Vec::new();
    while !words.take(")") {
        words.expect(".param")?;
        all.push(declared(words)?);
        words.take(",");
    }
    Ok(all)
}
