//! JSON in which no object has a key twice (K7), because readers disagree on which of the two counts.

use super::{Map, Value};
use crate::heap::*;
use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads one JSON document; a key that occurs twice in an object is an error.
///
/// ```
/// use gridhaunt_kernel::json::parse;
/// assert_eq!(parse(br#"{"a":[1,{"b":2}]}"#).unwrap()["a"][1]["b"], 2);
/// assert!(parse(br#"{"a":[{"b":2,"b":2}]}"#).unwrap_err().to_string().starts_with(r#"the key "b" stands twice"#));
/// ```
pub fn parse(text: &[u8]) -> Result<Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = Once.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct Once;

impl<'de> DeserializeSeed<'de> for Once {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} stands twice")));
            }
            let value = fields.next_value_seed(self)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn no_key_stands_twice_however_deep() {
        for twice in [r#"{"a":1,"a":1}"#, r#"[[{"x":{"a":1,"b":2,"a":3}}]]"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(parse(twice.as_bytes()).unwrap_err().to_string().contains("the key \"a\" stands twice"), "{twice}");
        }
        assert!(parse(b"{} {}").is_err() && parse(b"").is_err() && parse(&[b'['; 100_000]).is_err());
    }

    proptest! {
        #[test]
        fn all_else_reads_as_it_always_did(text in "[\\[\\]{}:,\"a0-9.eE+\\- ntrufalse\\\\]{0,40}") {
            let (strict, usual) = (parse(text.as_bytes()).ok(), serde_json::from_str::<Value>(&text).ok());
            if strict.is_some() || !text.contains("\"") {
                prop_assert_eq!(strict, usual);
            }
        }
    }
}
