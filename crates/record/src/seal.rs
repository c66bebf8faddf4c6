//! Seals: every line contains a digest of itself and of all lines before it (K7).

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;

/// A BLAKE3 digest: 32 bytes, written as 64 hexadecimal digits.
pub type Digest = [u8; 32];

/// How many hexadecimal digits of its digest a line contains, unless it contains all.
pub const SHOWN: usize = 8;
/// How many digits a whole digest has.
pub const WHOLE: usize = 64;

const KEY: &str = r#","seal":""#;
const CLOSE: &str = r#""}"#;

/// The digits of a digest.
#[must_use]
pub fn digits(digest: &Digest) -> String {
    blake3::Hash::from_bytes(*digest).to_hex().to_string()
}

/// The digest of 64 hexadecimal digits, in upper or lower case; `None` for other texts.
#[must_use]
pub fn from_digits(digits: &str) -> Option<Digest> {
    blake3::Hash::from_hex(digits).ok().map(|hash| *hash.as_bytes())
}

/// The digest of some bytes.
#[must_use]
pub fn digest_of(bytes: &[u8]) -> Digest {
    *blake3::hash(bytes).as_bytes()
}

/// The seal of several matches: for one match its own seal, else a digest of their seals in order.
#[derive(Clone, Debug, Default)]
pub struct Together {
    last: Option<Digest>,
    count: u64,
    all: blake3::Hasher,
}

impl Together {
    /// Adds the seal of the next match.
    pub fn add(&mut self, seal: &Digest) {
        self.all.update(seal);
        (self.last, self.count) = (Some(*seal), self.count + 1);
    }

    /// The seal of all that were added.
    #[must_use]
    pub fn seal(&self) -> Option<Digest> {
        if self.count > 1 { Some(*self.all.finalize().as_bytes()) } else { self.last }
    }
}

/// The digest of the previous line; zeros before a header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain(Digest);

impl Chain {
    /// The chain after a line with this digest.
    #[must_use]
    pub const fn after(digest: Digest) -> Self {
        Self(digest)
    }

    /// The digest of the last line.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.0
    }

    fn advance(&mut self, line: &[u8]) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0).update(line); // K7: the digest before, then the bytes up to the comma.
        self.0 = *hasher.finalize().as_bytes();
    }

    /// Appends the seal and the closing brace to a line that is otherwise complete.
    pub fn seal(&mut self, line: &mut String, shown: usize) {
        self.advance(line.as_bytes());
        line.push_str(KEY);
        line.push_str(&blake3::Hash::from_bytes(self.0).to_hex()[..shown]);
        line.push_str(CLOSE);
    }

    /// Checks that a line ends with its seal, with so many digits.
    pub fn check(&mut self, line: &[u8], shown: usize) -> Result<(), Invalid> {
        let tail = KEY.len() + shown + CLOSE.len();
        let missing = || {
            let expected = format!("the last key, with {shown} digits and nothing after it");
            Invalid::new("seal", "none", &expected).says(format!("not there, need it as {expected}"))
        };
        let (covered, tail) = line.split_at_checked(line.len().wrapping_sub(tail)).ok_or_else(missing)?;
        let shown_here = tail.strip_prefix(KEY.as_bytes()).and_then(|tail| tail.strip_suffix(CLOSE.as_bytes()));
        let shown_here = shown_here.and_then(|digits| std::str::from_utf8(digits).ok()).ok_or_else(missing)?;
        self.advance(covered);
        let here = &digits(&self.0)[..shown];
        if shown_here != here {
            return Err(Invalid::new("seal", Value::from(shown_here), Value::from(here).to_string()));
        }
        Ok(())
    }
}

/// The digest of every setting with its effective value (K7): a line `name=value` for each, the value as JSON without
/// spaces and with sorted keys.
#[must_use]
pub fn of_settings(resolved: &[(&'static str, Value)]) -> Digest {
    let mut text = String::new();
    for (name, value) in resolved {
        text.push_str(name);
        text.push('=');
        canonical(value, &mut text);
        text.push('\n');
    }
    digest_of(text.as_bytes())
}

fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Array(list) => {
            text.push('[');
            for (i, item) in list.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                canonical(item, text);
            }
            text.push(']');
        }
        Value::Object(object) => {
            let mut fields: Vec<_> = object.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            text.push('{');
            for (i, (key, value)) in fields.into_iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(value, text);
            }
            text.push('}');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_seal_covers_its_line_and_all_before() {
        let lines = |texts: &[&str]| {
            let mut chain = Chain::default();
            let seal = |text: &&str| {
                let mut line = text.to_string();
                chain.seal(&mut line, SHOWN);
                line
            };
            texts.iter().map(seal).collect::<Vec<_>>()
        };
        let sealed = lines(&[r#"{"a":1"#, r#"{"b":2"#]);
        assert_eq!(sealed, [r#"{"a":1,"seal":"a0831638"}"#, r#"{"b":2,"seal":"ba14b986"}"#]);
        let mut chain = Chain::default();
        for line in &sealed {
            chain.check(line.as_bytes(), SHOWN).unwrap();
        }
        let error = |line: &str| Chain::default().check(line.as_bytes(), SHOWN).unwrap_err().to_string();
        assert!(error(&sealed[1]).starts_with(r#"seal: "ba14b986" is not ""#), "the line before is missing");
        for wrong in ["", "{}", r#"{"a":1}"#, r#"{"a":1,"seal":"a0831638"} "#, r#"{"a":1,"seal":"4f7a5e"}"#] {
            assert!(error(wrong).starts_with("seal: not there, need it as the last key"), "{wrong}");
        }
    }

    #[test]
    fn settings_are_told_in_one_way() {
        let digest = |value: Value| of_settings(&[("width", value)]);
        assert_eq!(digest(json!({"b": [1, 2.5], "a": null})), digest_of(b"width={\"a\":null,\"b\":[1,2.5]}\n"));
        assert_ne!(digest(json!(1)), digest(json!("1")));
    }
}
