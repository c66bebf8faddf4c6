//! What the header of a match with programs says: how they were held and who they were (B20).

use gridhaunt_kernel::fault::Policy;
use gridhaunt_kernel::json::{Map, Reader, Value, brief, integer, u64_from};
use gridhaunt_kernel::{Invalid, Seat};

/// The most bytes of a name or another word in it.
const MOST_WORD: usize = 256;

/// How the programs of a match are held.
#[derive(Clone, Debug, PartialEq)]
pub struct Programs {
    /// The name of the match that the programs are told.
    pub name: String,
    /// The clock, as it was written: `100ms+5s`.
    pub clock: String,
    /// How faults are punished.
    pub policy: Policy,
    /// The microseconds that an answer may be late (B11).
    pub margin_us: u64,
    /// Everybody who takes part, built-in bots and people too.
    pub entrants: Vec<Entrant>,
    /// The step after which they took over a match that others had begun; 0 if they began it. What came before is not
    /// theirs, and does not count.
    pub forked_after: u64,
}

/// Somebody who takes part, with one seat or a whole side.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// What is known of it if it is a program. Only programs get strikes.
    pub program: Option<Identity>,
}

/// What is known of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// The digest of its files, as hexadecimal digits (B3).
    pub digest: String,
    /// The options that it was given.
    pub options: Map<String, Value>,
    /// The seed for its own dice on each of its seats (B7).
    pub seeds: Vec<u64>,
    /// The level at which it was shut in (B18).
    pub sandbox: String,
}

/// The keys of a header that only a match with programs has.
pub(crate) const KEYS: [&str; 6] = ["match", "clock", "faults", "margin_us", "entrants", "forked_after"];

impl Programs {
    /// The keys and values of the header.
    pub(crate) fn fields(&self) -> Vec<(&'static str, Value)> {
        let faults = serde_json::json!({
            "policy": if self.policy.strict { "strict" } else { "soft" }, "strikes": self.policy.strikes,
        });
        let entrants = self.entrants.iter().map(Entrant::to_value).collect();
        let [name, clock] = [&self.name, &self.clock].map(|word| Value::from(word.as_str()));
        let mut values = vec![name, clock, faults, self.margin_us.into(), entrants];
        values.extend(Some(self.forked_after).filter(|after| *after > 0).map(Value::from));
        KEYS.into_iter().zip(values).collect()
    }

    /// Reads them; `None` if there are none.
    pub(crate) fn read(read: &Reader<'_>) -> Result<Option<Self>, Invalid> {
        if KEYS.iter().all(|key| read.get(key).is_none()) {
            return Ok(None);
        }
        let word = |field| read_word(read, field);
        let faults = read.need("faults", "a policy")?;
        let faults = Reader::new("faults", faults, &["policy", "strikes"])?;
        let within = |error: Invalid| error.within("faults");
        faults.need("policy", "soft or strict").map_err(within)?;
        let strikes = faults.need("strikes", "a number").map_err(within)?;
        let policy = Policy {
            strict: faults.word("policy", &["soft", "strict"]).map_err(within)? == Some(1),
            strikes: integer("faults.strikes", strikes, 0, u32::MAX.into())? as u32,
        };
        let margin_us = integer("margin_us", read.need("margin_us", "microseconds")?, 0, u64::MAX)?;
        let entrants = read.need("entrants", "a list of entrants")?;
        let list =
            entrants.as_array().ok_or_else(|| Invalid::new("entrants", brief(entrants), "a list of entrants"))?;
        let entrant =
            |(i, value): (usize, &Value)| Entrant::read(value).map_err(|error| error.within(&format!("entrants[{i}]")));
        let entrants = list.iter().enumerate().map(entrant).collect::<Result<_, _>>()?;
        let forked_after = read.integer("forked_after", 1, u64::MAX)?.unwrap_or(0);
        Ok(Some(Self { name: word("match")?, clock: word("clock")?, policy, margin_us, entrants, forked_after }))
    }

