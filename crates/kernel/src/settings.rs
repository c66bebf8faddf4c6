//! The settings that a person chooses: fields with defaults and ranges, declared once with
//! [`settings!`](crate::settings!).
//!
//! From one declaration come the struct with its defaults, the reader, the JSON Schema, the help of the command line
//! and the table in the documentation. Games declare their settings with it, bots their options, learners their lenses
//! and tools their flags.

use crate::Invalid;
use crate::heap::*;
use crate::json::{Map, Reader, Value, brief, integer, u64_from, unknown};
use crate::words::Words;
use core::fmt::Debug;
use core::ops::RangeInclusive;
pub use serde_json::to_value;

/// The values that a field takes, for JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FieldKind {
    /// A whole number from `lo` to `hi`.
    Integer(u64, u64),
    /// A number from `lo` to `hi`.
    Number(f64, f64),
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A text, never parsed as another type; with a description of what it may hold.
    Text(&'static str),
    /// Anything else, as the text of its JSON Schema.
    Schema(&'static str),
}

/// One setting as it was declared: its name, default, allowed values and help.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in documents and flags, in snake case.
    pub name: &'static str,
    /// Returns the text of [`Field::default`].
    pub default: fn() -> String,
    /// The values it may have.
    pub kind: FieldKind,
    /// What it does, in a sentence.
    pub about: &'static str,
}

impl Field {
    /// The value when it is absent, as a person would write it.
    #[must_use]
    pub fn default(&self) -> String {
        (self.default)()
    }

    /// The allowed values in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            FieldKind::Integer(lo, hi) => format!("{lo}..={hi}"),
            FieldKind::Number(lo, hi) => format!("{lo:?}..={hi:?}"),
            FieldKind::Flag => "true or false".to_string(),
            FieldKind::Word(words) => words.join(", "),
            FieldKind::Text(what) => what.to_string(),
            FieldKind::Schema(schema) => {
                let described = serde_json::from_str::<Value>(schema).ok();
                described.and_then(|s| s.get("description")?.as_str().map(str::to_string)).unwrap_or_default()
            }
        }
    }

    pub(crate) fn schema(&self) -> Value {
        let mut schema = match self.kind {
            FieldKind::Integer(lo, hi) => serde_json::json!({"type": "integer", "minimum": lo, "maximum": hi}),
            FieldKind::Number(lo, hi) => serde_json::json!({"type": "number", "minimum": lo, "maximum": hi}),
            FieldKind::Flag => serde_json::json!({"type": "boolean"}),
            FieldKind::Word(words) => serde_json::json!({"enum": words}),
            FieldKind::Text(what) => serde_json::json!({"type": "string", "description": what}),
            FieldKind::Schema(schema) => serde_json::from_str(schema).unwrap_or(Value::Bool(true)),
        };
        if let Value::Object(object) = &mut schema {
            let about = match object.get("description").and_then(Value::as_str) {
                Some(allowed) => format!("{} ({allowed}; default {})", self.about, self.default()),
                None => format!("{} (default {})", self.about, self.default()),
            };
            object.insert("description".to_string(), about.into());
        }
        schema
    }
}

/// A type all of whose values a setting can take.
pub trait Plain: Sized {
    /// The values it may have.
    const KIND: FieldKind;
    /// Reads one; `field` is its name in an error.
    fn read(field: &str, value: &Value) -> Result<Self, Invalid>;
    /// The JSON that reads back as this value.
    fn write(&self) -> Value;
}

/// A type of which a setting takes only some values: numbers in a range, texts of some form.
pub trait Bounded<Bound>: Sized {
    /// Reads one that is within the bound.
    fn read(field: &str, value: &Value, bound: Bound) -> Result<Self, Invalid>;
    /// The JSON that reads back as this value.
    fn write(&self, bound: Bound) -> Value;
}

impl Plain for bool {
    const KIND: FieldKind = FieldKind::Flag;

    fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
        value.as_bool().ok_or_else(|| Invalid::new(field, brief(value), "true or false"))
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

/// Seeds and other 64-bit numbers, which JavaScript reads only as text (K4).
impl Plain for u64 {
    const KIND: FieldKind = FieldKind::Schema(
        r#"{"description":"an integer 0..2^64, or its decimal text","anyOf":[{"type":"integer","minimum":0},{"type":"string"}]}"#,
    );

    fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
        u64_from(field, value)
    }

    fn write(&self) -> Value {
        self.to_string().into()
    }
}

impl<T: Words> Plain for T {
    const KIND: FieldKind = FieldKind::Word(T::WORDS);

    fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
        let found = value.as_str().and_then(Self::from_word);
        found.ok_or_else(|| Invalid::new(field, brief(value), format!("one of {}", T::WORDS.join(", "))))
    }

    fn write(&self) -> Value {
        self.word().into()
    }
}

impl<T: Plain> Plain for Option<T> {
    const KIND: FieldKind = T::KIND;

    fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
        T::read(field, value).map(Some)
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }
}

impl<Bound, T: Bounded<Bound>> Bounded<Bound> for Option<T> {
    fn read(field: &str, value: &Value, bound: Bound) -> Result<Self, Invalid> {
        T::read(field, value, bound).map(Some)
    }

    fn write(&self, bound: Bound) -> Value {
        self.as_ref().map_or(Value::Null, |value| value.write(bound))
    }
}

macro_rules! whole_numbers {
    ($($type:ty)*) => {$(
        impl Bounded<RangeInclusive<u64>> for $type {
            fn read(field: &str, value: &Value, range: RangeInclusive<u64>) -> Result<Self, Invalid> {
                let number = integer(field, value, *range.start(), *range.end())?;
                Self::try_from(number).map_err(|_| Invalid::new(field, number, format!("0..={}", Self::MAX)))
            }

            fn write(&self, _: RangeInclusive<u64>) -> Value {
                (*self).into()
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 u64 usize i32 i64);

impl Bounded<RangeInclusive<f64>> for f64 {
    fn read(field: &str, value: &Value, range: RangeInclusive<f64>) -> Result<Self, Invalid> {
        let expected = || format!("a number {:?}..={:?}", range.start(), range.end());
        let number = value.as_f64().filter(|number| range.contains(number));
        number.ok_or_else(|| Invalid::new(field, brief(value), expected()))
    }

    fn write(&self, _: RangeInclusive<f64>) -> Value {
        (*self).into()
    }
}

/// The bound is a description of what the text may hold.
impl Bounded<&str> for String {
    fn read(field: &str, value: &Value, what: &str) -> Result<Self, Invalid> {
        value.as_str().map(String::from).ok_or_else(|| Invalid::new(field, brief(value), what))
    }

    fn write(&self, _: &str) -> Value {
        self.as_str().into()
    }
}

/// The kind of whole numbers in a range.
#[must_use]
pub const fn whole(range: &RangeInclusive<u64>) -> FieldKind {
    FieldKind::Integer(*range.start(), *range.end())
}

/// The kind of numbers in a range.
#[must_use]
pub const fn real(range: &RangeInclusive<f64>) -> FieldKind {
    FieldKind::Number(*range.start(), *range.end())
}

/// A value as a person would write it: words without quotes.
#[must_use]
pub fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

/// A struct declared with [`settings!`](crate::settings!).
pub trait Declared: Default {
    /// Every field, in the order in which they are read.
    const FIELDS: &'static [Field];
    /// The fields that a replay keeps exactly as they were given.
    const VERBATIM: &'static [&'static str];

    /// These values, replaced by those of a document where it has them. The error names the first bad field.
    fn read_over(self, given: &Reader<'_>) -> Result<Self, Invalid>;

    /// Every field with the JSON of its value, in the order of [`Declared::FIELDS`]; null where there is none.
    fn values(&self) -> Values;

    /// Reads options whose names are already known to be fields.
    fn from_options(options: &Map<String, Value>) -> Result<Self, Invalid> {
        Self::default().read_over(&Reader::of(options))
    }

    /// Reads flags; an unknown flag is an error.
    fn from_flags(flags: &Map<String, Value>) -> Result<Self, Invalid> {
        let known = names::<Self>();
        match flags.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, value)) => Err(unknown(name, value, &known)),
            None => Self::from_options(flags),
        }
    }
}

/// No settings at all.
impl Declared for () {
    const FIELDS: &'static [Field] = &[];
    const VERBATIM: &'static [&'static str] = &[];

    fn read_over(self, _: &Reader<'_>) -> Result<Self, Invalid> {
        Ok(self)
    }

    fn values(&self) -> Values {
        Values::new()
    }
}

/// A reader for flags that are parsed later, for [`settings!`](crate::settings!).
pub fn as_given<S>(_: &S, value: &Value, _: &Reader<'_>) -> Result<Option<Value>, Invalid> {
    Ok(Some(value.clone()))
}

