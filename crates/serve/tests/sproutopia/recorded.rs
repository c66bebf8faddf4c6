//! The conversation in the documentation is a real one.

use crate::bot::{Bot, id};
use crate::house::{House, lockstep, with};
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_serve::sproutopia::config::Config;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const NEGOTIATE: &str = "/runnerhub/negotiate?negotiateVersion=1";

/// All messages, one line each: `>` from the bot, `<` from the server.
struct Talk {
    bot: Bot,
    lines: Vec<String>,
}

impl Talk {
    async fn say(&mut self, record: &str) {
        self.bot.say(record).await;
        self.lines.push(format!("> {record}"));
    }

    async fn hear(&mut self) -> Value {
        let record = self.bot.next().await;
        self.lines.push(format!("< {record}"));
        serde_json::from_str(&record).unwrap()
    }
}

async fn negotiate(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("POST {NEGOTIATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_string()
}

/// The ids that the server drew, by names.
fn named(mut text: String, drawn: &[(&Value, &str)]) -> String {
    for (id, name) in drawn {
        text = text.replace(id.as_str().unwrap(), name);
    }
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_conversation_of_the_documentation_is_true() {
    let config = Config { fill: Some(BotSpec::parse("square").unwrap()), ..lockstep(2, 3) };
    let house = House::open(with(config, json!({"player_window_size": 4}))).await;
    let invitation = negotiate(house.address()).await;
    let lines = vec![
        format!("> POST {NEGOTIATE}"),
        format!("< 200 {invitation}"),
        "> GET /runnerhub?id=<connection token> (upgraded to a WebSocket; from here on a line is a record)".to_string(),
    ];
    let mut talk = Talk { bot: Bot::open(house.address()).await, lines };
    talk.say(r#"{"protocol":"json","version":1}"#).await;
    talk.hear().await;
    let call = format!(r#"{{"type":1,"invocationId":"1","target":"Register","arguments":["{}","ana"]}}"#, id(1));
    talk.say(&call).await;
    talk.hear().await;
    talk.hear().await;
    let information = talk.hear().await;
    talk.hear().await;
    for action in [4, 4] {
        let command = format!(r#"{{"action":{action},"botId":"{}"}}"#, id(1));
        talk.say(&format!(r#"{{"type":1,"target":"SendPlayerCommand","arguments":[{command}]}}"#)).await;
        talk.hear().await;
    }
    talk.hear().await;
    assert_eq!(talk.hear().await, json!({"type": 7}), "the last word is the server's");
    let invitation: Value = serde_json::from_str(&invitation).unwrap();
    let other = &information["arguments"][0]["bots"]["1"];
    let drawn = [
        (&invitation["connectionId"], "<connection id>"),
        (&invitation["connectionToken"], "<connection token>"),
        (other, "<id of seat 1>"),
    ];
    insta::assert_snapshot!("conversation", named(talk.lines.join("\n"), &drawn));
}
