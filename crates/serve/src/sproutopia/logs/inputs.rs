//! `_inputs.log`: the registrations, the commands and the times of the ticks.

use super::Name;
use gridhaunt_sproutopia::Action;

/// The line of a registration, with the id and nickname of the farmer.
#[must_use]
pub fn register(stamp: &str, name: &Name) -> String {
    format!("{stamp} Information - Register,{},{}", name.id, name.nick)
}

/// The line of a tick; it follows the commands that the tick plays.
#[must_use]
pub fn tick(stamp: &str, tick: u32) -> String {
    format!("{stamp} Information - Tick,{tick}")
}

/// The line of a command; `None` for one that is never queued (R8).
#[must_use]
pub fn command(stamp: &str, name: Option<&Name>, code: u64) -> Option<String> {
    let action = u8::try_from(code).ok().and_then(Action::from_u8).filter(|action| *action != Action::None)?;
    Some(format!("{stamp} Information - Command,{},{action:?}", name?.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sproutopia::guid::Guid;

    #[test]
    fn lines_are_those_of_the_reference_engine() {
        let name = Name { id: Guid::numbered(1), nick: "ana, the first".into() };
        let id = name.id;
        assert_eq!(register("T", &name), format!("T Information - Register,{id},ana, the first"));
        assert_eq!(tick("T", 7), "T Information - Tick,7");
        assert_eq!(command("T", Some(&name), 4), Some(format!("T Information - Command,{id},Right")));
        assert_eq!(command("T", Some(&name), 5), Some(format!("T Information - Command,{id},Stand")));
        assert_eq!(
            (command("T", Some(&name), 0), command("T", None, 1), command("T", Some(&name), 300)),
            (None, None, None)
        );
    }
}
