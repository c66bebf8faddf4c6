//! The secret of an event, and the seeds that are made of it (A3).

use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::{Invalid, Random};
use gridhaunt_record::seal::{self, Digest};
use std::fmt;

/// 32 bytes that nobody who plays may know before the event is closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

/// A block's number is raised by this where its seed came already (A3).
const AGAIN: u64 = 1 << 32;

/// How often a seed is drawn again before one that came already is taken: a game may have few seeds.
const DRAWS: u64 = 1000;

impl Secret {
    /// A secret from a number, for events whose entrants are all ours (`--seed N`).
    #[must_use]
    pub fn of_number(number: u64) -> Self {
        Self(
            *blake3::Hasher::new_derive_key("gridhaunt event secret")
                .update(&number.to_le_bytes())
                .finalize()
                .as_bytes(),
        )
    }

    /// A random secret.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> Result<Self, Invalid> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| {
            Invalid::new("secret", "none", "32 random bytes").says(format!("the system gives no random bytes: {error}"))
        })?;
        Ok(Self(bytes))
    }

    /// The 64 bits of block k of a line-up before the game folds them: the first 8 bytes, lowest first, of BLAKE3 keyed
    /// with the secret over the settings' digest, the number of identities, the length and the bytes of each in sorted
    /// order, and k; numbers as 8 bytes, lowest first (A3).
    #[must_use]
    pub fn seed(&self, settings: &Digest, identities: &[&str], k: u64) -> u64 {
        let mut sorted = identities.to_vec();
        sorted.sort_unstable();
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(settings).update(&(sorted.len() as u64).to_le_bytes());
        for identity in sorted {
            hasher.update(&(identity.len() as u64).to_le_bytes()).update(identity.as_bytes());
        }
        first_bits(hasher.update(&k.to_le_bytes()))
    }

    /// The seed of block k of a line-up on a map: folded by the game, and drawn again while it came already (A3).
    #[must_use]
    pub fn seed_of(&self, map: &Map<'_>, identities: &[&str], k: u64, mut taken: impl FnMut(u64) -> bool) -> u64 {
        let draw = |again: u64| map.opened.fold_seed(self.seed(&map.digest, identities, k.wrapping_add(again * AGAIN)));
        (0..DRAWS).map(draw).find(|&seed| !taken(seed)).unwrap_or_else(|| draw(0))
    }

    /// A generator for a choice of the plan; `what` tells the choices apart.
    #[must_use]
    pub fn generator(&self, what: &str) -> Random {
        Random::new(first_bits(blake3::Hasher::new_keyed(&self.0).update(b"plan\0").update(what.as_bytes())))
    }
}

/// A map of an event: a game with its settings, and their digest.
pub struct Map<'a> {
    /// The game with the settings.
    pub opened: &'a dyn Opened,
    /// The digest of the settings (K7).
    pub digest: Digest,
}

impl<'a> Map<'a> {
    /// The map of a game with its settings.
    #[must_use]
    pub fn new(opened: &'a dyn Opened) -> Self {
        Self { opened, digest: seal::of_settings(&opened.resolved()) }
    }
}

fn first_bits(hasher: &blake3::Hasher) -> u64 {
    let mut bits = [0; 8];
    hasher.finalize_xof().fill(&mut bits);
    u64::from_le_bytes(bits)
}

/// A secret is not printed by accident.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SETTINGS: Digest = [7; 32];

    #[test]
    fn a_seed_is_the_first_bits_of_the_keyed_digest() {
        // A3, worked with another reader of the rule: the bytes are put together here by hand.
        let secret = Secret([3; 32]);
        let mut bytes = Vec::from(SETTINGS);
        for part in
            [2u64.to_le_bytes().as_slice(), &1u64.to_le_bytes(), b"a", &2u64.to_le_bytes(), b"bc", &5u64.to_le_bytes()]
        {
            bytes.extend_from_slice(part);
        }
        let digest = blake3::keyed_hash(&[3; 32], &bytes);
        let expected = u64::from_le_bytes(digest.as_bytes()[..8].try_into().unwrap());
        assert_eq!(secret.seed(&SETTINGS, &["a", "bc"], 5), expected);
        assert_eq!(secret.seed(&SETTINGS, &["bc", "a"], 5), expected, "the order of a line-up is no part of it");
    }

    #[test]
    fn nothing_can_be_confused() {
        let secret = Secret::of_number(1);
        let seeds = [
            secret.seed(&SETTINGS, &["a", "bc"], 0),
            secret.seed(&SETTINGS, &["ab", "c"], 0),
            secret.seed(&SETTINGS, &["abc"], 0),
            secret.seed(&SETTINGS, &["", "abc"], 0),
            secret.seed(&SETTINGS, &["a", "bc"], 1),
            secret.seed(&[8; 32], &["a", "bc"], 0),
            Secret::of_number(2).seed(&SETTINGS, &["a", "bc"], 0),
        ];
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed), "{i}");
        }
        assert_ne!(Secret::random().unwrap(), Secret::random().unwrap());
        assert_eq!(format!("{:?}", Secret([9; 32])), "Secret(..)");
    }

    #[test]
    fn a_seed_that_came_already_is_drawn_again() {
        // A3
        let registry = gridhaunt_bots::registry();
        let opened = registry.find("pyrat").unwrap().open(&json!({})).unwrap();
        let (secret, map) = (Secret::of_number(4), Map::new(opened.as_ref()));
        let raw = |k: u64| secret.seed(&map.digest, &["a", "b"], k);
        assert_eq!(secret.seed_of(&map, &["a", "b"], 3, |_| false), raw(3));
        assert_eq!(secret.seed_of(&map, &["a", "b"], 3, |seed| seed == raw(3)), raw(3 + (1 << 32)));
        assert_eq!(secret.seed_of(&map, &["a", "b"], 3, |_| true), raw(3), "a game with few seeds goes on");
        let old = registry.find("sproutopia").unwrap().open(&json!({"rules": "v2024.0.8"})).unwrap();
        let map = Map::new(old.as_ref());
        for k in 0..50 {
            assert!(old.begin(secret.seed_of(&map, &["a"], k, |_| false)).is_ok(), "folded by the game");
        }
    }
}