    /// The number of the entrant of every seat; an error if a seat has none or several.
    pub fn by_seat(&self, seats: usize) -> Result<Vec<u8>, Invalid> {
        let mut by_seat: Vec<Option<u8>> = vec![None; seats];
        for (i, entrant) in self.entrants.iter().enumerate() {
            for (j, seat) in entrant.seats.iter().enumerate() {
                let wrong = |expected: String| Invalid::new(format!("entrants[{i}].seats[{j}]"), seat, expected);
                let place = by_seat.get_mut(seat.index()).ok_or_else(|| wrong(format!("0..={}", seats - 1)))?;
                let number = u8::try_from(i).map_err(|_| wrong("a seat of the first 256 entrants".into()))?;
                if place.replace(number).is_some() {
                    return Err(wrong("a seat of one entrant only".into()));
                }
            }
        }
        let missing = by_seat.iter().position(Option::is_none).unwrap_or_default();
        let all: Option<Vec<u8>> = by_seat.into_iter().collect();
        all.ok_or_else(|| {
            let words = format!("seat {missing} has no entrant");
            Invalid::new("entrants", "too few", "an entrant for every seat").says(words)
        })
    }
}

impl Entrant {
    fn to_value(&self) -> Value {
        let mut fields = Map::new();
        fields.insert("name".into(), self.name.as_str().into());
        fields.insert("seats".into(), self.seats.iter().map(|seat| seat.0).collect());
        if let Some(Identity { digest, options, seeds, sandbox }) = &self.program {
            fields.insert("digest".into(), digest.as_str().into());
            fields.insert("options".into(), options.clone().into());
            fields.insert("seeds".into(), seeds.iter().map(ToString::to_string).collect());
            fields.insert("sandbox".into(), sandbox.as_str().into());
        }
        fields.into()
    }

    fn read(value: &Value) -> Result<Self, Invalid> {
        const OWN: [&str; 4] = ["digest", "options", "seeds", "sandbox"];
        let read = Reader::new("entrant", value, &["name", "seats", "digest", "options", "seeds", "sandbox"])?;
        let list = |field: &str| {
            let value = read.need(field, "a list")?;
            value.as_array().ok_or_else(|| Invalid::new(field, brief(value), "a list"))
        };
        let seat = |value| integer("seats", value, 0, u8::MAX.into()).map(|seat| Seat(seat as u8));
        let seats: Vec<Seat> = list("seats")?.iter().map(seat).collect::<Result<_, _>>()?;
        let identity = || {
            let options = read.need("options", "an object")?;
            let wrong = || Invalid::new("options", brief(options), "an object");
            let digest = read_word(&read, "digest")?;
            if crate::seal::from_digits(&digest).is_none() {
                return Err(Invalid::new("digest", brief(&digest.into()), "64 hexadecimal digits"));
            }
            let seeds: Vec<u64> =
                list("seeds")?.iter().map(|seed| u64_from("seeds", seed)).collect::<Result<_, _>>()?;
            if seeds.len() != seats.len() {
                return Err(Invalid::new("seeds", seeds.len(), format!("as many as seats, {}", seats.len())));
            }
            let options = options.as_object().ok_or_else(wrong)?.clone();
            Ok(Identity { digest, options, seeds, sandbox: read_word(&read, "sandbox")? })
        };
        let is_program = OWN.iter().any(|key| read.get(key).is_some());
        let program = is_program.then(identity).transpose()?;
        Ok(Self { name: read_word(&read, "name")?, seats, program })
    }
}

fn read_word(read: &Reader<'_>, field: &str) -> Result<String, Invalid> {
    let value = read.need(field, "a word")?;
    let word = value.as_str().filter(|word| word.len() <= MOST_WORD);
    let wrong = || Invalid::new(field, brief(value), format!("a word of at most {MOST_WORD} bytes"));
    word.map(str::to_string).ok_or_else(wrong)
}
