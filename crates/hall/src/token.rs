//! Tokens: 256 random bits that are shown once. Only their hash is kept.

use gridhaunt_kernel::Invalid;

/// What a token begins with, so that a program that looks for secrets in files knows it.
const BEGINNING: &str = "gridhaunt_";
/// Keeps these hashes apart from all others.
const CONTEXT: &str = "gridhaunt 2026 token of the hall";
/// The most letters that are looked at.
const MOST: usize = 128;

/// A token that nobody has.
///
/// # Errors
/// The system has no random numbers.
pub fn fresh() -> Result<String, Invalid> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Invalid::new("token", error, "random numbers of the system"))?;
    Ok(bytes.iter().fold(BEGINNING.to_string(), |token, byte| format!("{token}{byte:02x}")))
}

/// The hash that is kept of a token; none of what cannot be one.
#[must_use]
pub fn hash(token: &str) -> Option<[u8; 32]> {
    let token = token.trim();
    (token.starts_with(BEGINNING) && token.len() <= MOST).then(|| blake3::derive_key(CONTEXT, token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_another_and_is_known_by_its_hash() {
        let [one, other] = [fresh().unwrap(), fresh().unwrap()];
        assert_ne!(one, other);
        assert_eq!((one.len(), hash(&one)), (BEGINNING.len() + 64, hash(&format!(" {one}\n"))));
        assert_ne!(hash(&one), hash(&other));
        for wrong in ["", "ada", &one[1..], &format!("{one}{}", "0".repeat(MOST))] {
            assert_eq!(hash(wrong), None, "{wrong}");
        }
    }
}
