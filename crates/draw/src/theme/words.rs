//! What roles are called where a picture explains itself.

use gridhaunt_kernel::scene::{Key, Sign};

/// What a sign means, in a word or two. A role that is not listed is called by its own name.
#[must_use]
pub fn word(key: &Key) -> &'static str {
    match key.sign {
        Sign::Hollow => "only heard of",
        Sign::Energy => "energy left",
        Sign::Pinned => "pinned",
        Sign::Own => "who sees this",
        Sign::Bump => "could not go",
        Sign::Frame => "what is seen",
        Sign::Faded(_) => "stranded",
        _ => WORDS.iter().find(|(role, _)| *role == key.role).map_or(key.role, |(_, word)| word),
    }
}

static WORDS: [(&str, &str); 40] = [
    ("aim", "you may go there"),
    ("pointed", "pointed at"),
    ("mud", "mud: turns"),
    ("ate", "cheese eaten"),
    ("shared", "cheese shared"),
    ("won", "the winner"),
    ("killer-trail", "killer's step"),
    ("survivor-trail", "runner's step"),
    ("sight", "in sight"),
    ("capture", "captured"),
    ("escape", "escaped"),
    ("plain", "node"),
    ("checked", "checked on"),
    ("short", "short way"),
    ("long", "long way"),
    ("delivery", "delivered"),
    ("recovery", "recovered"),
    ("turned", "changed sides"),
    ("unseen", "not seen"),
    ("unknown", "not known"),
    ("loot-unknown", "loot unknown"),
    ("hall", "hallway"),
    ("exit-locked", "locked exit"),
    ("exit-open", "open exit"),
    ("spectre", "ghost"),
    ("teleport", "ghost's jump"),
    ("exited", "got out"),
    ("key-taken", "key taken"),
    ("land.0", "owned land"),
    ("home.0", "home"),
    ("trail.0", "trail"),
    ("weed", "thistles"),
    ("thing.1", "immunity"),
    ("thing.2", "unprunable"),
    ("thing.3", "freeze"),
    ("thing.4", "safe trail"),
    ("thing.5", "fertilizer"),
    ("sent-back", "sent back"),
    ("picked-up", "picked up"),
    ("claimed", "land claimed"),
];
