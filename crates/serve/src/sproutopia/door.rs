//! The HTTP requests of clients (W2, W3): negotiation, and the upgrade to a WebSocket.

use super::config::Patience;
use super::connection::{keep, limits};
use super::crowd::{Guest, MOST_BYTES_OF_A_STRANGER};
use super::gallery::Gallery;
use super::hub::Hub;
use super::metered::Metered;
use super::negotiate;
use super::room::Room;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, ALLOW, CONNECTION,
    CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE, VARY,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::upgrade::OnUpgrade;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

/// The path of the hub of bots, in lower case; requests may use any letter case.
const HUB: &str = "/runnerhub";

/// The path of the hub of onlookers (W14).
const GALLERY: &str = "/visualiserhub";

/// The hubs of a match.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// The hub of bots.
    pub hub: Arc<Hub>,
    /// The hub of onlookers, if there is one.
    pub gallery: Option<Arc<Gallery>>,
}

impl Rooms {
    /// The room for a path, and the rest of the path.
    fn find<'a>(&self, path: &'a str) -> Option<(&dyn Room, &'a str)> {
        if let Some(rest) = path.strip_prefix(HUB) {
            return Some((&*self.hub, rest));
        }
        let gallery = self.gallery.as_deref()?;
        Some((gallery, path.strip_prefix(GALLERY)?))
    }
}

type Answer = Response<Full<Bytes>>;

/// A pending upgrade to a WebSocket, and the room that it leads to.
type Upgrade<'a> = (OnUpgrade, &'a dyn Room);

/// Serves a connection until it ends or is closed to make room for others.
pub async fn serve(stream: TcpStream, peer: SocketAddr, rooms: &Rooms, guest: &Arc<Guest>, patience: &Patience) {
    tokio::select! {
        () = attend(stream, peer, rooms, guest, patience) => {}
        () = guest.crowded_out() => {}
    }
}

/// Answers HTTP requests; after an upgrade, serves the WebSocket.
async fn attend(stream: TcpStream, peer: SocketAddr, rooms: &Rooms, guest: &Arc<Guest>, patience: &Patience) {
    // States are small and urgent: Nagle's algorithm would delay them.
    let _ = stream.set_nodelay(true);
    let upgrade: Mutex<Option<Upgrade<'_>>> = Mutex::new(None);
    let service = service_fn(|request| {
        let answer = answer(request, rooms, &upgrade);
        async { Ok::<_, Infallible>(answer) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.handshake).max_buf_size(MOST_BYTES_OF_A_STRANGER);
    if http.serve_connection(TokioIo::new(stream), service).with_upgrades().await.is_err() {
        return;
    }
    let Some((upgrade, room)) = upgrade.into_inner().unwrap_or_else(PoisonError::into_inner) else { return };
    let Ok(upgraded) = upgrade.await else { return };
    let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else { return };
    let (stream, begun) = (Metered::new(parts.io.into_inner(), guest.clone()), parts.read_buf.to_vec());
    let socket = WebSocketStream::from_partially_read(stream, begun, Role::Server, Some(limits())).await;
    keep(socket, peer, room, guest, patience).await;
}

/// Answers a request; if it asks for an upgrade, that is stored in `upgrade`.
fn answer<'a>(mut request: Request<Incoming>, rooms: &'a Rooms, upgrade: &Mutex<Option<Upgrade<'a>>>) -> Answer {
    let path = request.uri().path().trim_end_matches('/').to_ascii_lowercase();
    let query = request.uri().query().unwrap_or("");
    let found = rooms.find(&path);
    let mut answer = match (found.map(|(_, rest)| rest), request.method()) {
        (Some("" | "/negotiate"), &Method::OPTIONS) => preflight(request.headers()),
        (Some("/negotiate"), &Method::POST) => {
            let mut answer = plain(StatusCode::OK, negotiate::answer(query));
            answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            answer
        }
        (Some("/negotiate"), _) => {
            let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED, "POST is needed here\n");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("POST, OPTIONS"));
            answer
        }
        (Some(""), &Method::GET) => match (accept(request.headers()), found) {
            (Some(accepted), Some((room, _))) => {
                let mut upgrade = upgrade.lock().unwrap_or_else(PoisonError::into_inner);
                *upgrade = Some((hyper::upgrade::on(&mut request), room));
                accepted
            }
            _ => plain(StatusCode::BAD_REQUEST, "A WebSocket is needed here\n"), // W3
        },
        (Some(""), _) => plain(StatusCode::BAD_REQUEST, "A WebSocket is needed here\n"),
        _ => plain(StatusCode::NOT_FOUND, "Not here; the hub is /runnerhub\n"),
    };
    open_to_all(request.headers(), &mut answer);
    answer
}

fn plain(status: StatusCode, text: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(text.into()));
    *answer.status_mut() = status;
    answer
}

/// The answer that upgrades a connection to a WebSocket; `None` if the request does not ask for that. Extensions are
/// never accepted.
fn accept(headers: &HeaderMap) -> Option<Answer> {
    let says = |name: HeaderName, word: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|said| said.trim().eq_ignore_ascii_case(word))
    };
    let key = headers.get(SEC_WEBSOCKET_KEY)?;
    if !says(CONNECTION, "upgrade") || !says(UPGRADE, "websocket") || !says(SEC_WEBSOCKET_VERSION, "13") {
        return None;
    }
    let mut answer = plain(StatusCode::SWITCHING_PROTOCOLS, "");
    let headers = answer.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok()?);
    Some(answer)
}

/// The answer to the preflight request (CORS) of a browser.
fn preflight(asked: &HeaderMap) -> Answer {
    let mut answer = plain(StatusCode::NO_CONTENT, "");
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, OPTIONS"));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    if let Some(wanted) = asked.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, wanted.clone());
    }
    answer
}

/// Adds CORS headers that allow any origin (W2). Clients send credentials, so the header must name the origin.
fn open_to_all(asked: &HeaderMap, answer: &mut Answer) {
    let headers = answer.headers_mut();
    match asked.get(ORIGIN) {
        Some(origin) => {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
            headers.insert(VARY, HeaderValue::from_static("Origin"));
        }
        None => _ = headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    }
}
