//! Links to chairs: who has one has the seat. Only hashes of them are kept, and the links of friends follow from that of who
//! opened the table, who is told them again whenever it asks.

use gridhaunt_kernel::{Invalid, Seat};

/// Keeps these hashes apart from all others.
const HASHED: &str = "gridhaunt 2026 link to a chair of the hall";
/// What the link of a friend is made with.
const FRIEND: &str = "gridhaunt 2026 link of a friend at a table of the hall";
/// The bytes of a link that nobody can guess.
const BYTES: usize = 16;

/// A link that nobody has.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn fresh() -> Result<String, Invalid> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| Invalid::new("link", error, "random numbers of the system"))?;
    Ok(digits(&bytes))
}

/// The link of a friend's seat, from that of who opened the table.
pub(crate) fn of_friend(first: &str, seat: Seat) -> String {
    let friend = blake3::derive_key(FRIEND, format!("{first} {seat}").as_bytes());
    digits(&friend[..BYTES])
}

/// What is kept of a link.
pub(crate) fn hash(link: &str) -> [u8; 32] {
    blake3::derive_key(HASHED, link.as_bytes())
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_is_another() {
        let [one, other] = [fresh().unwrap(), fresh().unwrap()];
        let links = [&one, &other, &of_friend(&one, Seat(1)), &of_friend(&one, Seat(2)), &of_friend(&other, Seat(1))];
        assert!(links.iter().all(|link| link.len() == 2 * BYTES));
        for (at, link) in links.iter().enumerate() {
            assert!(links[..at].iter().all(|other| other != link && hash(other) != hash(link)));
        }
        assert_eq!(of_friend(&one, Seat(1)), of_friend(&one, Seat(1)), "it is told again");
    }
}
