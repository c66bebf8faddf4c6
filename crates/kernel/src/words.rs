//! Enums whose values have a word in settings.

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

/// Declares an enum with a word for each value, as used in settings.
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
/// assert_eq!(Priority::Id.word(), "id");
/// ```
#[macro_export]
macro_rules! words {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$about:meta])* $value:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $value),+ }

        impl $crate::words::Words for $name {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }
        }
    )+};
}
