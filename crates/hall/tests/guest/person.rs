//! A person at a table, over a real WebSocket.

use super::{Open, PATIENCE};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

pub(crate) type Socket = WebSocketStream<TcpStream>;

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { timeout(PATIENCE, future).await.expect("it takes too long") })
}

/// Opens a table; the address of who opens it, and the links for others.
pub(crate) fn table(hall: &Open, form: &str) -> (String, Vec<String>) {
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    let answer = hall.ask("POST", "/tables", &kind, form.as_bytes());
    assert_eq!(answer.status, 303, "{}", answer.text());
    let mine = answer.header("location").unwrap();
    let page = hall.get(&mine).text();
    let links = page.match_indices("://").filter_map(|(at, _)| {
        let link = page[at..].split_once("/seat/")?.1;
        Some(format!("/seat/{}", &link[..32]))
    });
    let links = links.filter(|link| *link != mine).collect();
    (mine, links)
}

pub(crate) async fn sit(hall: &Open, seat: &str) -> Result<Socket, Error> {
    sit_from(hall, seat, &format!("http://{}", hall.address)).await
}

pub(crate) async fn sit_from(hall: &Open, seat: &str, origin: &str) -> Result<Socket, Error> {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
    let mut request = format!("ws://{}{seat}/socket", hall.address).into_client_request()?;
    request.headers_mut().insert("Origin", origin.parse().unwrap());
    let stream = TcpStream::connect(hall.address).await?;
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

/// The next message that is a view.
pub(crate) async fn view(socket: &mut Socket) -> Option<Value> {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let value: Value = serde_json::from_str(text.as_str()).unwrap();
            if value["type"] == "view" {
                return Some(value);
            }
        }
    }
    None
}

pub(crate) async fn send(socket: &mut Socket, text: String) -> bool {
    socket.send(Message::Text(text.into())).await.is_ok()
}

/// What the seat is shown when it is asked next, or at the end.
pub(crate) async fn asked(socket: &mut Socket, mut seen: Option<Value>) -> Value {
    loop {
        let shown = match seen.take() {
            Some(shown) => shown,
            None => view(socket).await.expect("the table is there"),
        };
        let offers = shown["offers"].as_array();
        if !shown["result"].is_null() || offers.is_some_and(|offers| !offers.is_empty()) {
            return shown;
        }
    }
}

/// Chooses the first offer whenever it is asked, until so many steps are played or to the end. Until a step, not so many choices: who
/// has made its choices would leave the others waiting for one that is asked no more or not now.
pub(crate) async fn play(socket: &mut Socket, mut seen: Option<Value>, until: u64) -> Value {
    let mut last = None;
    loop {
        let shown = match seen.take() {
            Some(shown) => shown,
            None => view(socket).await.expect("the table is there"),
        };
        let step = shown["step"].as_u64();
        if !shown["result"].is_null() || (!shown["picture"].is_null() && step >= Some(until)) {
            return shown;
        }
        if let Some(offer) = shown["offers"].as_array().and_then(|offers| offers.first()).filter(|_| last != step) {
            send(socket, json!({"step": step, "code": offer["code"]}).to_string()).await;
            last = step;
        }
    }
}
