//! The client in `examples/snarl`, in another language.

use crate::house::{House, quiet};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::server::ServerEnd;
use serde_json::json;
use std::process::{Command, Stdio};

#[test]
fn the_python_example_plays_a_whole_game() {
    let settings = json!({"generate": {"levels": 2, "rooms": 3}, "max_rounds": 50});
    let settings = settings.as_object().unwrap().clone();
    let house = House::open(Config { clients: 2, settings, seed: 3, ..quiet() });
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/snarl/client.py");
    let play = |name: &str| {
        let port = house.address.port().to_string();
        let mut python = Command::new("python3");
        python
            .args([file, name, &port])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("python3 is there")
    };
    let (ana, bo) = (play("ana"), play("bo"));
    for player in [ana, bo] {
        let output = player.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.starts_with("welcome\nstart-level\n") && said.trim_end().ends_with("}]"), "{said}");
    }
    let (ending, told) = house.end();
    assert_eq!(ending, ServerEnd::Played);
    assert!(told.last().unwrap().starts_with("The game is "));
}