/// The kind of a seed given as a flag; [`read_seed`] reads it.
pub const SEED: FieldKind = FieldKind::Schema(r#"{"description":"an integer 0..2^64"}"#);

/// Reads the flag `seed`: a number or its text, up to 64 bits.
pub fn read_seed<S>(_: &S, value: &Value, _: &Reader<'_>) -> Result<Option<u64>, Invalid> {
    u64_from("seed", value).map(Some)
}

/// Fields with their values.
pub type Values = Vec<(&'static str, Value)>;

/// The names of all fields.
#[must_use]
pub fn names<S: Declared>() -> Vec<&'static str> {
    S::FIELDS.iter().map(|field| field.name).collect()
}

/// The settings of a game: declared with [`settings!`](crate::settings!), with presets and checks of the game.
pub trait Settings: Declared + Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The values that a document changes: the defaults, or those of the preset that it names.
    fn base(_given: &Reader<'_>) -> Result<Self, Invalid> {
        Ok(Self::default())
    }

    /// The checks that need several fields, done after all are read.
    fn cross_check(&self) -> Result<(), Invalid> {
        Ok(())
    }

    /// The same settings with every value filled in that follows from other fields.
    #[must_use]
    fn complete(&self) -> Self {
        self.clone()
    }

    /// Reads and checks a document. The error names the first bad field.
    fn read(document: &Value) -> Result<Self, Invalid> {
        let given = Reader::new("settings", document, &names::<Self>())?;
        let settings = Self::base(&given)?.read_over(&given)?;
        settings.cross_check()?;
        Ok(settings)
    }

    /// The document from which these settings were read, in the form that a replay keeps: the same fields, in one
    /// spelling each.
    fn written(&self, document: &Value) -> Value {
        let kept = |(name, value): (&'static str, Value)| {
            let given = document.get(name)?;
            Some((name.to_string(), if Self::VERBATIM.contains(&name) { given.clone() } else { value }))
        };
        self.values().into_iter().filter_map(kept).collect()
    }

    /// The shortest document that results in these settings.
    fn document(&self) -> Value {
        differences(self).into()
    }

    /// Checks settings made in Rust with the same checks as a document.
    fn check(&self) -> Result<(), Invalid> {
        Self::read(&self.document()).map(drop)
    }

    /// Every field with its effective value, including defaults and presets, in the order of the fields (K7); null
    /// where a draw or a rule decides. Two documents that mean the same have the same values.
    fn resolved(&self) -> Values {
        self.complete().values()
    }
}

/// The preset, and the fields whose values differ from those of the preset.
pub fn differences<S: Settings>(settings: &S) -> Map<String, Value> {
    let mut all: Map<String, Value> = settings.values().into_iter().map(|(name, value)| (name.into(), value)).collect();
    let base = S::base(&Reader::of(&all)).unwrap_or_default().values();
    for ((name, usual), (_, default)) in base.into_iter().zip(S::default().values()) {
        if all.get(name) == Some(&usual) && (name != "preset" || usual == default) {
            all.remove(name);
        }
    }
    all
}

/// The declaration of a field, for another list that also contains it.
///
/// # Panics
/// If there is no field with this name; in a constant that is a compile error.
#[must_use]
pub const fn field_of<S: Declared>(name: &str) -> Field {
    let mut i = 0;
    while i < S::FIELDS.len() {
        if same(S::FIELDS[i].name.as_bytes(), name.as_bytes()) {
            return S::FIELDS[i];
        }
        i += 1;
    }
    panic!("no field of this name")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The JSON Schema of a game's settings.
#[must_use]
pub fn schema<S: Declared>(title: &str) -> Value {
    let fields = S::FIELDS.iter().map(|field| (field.name.to_string(), field.schema()));
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("{title} settings"),
        "type": "object",
        "additionalProperties": false,
        "properties": fields.collect::<Map<_, _>>(),
    })
}

