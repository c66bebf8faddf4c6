//! JSON in a few lines, so that the bot builds without a network. There is nothing to change here.
#![allow(dead_code)]

use std::fmt::{self, Write};

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

static NULL: Json = Json::Null;

impl Json {
    /// Reads a text.
    pub fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let value = reader.value()?;
        reader.space();
        (reader.at == reader.bytes.len()).then_some(value)
    }

    /// An object.
    pub fn object(fields: &[(&str, Json)]) -> Json {
        Json::Object(fields.iter().map(|(key, value)| (key.to_string(), value.clone())).collect())
    }

    /// A field; null if there is none.
    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.iter().find(|(name, _)| name == key).map_or(&NULL, |(_, value)| value),
            _ => &NULL,
        }
    }

    /// A field as a type.
    pub fn read<T: FromJson>(&self, key: &str) -> T {
        T::of(self.get(key))
    }

    /// A text; empty if it is none.
    pub fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    /// The items of a list.
    pub fn items(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }
}

/// A type that can be read from JSON; what does not fit reads as zero, empty or none.
pub trait FromJson {
    fn of(json: &Json) -> Self;
}

impl FromJson for bool {
    fn of(json: &Json) -> Self {
        *json == Json::Flag(true)
    }
}

impl FromJson for i64 {
    fn of(json: &Json) -> Self {
        match *json {
            Json::Integer(number) => number,
            Json::Number(number) => number as i64,
            _ => 0,
        }
    }
}

impl FromJson for f64 {
    fn of(json: &Json) -> Self {
        match *json {
            Json::Integer(number) => number as f64,
            Json::Number(number) => number,
            _ => 0.0,
        }
    }
}

impl FromJson for String {
    fn of(json: &Json) -> Self {
        json.text().to_string()
    }
}

impl FromJson for Json {
    fn of(json: &Json) -> Self {
        json.clone()
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn of(json: &Json) -> Self {
        json.items().iter().map(T::of).collect()
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn of(json: &Json) -> Self {
        std::array::from_fn(|at| T::of(json.items().get(at).unwrap_or(&NULL)))
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn of(json: &Json) -> Self {
        (*json != Json::Null).then(|| T::of(json))
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Json::Integer(number)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::Text(text.to_string())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Flag(flag) => write!(out, "{flag}"),
            Json::Integer(number) => write!(out, "{number}"),
            Json::Number(number) => write!(out, "{number:?}"),
            Json::Text(text) => quoted(text, out),
            Json::List(items) => {
                out.write_char('[')?;
                for (at, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if at > 0 { "," } else { "" })?;
                }
                out.write_char(']')
            }
            Json::Object(fields) => {
                out.write_char('{')?;
                for (at, (key, value)) in fields.iter().enumerate() {
                    out.write_str(if at > 0 { "," } else { "" })?;
                    quoted(key, out)?;
                    write!(out, ":{value}")?;
                }
                out.write_char('}')
            }
        }
    }
}

fn quoted(text: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            letter if letter < ' ' => write!(out, "\\u{:04x}", letter as u32)?,
            letter => out.write_char(letter)?,
        }
    }
    out.write_char('"')
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Steps over a byte, if it is the next one.
    fn eats(&mut self, byte: u8) -> bool {
        self.space();
        let is = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(is);
        is
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        let is = self.bytes[self.at..].starts_with(word.as_bytes());
        self.at += word.len();
        is.then_some(value)
    }

    fn value(&mut self) -> Option<Json> {
        self.space();
        match self.bytes.get(self.at)? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Flag(true)),
            b'f' => self.word("false", Json::Flag(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.list(),
            b'{' => self.fields(),
            _ => self.number(),
        }
    }

    fn list(&mut self) -> Option<Json> {
        let mut items = Vec::new();
        self.at += 1;
        if self.eats(b']') {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            if !self.eats(b',') {
                return self.eats(b']').then_some(Json::List(items));
            }
        }
    }

    fn fields(&mut self) -> Option<Json> {
        let mut fields = Vec::new();
        self.at += 1;
        if self.eats(b'}') {
            return Some(Json::Object(fields));
        }
        loop {
            self.space();
            let key = self.string()?;
            if !self.eats(b':') {
                return None;
            }
            fields.push((key, self.value()?));
            if !self.eats(b',') {
                return self.eats(b'}').then_some(Json::Object(fields));
            }
        }
    }

    fn number(&mut self) -> Option<Json> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| b"+-.eE0123456789".contains(byte)).count();
        let text = std::str::from_utf8(&rest[..length]).ok()?;
        self.at += length;
        text.parse().map(Json::Integer).ok().or_else(|| text.parse().map(Json::Number).ok())
    }

    fn string(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        if self.bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        loop {
            self.at += 1;
            match self.bytes.get(self.at)? {
                b'"' => break,
                b'\\' => self.escape(&mut bytes)?,
                byte => bytes.push(*byte),
            }
        }
        self.at += 1;
        String::from_utf8(bytes).ok()
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Option<()> {
        self.at += 1;
        let letter = match self.bytes.get(self.at)? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let mut code = self.hex()?;
                if (0xd800..0xdc00).contains(&code) {
                    self.at += 2;
                    code = 0x10000 + ((code - 0xd800) << 10) + self.hex()?.checked_sub(0xdc00)?;
                }
                char::from_u32(code)?
            }
            other => char::from(*other),
        };
        bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        Some(())
    }

    /// The four digits behind `u`; ends on the last of them.
    fn hex(&mut self) -> Option<u32> {
        let digits = std::str::from_utf8(self.bytes.get(self.at + 1..self.at + 5)?).ok()?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}
