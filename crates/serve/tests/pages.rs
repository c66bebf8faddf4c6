//! The protocol pages agree with the code: flags with their ranges, and limits.

use gridhaunt_kernel::settings::{Field, FieldKind};
use gridhaunt_serve::{snarl, sproutopia};
use std::time::Duration;

fn page(name: &str) -> String {
    let path = format!("{}/../../docs/games/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The row of a table that contains a flag.
fn row<'a>(page: &'a str, flag: &str) -> &'a str {
    let is_named = |cell: &str| {
        let mut words = cell.split([' ', '`', ',', ';']);
        words.any(|word| word == flag)
    };
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let mut named = rows.filter(|line| line.split('|').nth(1).is_some_and(is_named) || also(line, flag));
    named.next().unwrap_or_else(|| panic!("{flag} has no row"))
}

/// `also `--cols`, `--rows`` in the row of another flag.
fn also(line: &str, flag: &str) -> bool {
    line.split_once("; also ").is_some_and(|(_, names)| names.contains(&format!("`{flag}`")))
}

fn check_flags(page: &str, flags: &[Field]) {
    for field in flags {
        let flag = format!("--{}", field.name.replace('_', "-"));
        let row = row(page, &flag);
        if let FieldKind::Integer(lo, hi) = field.kind {
            let range = format!("{lo}..={hi}");
            let open = format!("{lo}..");
            let says = |cell: &str| cell.contains(&range) || cell.trim() == open;
            assert!(row.split('|').any(says), "{flag} is in {range}: {row}");
            if field.default().parse::<u64>().is_ok() {
                let number = |word: &str| word == field.default();
                assert!(
                    row.split([' ', '|', ',', '`', 'x']).any(number),
                    "{flag} is {} by default: {row}",
                    field.default()
                );
            }
        }
        if let FieldKind::Word(words) = field.kind {
            words.iter().for_each(|word| assert!(row.contains(&format!("`{word}`")), "{flag} takes {word}: {row}"));
        }
    }
}

#[track_caller]
fn says(page: &str, text: &str) {
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(text), "the page does not say: {text}");
}

fn seconds(time: Duration) -> u64 {
    time.as_secs()
}

#[test]
fn sproutopias_page_has_every_flag_and_limit() {
    use sproutopia::config::PATIENCE_BESIDE_BUILT_IN_BOTS;
    use sproutopia::config::Patience;
    use sproutopia::connection::MOST_BYTES_OF_A_FRAME;
    use sproutopia::crowd::{MOST_BYTES_OF_A_STRANGER, MOST_STRANGERS};
    use sproutopia::frame::MOST_BYTES;
    use sproutopia::hub::{MOST_COMMANDS, ROOM_A_TICK};
    use sproutopia::outbox::MOST_STATES;
    use sproutopia::refusals::TOLD_A_SECOND;
    use sproutopia::registration::MOST_OF_NICK;
    let page = page("sproutopia-protocol.md");
    check_flags(&page, sproutopia::tools::SERVE.flags);
    let Patience { handshake, registration, sending, ping, farewell } = Patience::default();
    let [handshake, registration, sending, ping, farewell] =
        [handshake, registration, sending, ping, farewell].map(seconds);
    let (record, frame, stranger) = (MOST_BYTES >> 20, MOST_BYTES_OF_A_FRAME >> 20, MOST_BYTES_OF_A_STRANGER >> 10);
    let commands = format!("{},{:03}", MOST_COMMANDS / 1000, MOST_COMMANDS % 1000);
    let patience = seconds(PATIENCE_BESIDE_BUILT_IN_BOTS);
    for text in [
        format!("| a record, a frame | {record} MiB, {frame} MiB |"),
        format!(
            "A record of more than {record} MiB closes the connection; before you have registered, {stranger} KiB in all do."
        ),
        format!(
            "| {stranger} KiB in all, after the upgrade; {stranger} KiB a request before it. Onlookers: {stranger} KiB a record |"
        ),
        format!("registration after it | {handshake} seconds, {handshake} seconds, {registration} seconds |"),
        format!("`No registration within {registration} s.`"),
        format!("| connections that have no farmer | {MOST_STRANGERS}, or what"),
        format!("| a nickname | {MOST_OF_NICK} characters |"),
        format!("up to {MOST_OF_NICK} characters; without one"),
        format!(
            "| commands of a farmer | {commands}, in `v2024.0.8` `max_ticks` if that is more, and {ROOM_A_TICK} more"
        ),
        format!("| states that wait for you | {MOST_STATES}; of more"),
        format!("| how long you may not read | {sending} seconds |"),
        format!("`Handshake was canceled.` after {handshake} seconds of silence"),
        format!("sends `{{\"type\":6}}␞` every {ping} seconds"),
        format!("connections stay open for {farewell} seconds"),
        format!("at most {TOLD_A_SECOND} a second"),
        format!("come back: {patience} seconds where built-in bots fill"),
        format!("| `--patience S` | {patience} with `--fill`, else 0 |"),
    ] {
        says(&page, &text);
    }
}

#[test]
fn snarls_page_has_every_flag_and_limit() {
    use snarl::connection::{MOST_BYTES, SILENCE};
    use snarl::lobby::{COURTESY, MOST_NAMELESS};
    use snarl::terms::{CLASSIC_GAP, Terms};
    let page = page("snarl-protocol.md");
    check_flags(&page, snarl::tools::SERVER.flags);
    let classic = Terms::classic();
    assert_eq!(classic, Terms { gap: CLASSIC_GAP, newline: false, game_won: true, ..Terms::default() });
    for text in [
        format!("| {} KiB without a complete value |", MOST_BYTES >> 10),
        format!("by {} ms of silence", SILENCE.as_millis()),
        format!("At most {MOST_NAMELESS} connections may be without a name"),
        format!("at most one every {} ms", COURTESY.as_millis()),
        format!("`--classic` is `--gap {} --newline no --game-won yes`", CLASSIC_GAP.as_millis()),
    ] {
        says(&page, &text);
    }
}
