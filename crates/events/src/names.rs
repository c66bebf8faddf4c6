//! Names for people: bots of one name are told apart by the beginning of their digest.

use gridhaunt_store::{Entrant, EventId, Store, StoreError};
use std::collections::HashMap;

/// How many digits of a digest tell versions of a bot apart for people.
const DIGITS: usize = 8;

/// Somebody who has a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) name: &'a str,
    pub(crate) identity: &'a str,
    pub(crate) digest: Option<&'a str>,
}

impl Named<'_> {
    /// Its name with the beginning of its digest; without one, its identity.
    pub(crate) fn with_digits(&self) -> String {
        match self.digest {
            Some(digest) => format!("{} {}", self.name, digest.get(..DIGITS).unwrap_or(digest)),
            None => self.identity.to_string(),
        }
    }
}

/// The name of everybody: with digits where several have the same, and with the options where these are the same too.
pub(crate) fn apart(everybody: &[Named<'_>]) -> Vec<String> {
    let plain: Vec<String> = everybody.iter().map(|who| who.name.to_string()).collect();
    let some = longer(everybody, plain, Named::with_digits);
    longer(everybody, some, |who| {
        let options = who.digest.and_then(|digest| Some(who.identity.split_once(digest)?.1));
        format!("{}{}", who.with_digits(), options.unwrap_or_default())
    })
}

/// Says more where a name occurs several times.
fn longer<'a>(everybody: &[Named<'a>], names: Vec<String>, more: impl Fn(&Named<'a>) -> String) -> Vec<String> {
    let mut times: HashMap<&str, u32> = HashMap::new();
    for name in &names {
        *times.entry(name).or_default() += 1;
    }
    let pick = |(who, name): (&Named<'a>, &String)| if times[name.as_str()] > 1 { more(who) } else { name.clone() };
    everybody.iter().zip(&names).map(pick).collect()
}

/// The entrants of an event under names that tell them apart.
///
/// # Errors
/// The store cannot be read.
pub fn entrants(store: &Store, event: EventId) -> Result<Vec<Entrant>, StoreError> {
    let mut entrants = store.entrants(event)?;
    tell_apart(&mut entrants);
    Ok(entrants)
}

/// Gives entrants of one name names that tell them apart.
pub fn tell_apart(entrants: &mut [Entrant]) {
    let named = |entrant: &Entrant| -> (String, String, Option<String>) {
        (entrant.name.clone(), entrant.identity.clone(), entrant.digest.clone())
    };
    let all: Vec<_> = entrants.iter().map(named).collect();
    let all: Vec<Named<'_>> =
        all.iter().map(|(name, identity, digest)| Named { name, identity, digest: digest.as_deref() }).collect();
    for (entrant, name) in entrants.iter_mut().zip(apart(&all)) {
        entrant.name = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_one_name_are_told_apart() {
        let (one, other) = ("3f2a".repeat(16), "77b0".repeat(16));
        let identities = [
            "builtin greedy {}".to_string(),
            format!("program mine {one} {{}}"),
            format!("program mine {other} {{}}"),
            format!("program mine {other} {{\"depth\":3}}"),
        ];
        let names = ["greedy", "mine", "mine", "mine"];
        let digests = [None, Some(one.as_str()), Some(other.as_str()), Some(other.as_str())];
        let all: Vec<Named<'_>> =
            (0..4).map(|at| Named { name: names[at], identity: &identities[at], digest: digests[at] }).collect();
        assert_eq!(apart(&all), ["greedy", "mine 3f2a3f2a", "mine 77b077b0 {}", "mine 77b077b0 {\"depth\":3}"]);
        assert_eq!(apart(&all[..2]), ["greedy", "mine"]);
    }
}
