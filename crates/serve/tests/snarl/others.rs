//! Clients as other people write them, in `tests/clients/snarl`: with `--classic` they join and play.

use crate::house::{House, short};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::server::ServerEnd;
use gridhaunt_serve::snarl::terms::Terms;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Each with a word on how it reads and what it says.
const CLIENTS: [(&str, &str); 5] = [
    ("one_read.py", "takes one message a read"),
    ("no_newline.py", "compares what it read with words, letter by letter"),
    ("name_object.py", "sends its name as an object"),
    ("text_numbers.py", "sends coordinates as texts"),
    ("game_won.py", "needs to hear whether the game was won"),
];

fn config(terms: Terms) -> Config {
    Config { terms: Terms { turn_timeout: Some(Duration::from_secs(5)), ..terms }, ..short(1) }
}

fn play(client: &str, port: u16) -> Output {
    let file = format!("{}/../../tests/clients/snarl/{client}", env!("CARGO_MANIFEST_DIR"));
    let mut python = Command::new("python3");
    python.args([&file, &port.to_string()]).stdin(Stdio::null());
    python.output().expect("python3 is there")
}

#[test]
fn clients_of_other_people_play_with_classic() {
    for (client, way) in CLIENTS {
        let house = House::open(config(Terms::classic()));
        let Output { status, stdout, stderr } = play(client, house.address.port());
        let (said, wrong) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        assert!(status.success(), "{client} {way}: {said}{wrong}");
        assert_eq!(said.trim_end().lines().last(), Some("the game is over"), "{client} {way}: {said}{wrong}");
        let (ending, told) = house.end();
        assert_eq!(ending, ServerEnd::Played);
        assert!(!told.iter().any(|line| line.contains("lost")), "{client} {way}: {told:?}");
        assert!(told.iter().any(|line| line.contains("exited")), "{client} {way}, and walks out: {told:?}");
    }
}

#[test]
fn some_of_them_do_not_without_it() {
    for client in ["one_read.py", "no_newline.py", "game_won.py"] {
        let house = House::open(Config { wait: Duration::from_secs(2), ..config(Terms::default()) });
        let output = play(client, house.address.port());
        assert!(!output.status.success(), "{client} does not need it");
        house.stop.cancel();
        house.end();
    }
}
