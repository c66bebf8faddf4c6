//! The words of the settings (section 8 of the rules).

use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Plain;

gridhaunt_kernel::words! {
    /// A named set of defaults (sections 8 and 14).
    pub enum Preset {
        /// That of the rules.
        Default = "default",
        /// Its older name.
        Literal = "literal",
        /// Shares decide, contact captures.
        Share = "share",
        /// More energy, and the map is known.
        Casual = "casual",
        /// A small given map.
        Tiny = "tiny",
    }
    /// Over which pairs base energy is averaged (R6).
    pub enum Average {
        /// Every start with every goal.
        AllPairs = "all_pairs",
        /// Every start with its nearest goal.
        Nearest = "nearest",
    }
    /// What counts against the threshold (R28).
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Scope {
        Single = "single",
        /// All captures of the sentinel.
        Cumulative = "cumulative"
    }
    /// What delivers (R20, R21).
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Delivery {
        /// To arrive in the goal.
        OnArrival = "on_arrival",
        OnDeposit = "on_deposit"
    }
    /// What captures (R26).
    pub enum CaptureRule {
        /// To be in one node.
        Contact = "contact",
        /// A sentinel that enters.
        OnEnter = "on_enter"
    }
    /// What of the map is known (R32).
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Knowledge {
        /// Where one's side has been.
        Local = "local",
        Full = "full"
    }
    /// Who begins a turn (R13).
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Order {
        GhostsFirst = "ghosts_first",
        SentinelsFirst = "sentinels_first"
    }
    /// What marks a node as checked (R25).
    pub enum Marking {
        /// A sentinel that ends its phase there.
        Auto = "auto",
        /// The action `mark`.
        Chosen = "chosen"
    }
    /// Who wins (R34).
    pub enum Victory {
        /// The larger share of what was brought home.
        Share = "share",
        /// Sentinels with more than half of all loot or all ghosts, else ghosts that brought something.
        Literal = "literal"
    }
}

/// Declares a type that is a number up to a bound, or one of several words for values that a rule decides.
macro_rules! number_or_word {
    ($($(#[$meta:meta])* $name:ident { $number:ident($type:ty) up to $most:literal, $($(#[$about:meta])* $value:ident = $word:literal),+ }
        $schema:literal)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$about])* $value,)+
            /// This many.
            $number($type),
        }

        impl Plain for $name {
            const KIND: FieldKind = FieldKind::Schema($schema);

            fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
                match (value.as_str(), value.as_u64()) {
                    $((Some($word), _) => Ok(Self::$value),)+
                    (_, Some(number @ 0..=$most)) => Ok(Self::$number(number as $type)),
                    _ => {
                        let words = [$($word),+].join(", ");
                        Err(Invalid::new(field, brief(value), format!("{words} or in 0..={}", $most)))
                    }
                }
            }

            fn write(&self) -> Value {
                match *self {
                    $(Self::$value => $word.into(),)+
                    Self::$number(number) => number.into(),
                }
            }
        }
    )+};
}

number_or_word! {
    /// The most that turns nobody (R28).
    Threshold {
        Most(u16) up to 1000,
        /// Half of all loot.
        Half = "half",
        /// Nothing turns anybody.
        None = "none"
    }
    r#"{"description":"half, none or 0..=1000","anyOf":[{"enum":["half","none"]},{"type":"integer","minimum":0,"maximum":1000}]}"#

    /// What a conversion costs the world (R29).
    Loss {
        Of(u16) up to 1000,
        /// As much as the threshold.
        Threshold = "threshold"
    }
    r#"{"description":"threshold or 0..=1000","anyOf":[{"const":"threshold"},{"type":"integer","minimum":0,"maximum":1000}]}"#

    /// For how many turns a recovery pins the sentinel (R24).
    Freeze {
        Turns(u32) up to 100000,
        /// For good.
        Permanent = "permanent"
    }
    r#"{"description":"permanent or 0..=100000","anyOf":[{"const":"permanent"},{"type":"integer","minimum":0,"maximum":100000}]}"#
}