/// Declares a struct of settings, options or flags: each field once, with its help as doc comment, its type, its
/// default and its allowed values. After the default follow, in this order and where needed:
///
/// - `in 3..=256`, the range of a whole number; `within 0.0..=1.0`, of another; `text "a file"`, what a text holds; or
///   `kind KIND`, a [`FieldKind`] for a type that is [`serde::Serialize`] and has its own reader (`verbatim KIND` if a
///   replay keeps the given value, not the parsed one)
/// - `shown "drawn"`, the default as people read it, where its value is not informative
/// - `without "walls" "mud"`: the field may not appear together with one of these
/// - `read path`, a function that computes the value from the fields read so far, the given value, and the whole
///   document
///
/// After the fields, `beside { … }` holds fields of the struct that have no name in a document.
///
/// ```
/// use gridhaunt_kernel::settings::Declared;
/// gridhaunt_kernel::settings! {
///     /// How a bot looks ahead.
///     #[derive(Clone, Debug, PartialEq)]
///     pub struct Options {
///         /// Moves that it looks ahead
///         depth: u8 = 4, in 1..=32;
///         /// Whether it thinks while others do
///         ponder: bool = false;
///     }
/// }
/// let options = serde_json::json!({"depth": 9});
/// let read = Options::from_options(options.as_object().unwrap()).unwrap();
/// assert_eq!(read, Options { depth: 9, ..Options::default() });
/// assert_eq!(Options::FIELDS[0].allowed(), "1..=32");
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $type:ty = $default:expr
                    $(, in $whole:expr)?
                    $(, within $real:expr)?
                    $(, text $text:literal)?
                    $(, kind $kind:expr)?
                    $(, verbatim $verbatim:expr)?
                    $(, shown $shown:expr)?
                    $(, without $($other:literal)+)?
                    $(, read $read:path)?
                ;
            )+
            $(beside {
                $($(#[$extra_meta:meta])* $extra:ident: $extra_type:ty,)+
            })?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[doc = $about])+ pub $field: $type,)+
            $($($(#[$extra_meta])* pub $extra: $extra_type,)+)?
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ $($($extra: <$extra_type>::default(),)+)? }
            }
        }

        impl $crate::settings::Declared for $name {
            const FIELDS: &'static [$crate::settings::Field] = &[$($crate::settings::Field {
                name: stringify!($field),
                about: concat!($($about),+).trim_ascii(),
                kind: $crate::settings!(
                    @kind $type $(, in $whole)? $(, within $real)? $(, text $text)? $(, kind $kind)? $(, kind $verbatim)?
                ),
                default: || $crate::settings!(@shown [$($shown)?] {
                    let value: $type = $default;
                    $crate::settings!(
                        @write &value, $type
                        $(, in $whole)? $(, within $real)? $(, text $text)? $(, kind $kind)? $(, kind $verbatim)?
                    )
                }),
            }),+];
            const VERBATIM: &'static [&'static str] = &[$($($crate::settings!(@second $verbatim, stringify!($field)),)?)+];

            fn read_over(mut self, given: &$crate::json::Reader<'_>) -> Result<Self, $crate::Invalid> {
                $(
                    if let Some(value) = given.get(stringify!($field)) {
                        $(given.without(stringify!($field), value, &[$($other),+])?;)?
                        self.$field = $crate::settings!(
                            @read [$($read)?], self, value, given, stringify!($field), $type
                            $(, in $whole)? $(, within $real)? $(, text $text)? $(, kind $kind)? $(, kind $verbatim)?
                        )?;
                    }
                )+
                Ok(self)
            }

            fn values(&self) -> $crate::settings::Values {
                [$((
                    stringify!($field),
                    $crate::settings!(
                        @write &self.$field, $type
                        $(, in $whole)? $(, within $real)? $(, text $text)? $(, kind $kind)? $(, kind $verbatim)?
                    ),
                )),+].into()
            }
        }
    };

    (@kind $type:ty) => { <$type as $crate::settings::Plain>::KIND };
    (@kind $type:ty, in $range:expr) => { $crate::settings::whole(&$range) };
    (@kind $type:ty, within $range:expr) => { $crate::settings::real(&$range) };
    (@kind $type:ty, text $text:literal) => { $crate::settings::FieldKind::Text($text) };
    (@kind $type:ty, kind $kind:expr) => { $kind };

    (@shown [] $value:block) => { $crate::settings::shown(&$value) };
    (@shown [$shown:expr] $value:block) => { $crate::heap::ToString::to_string(&$shown) };

    (@write $value:expr, $type:ty) => { <$type as $crate::settings::Plain>::write($value) };
    (@write $value:expr, $type:ty, kind $kind:expr) => { $crate::settings::to_value($value).unwrap_or_default() };
    (@write $value:expr, $type:ty, $how:tt $bound:expr) => { $crate::settings::Bounded::write($value, $bound) };

    (@read [], $so_far:expr, $value:expr, $given:expr, $name:expr, $type:ty) => {
        <$type as $crate::settings::Plain>::read($name, $value)
    };
    (@read [], $so_far:expr, $value:expr, $given:expr, $name:expr, $type:ty, $how:tt $bound:expr) => {
        <$type as $crate::settings::Bounded<_>>::read($name, $value, $bound)
    };
    (@read [$read:path], $so_far:expr, $value:expr, $given:expr, $($rest:tt)+) => { $read(&$so_far, $value, $given) };

    (@second $first:expr, $second:expr) => { $second };
}
