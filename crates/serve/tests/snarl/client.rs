//! Our client with other servers, which leave out messages and repeat requests.

use gridhaunt_kernel::Random;
use gridhaunt_serve::snarl::client::{Client, Farewell};
use gridhaunt_serve::snarl::machine::Machine;
use gridhaunt_snarl::name::Name;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// The server's side: sends lines and reads the answers.
struct Desk(BufReader<TcpStream>);

impl Desk {
    fn say(&mut self, value: &Value) {
        self.0.get_mut().write_all(value.to_string().as_bytes()).unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn ask(&mut self, word: &str) -> Value {
        self.say(&json!(word));
        self.hear()
    }
}

/// Lets a bot play; returns how the game ended for it.
fn served(desk: impl FnOnce(Desk) + Send + 'static) -> Farewell {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = std::thread::spawn(move || desk(Desk(BufReader::new(listener.accept().unwrap().0))));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let farewell = runtime.block_on(async {
        let mut bot = Machine::new("random", Name::parse("ana").unwrap(), Random::stream(1, 0)).unwrap();
        Client::connect("127.0.0.1", port).await.unwrap().play(&mut bot).await.unwrap()
    });
    server.join().unwrap();
    farewell
}

/// Three tiles in a row, the player in the middle; a wall on all sides.
fn update() -> Value {
    json!({"type": "player-update", "layout": [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0]], "position": [4, 5], "objects": [], "actors": []})
}

#[test]
fn it_plays_without_a_start_and_with_whatever_an_update_lacks() {
    for lacks in ["", "objects", "actors", "message"] {
        served(move |mut desk| {
            assert_eq!(desk.ask("name"), json!("ana"), "no notices are asked of a server that is not ours");
            let mut update = update();
            update.as_object_mut().unwrap().remove(lacks);
            desk.say(&update);
            let moves: Vec<Value> = (0..20)
                .map(|_| {
                    let wish = desk.ask("move");
                    desk.say(&json!("OK"));
                    desk.say(&update);
                    wish["to"].clone()
                })
                .collect();
            let sides = [json!([4, 4]), json!([4, 6])];
            assert!(sides.iter().any(|to| moves.contains(to)), "without {lacks}: {moves:?}");
            assert!(moves.iter().all(|to| to.is_null() || sides.contains(to)), "{moves:?}");
        });
    }
}

#[test]
fn who_refuses_every_move_is_answered_with_staying_and_ever_more_slowly() {
    served(|mut desk| {
        desk.ask("name");
        desk.say(&update());
        desk.ask("move");
        let before = Instant::now();
        for _ in 0..4 {
            desk.say(&json!("Invalid"));
            assert_eq!(desk.ask("move")["to"], Value::Null);
        }
        let took = before.elapsed();
        assert!(took >= Duration::from_millis(50 + 100 + 200 + 400), "{took:?}");
        // After a reaction to an answer, the next answer is sent without a pause.
        desk.say(&json!("OK"));
        desk.say(&update());
        let before = Instant::now();
        desk.ask("move");
        assert!(before.elapsed() < Duration::from_millis(400), "{:?}", before.elapsed());
    });
}

#[test]
fn who_refuses_every_name_is_not_flooded_with_names() {
    let before = Instant::now();
    served(|mut desk| {
        let names: Vec<Value> = (0..4).map(|_| desk.ask("name")).collect();
        assert_eq!(names, ["ana", "ana2", "ana3", "ana4"]);
    });
    assert!(before.elapsed() >= Duration::from_millis(50 + 100 + 200), "{:?}", before.elapsed());
}

#[test]
fn it_says_why_it_was_closed_as_far_as_it_knows() {
    let closed = |why: &str| Farewell::Closed(why.into());
    assert_eq!(served(|_| {}), closed("it had not asked for a name"));
    assert_eq!(served(|mut desk| _ = desk.ask("name")), closed("the game had not begun"));
    let asked = |mut desk: Desk| {
        desk.ask("name");
        desk.say(&update());
        desk.ask("move");
    };
    assert_eq!(served(asked), closed("it was your turn, 0 s after it asked for your move"));
    let told = |mut desk: Desk| {
        desk.say(&json!({"type": "welcome", "info": "gridhaunt snarl; retries 0"}));
        assert_eq!(desk.ask("name"), json!({"type": "player", "name": "ana", "notices": true}));
        assert_eq!(desk.ask("name"), json!("ana2"), "an older server does not know such an answer");
        desk.say(&json!({"type": "closed", "why": "tired"}));
    };
    assert_eq!(served(told), closed("tired"));
    let won = |mut desk: Desk| {
        desk.ask("name");
        desk.say(&json!({"type": "end-game", "game-won": true}));
    };
    let Farewell::Played(played) = served(won) else { panic!() };
    assert!(played.won && played.scores.is_empty());
}
