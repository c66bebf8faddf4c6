//! The door: connections, what they may do, and what every answer has.

mod patient;

use crate::caller::Peer;
use crate::hall::{Hall, LOOK};
use crate::limits::{CONNECTIONS, Deed, Doer, HEAD_TIME, OF_ONE, READ_TIME, REQUEST_TIME};
use crate::refusal::Refusal;
use crate::{api, pages, policy};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use gridhaunt_kernel::Invalid;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use patient::Patient;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;

/// The most bytes of the head of a request.
const HEAD: usize = 32 << 10;
/// How long connections have to end when all stops.
const FAREWELL: Duration = Duration::from_millis(500);

/// Lets this process have as many descriptors as it may, since every connection is one.
#[cfg(unix)]
fn make_room() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let wanted = CONNECTIONS as u64 + 1024;
    let current = Some(maximum.map_or(wanted, |maximum| maximum.min(wanted)));
    // With fewer there is room for fewer guests.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
}

/// Accepts connections until all is to stop.
pub(crate) async fn open(hall: Arc<Hall>, listener: TcpListener) -> io::Result<()> {
    #[cfg(unix)]
    make_room();
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = router(&hall);
    let guests = Arc::new(Guests::default());
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // Who comes through IPv4 to a socket of IPv6 is the same who comes through IPv4.
                    let address = peer.ip().to_canonical();
                    if let Some(guest) = Guest::enters(&guests, address) {
                        tokio::spawn(attend(stream, router.clone(), guest));
                    }
                }
                // No descriptors are left, or who came is gone: others go on.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
            () = tokio::time::sleep(LOOK) => {
                if hall.is_stopped() {
                    tokio::time::sleep(FAREWELL).await;
                    return Ok(());
                }
            }
        }
    }
}

/// Who has a connection.
#[derive(Default)]
struct Guests {
    by_address: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// A connection that counts until it is dropped.
struct Guest {
    guests: Arc<Guests>,
    address: IpAddr,
}

impl Guest {
    fn enters(guests: &Arc<Guests>, address: IpAddr) -> Option<Self> {
        let mut counts = guests.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *counts;
        let own = by_address.entry(address).or_default();
        if *all >= CONNECTIONS || *own >= OF_ONE {
            if *own == 0 {
                by_address.remove(&address);
            }
            return None;
        }
        (*all, *own) = (*all + 1, *own + 1);
        Some(Self { guests: guests.clone(), address })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut counts = self.guests.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *counts;
        *all -= 1;
        if let Some(own) = by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// Serves one connection until it ends.
async fn attend(stream: TcpStream, router: Router, guest: Guest) {
    let _ = stream.set_nodelay(true);
    let peer = Peer(guest.address);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        service.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD).half_close(false);
    // Whatever went wrong is over with the connection.
    let _ = http.serve_connection(TokioIo::new(Patient::new(stream, READ_TIME)), service).with_upgrades().await;
    drop(guest);
}

/// Every page and every address of the API.
pub(crate) fn router(hall: &Arc<Hall>) -> Router {
    let router = pages::routes().merge(api::routes());
    router.layer(from_fn_with_state(hall.clone(), usher)).with_state(hall.clone())
}

/// What is done with every request: rates, times, who it comes from; and with every answer: headers, and refusals as a page
/// or JSON.
async fn usher(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let for_people = is_for_people(&request);
    // An upload has limits of its own.
    let lasts = request.method() == Method::POST && is_upload(request.uri().path());
    let peer = request.extensions().get::<Peer>().copied();
    let counted = peer.map_or(Ok(()), |Peer(peer)| hall.meters.count(Doer::At(peer), Deed::Asks));
    let answer = async {
        if let Err(seconds) = counted {
            return Refusal::later("too many requests came from your address: wait a moment", seconds).into_response();
        }
        if !comes_from_here(request.method(), request.headers()) {
            let words = "this came from a page of somebody else, and was not done";
            let error = Invalid::new("Origin", "another site", "a page of this hall").reads(words);
            return Refusal::new(StatusCode::FORBIDDEN, error).into_response();
        }
        next.run(request).await
    };
    let response = match lasts {
        true => answer.await,
        false => match tokio::time::timeout(REQUEST_TIME, answer).await {
            Ok(response) => response,
            Err(_) => {
                let error = Invalid::new("request", "slow", "a request that takes at most 30 s");
                Refusal::new(StatusCode::REQUEST_TIMEOUT, error).into_response()
            }
        },
    };
    let mut response = told(response, for_people).await;
    policy::dress(response.headers_mut());
    response
}

/// Whether who asks reads pages, not JSON.
fn is_for_people(request: &Request) -> bool {
    !request.uri().path().starts_with("/api/")
}

/// Whether bots are sent there.
fn is_upload(path: &str) -> bool {
    path == "/api/v1/submissions" || path.starts_with("/events/") && path.ends_with("/submit")
}

/// Whether a request that changes something comes from our own pages, or from no page at all.
fn comes_from_here(method: &Method, headers: &HeaderMap) -> bool {
    let upgrades = headers.contains_key(UPGRADE);
    if matches!(*method, Method::GET | Method::HEAD) && !upgrades {
        return true;
    }
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    match (text(ORIGIN), text(HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
        (Some(_), None) => false,
    }
}

/// A refusal as a page or JSON. What the router itself refuses has plain words.
async fn told(response: Response, for_people: bool) -> Response {
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let refusal = match parts.extensions.remove::<Refusal>() {
        Some(refusal) => refusal,
        None => {
            let words = to_bytes(body, 4096).await.unwrap_or_default();
            let words = String::from_utf8_lossy(&words).into_owned();
            let words = match (status, words.is_empty()) {
                (StatusCode::NOT_FOUND, _) => "nothing is at this address".into(),
                (StatusCode::METHOD_NOT_ALLOWED, _) => "this is not done here: look at the method".into(),
                (_, true) => status.to_string(),
                (_, false) => words,
            };
            Refusal::new(status, Invalid::new("request", status, "a request that is understood").reads(words))
        }
    };
    let body = match for_people {
        true => pages::refused(&refusal).into_string(),
        false => serde_json::to_string(&refusal.wrong).unwrap_or_default(),
    };
    let kind = if for_people { "text/html; charset=utf-8" } else { "application/json" };
    parts.headers.insert(CONTENT_TYPE, axum::http::HeaderValue::from_static(kind));
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn what_changes_something_comes_from_our_own_pages() {
        let from = |origin: Option<&'static str>, method: Method, upgrades: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("hall.example:8080"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            if upgrades {
                headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            }
            comes_from_here(&method, &headers)
        };
        assert!(from(None, Method::POST, false));
        assert!(from(Some("https://hall.example:8080"), Method::POST, false));
        assert!(from(Some("https://evil.example"), Method::GET, false));
        assert!(!from(Some("https://evil.example"), Method::POST, false));
        assert!(!from(Some("https://evil.example"), Method::GET, true), "a WebSocket");
        assert!(!from(Some("null"), Method::POST, false), "a frame without an origin");
    }

    #[test]
    fn an_address_has_so_many_connections_and_no_more() {
        let guests = Arc::new(Guests::default());
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
        let mut inside: Vec<Guest> = (0..OF_ONE).filter_map(|_| Guest::enters(&guests, one)).collect();
        assert_eq!(inside.len(), OF_ONE);
        assert!(Guest::enters(&guests, one).is_none() && Guest::enters(&guests, other).is_some());
        inside.pop();
        assert!(Guest::enters(&guests, one).is_some());
        drop(inside);
        assert!(guests.by_address.lock().unwrap().1.is_empty());
    }
}
