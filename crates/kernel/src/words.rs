//! Enums whose values have a word in settings and documents.

/// An enum declared with [`words!`](crate::words!).
pub trait Words: Copy + PartialEq + 'static {
    /// All values, in the order of declaration.
    const ALL: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [&'static str];

    /// The word of this value.
    fn word(self) -> &'static str;

    /// The value with this word, none if there is none.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|at| Self::ALL[at])
    }
}

/// Declares an enum with a word for each value, as used in settings and documents, and its tables: all values, their
/// names, and the ways back from a name and from a number. A value may have a number (`Late: 1 = "late"`).
///
/// ```
/// use gridhaunt_kernel::words::Words;
/// gridhaunt_kernel::words! {
///     /// Who goes first.
///     pub enum Priority {
///         /// The lower id.
///         Id = "id",
///         /// Who is nearer.
///         Distance = "distance",
///     }
/// }
/// assert_eq!(Priority::from_word("distance"), Some(Priority::Distance));
/// assert_eq!(Priority::Id.name(), "id");
/// assert_eq!(Priority::from_u8(1), Some(Priority::Distance));
/// assert_eq!(Priority::ALL, [Priority::Id, Priority::Distance]);
/// ```
#[macro_export]
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$about:meta])* $value:ident $(: $number:literal)? = $word:literal),+ $(,)?
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $value $(= $number)?),+ }

        #[allow(dead_code, reason = "not every enum needs every table")]
        impl $name {
            /// All values, in the order of declaration.
            $vis const ALL: [Self; Self::NAMES.len()] = [$(Self::$value),+];
            /// Their names, in the same order.
            $vis const NAMES: [&'static str; [$($word),+].len()] = [$($word),+];

            /// The name of this value.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The value with this name, none if there is none.
            #[must_use]
            $vis fn from_name(name: &str) -> Option<Self> {
                <Self as $crate::words::Words>::from_word(name)
            }

            /// The value with this number, none if there is none.
            #[inline]
            #[must_use]
            $vis const fn from_u8(number: u8) -> Option<Self> {
                $(if number == Self::$value as u8 { return Some(Self::$value); })+
                None
            }
        }

        impl $crate::words::Words for $name {
            const ALL: &'static [Self] = &Self::ALL;
            const WORDS: &'static [&'static str] = &Self::NAMES;

            fn word(self) -> &'static str {
                self.name()
            }
        }
    )+};
}
