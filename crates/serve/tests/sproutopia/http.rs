//! The HTTP requests (W2, W3), byte by byte.

use crate::house::{House, small};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends a request and reads the whole answer: the head in lower case, and the body.
async fn ask(address: SocketAddr, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !is_whole(&answer) {
        let mut bytes = [0; 4096];
        match stream.read(&mut bytes).await.unwrap() {
            0 => break,
            read => answer.extend(&bytes[..read]),
        }
    }
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_ascii_lowercase(), body.to_string())
}

fn is_whole(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_string();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.to_ascii_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    body.len() >= length.unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn negotiation_takes_any_request() {
    let house = House::open(small(2, 10)).await;
    let address = house.address();
    for request in [
        "POST /runnerhub/negotiate HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /runnerhub/negotiate HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
        "POST /RunnerHub/negotiate/ HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n{}\n",
        "POST /runnerhub/negotiate?negotiateVersion=0 HTTP/1.0\r\n\r\n",
        // The server does not wait for a body that never comes.
        "POST /runnerhub/negotiate HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n",
    ] {
        let (head, body) = ask(address, request).await;
        assert!(head.contains(" 200 ok\r\n") && head.contains("content-type: application/json"), "{request} {head}");
        assert!(body.starts_with(r#"{"negotiateVersion":0,"connectionId":""#), "{body}");
        assert!(
            body.ends_with(r#","availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]}]}"#),
            "{body}"
        );
    }
    let request = "POST /runnerhub/negotiate?negotiateVersion=1 HTTP/1.1\r\nHost: x\r\nOrigin: http://a.b\r\n\r\n";
    let (head, body) = ask(address, request).await;
    assert!(body.contains(r#""connectionToken":""#), "{body}");
    assert!(head.contains("access-control-allow-origin: http://a.b\r\n"), "{head}");
    assert!(head.contains("access-control-allow-credentials: true"), "{head}");
    let request = "OPTIONS /runnerhub/negotiate HTTP/1.1\r\nHost: x\r\nOrigin: http://a.b\r\n\
        Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-requested-with,x-signalr-user-agent\r\n\r\n";
    let (head, _) = ask(address, request).await;
    assert!(head.starts_with("http/1.1 204"), "{head}");
    assert!(head.contains("access-control-allow-headers: x-requested-with,x-signalr-user-agent"), "{head}");
    house.stop();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_socket_is_refused() {
    let house = House::open(small(2, 10)).await;
    for (request, status) in [
        ("GET /runnerhub HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
        ("GET /runnerhub HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n", "400"),
        ("POST /runnerhub?id=x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", "400"),
        ("GET /runnerhub/negotiate HTTP/1.1\r\nHost: x\r\n\r\n", "405"),
        ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "404"),
        ("GET /runnerhubs HTTP/1.1\r\nHost: x\r\n\r\n", "404"),
        ("GET /runnerhub/else HTTP/1.1\r\nHost: x\r\n\r\n", "404"),
        ("nonsense\r\n\r\n", "400"),
    ] {
        let (head, _) = ask(house.address(), request).await;
        assert_eq!(head.split(' ').nth(1), Some(status), "{request}");
    }
    house.stop();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn extensions_are_never_accepted() {
    let house = House::open(small(2, 10)).await;
    let request = "GET /RUNNERHUB?id=used HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
        Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n";
    let (head, _) = ask(house.address(), request).await;
    assert!(head.starts_with("http/1.1 101"), "{head}");
    assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
    assert!(!head.contains("extensions"), "{head}");
    house.stop();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_may_come_with_the_request() {
    let house = House::open(small(2, 10)).await;
    let mut stream = TcpStream::connect(house.address()).await.unwrap();
    let mut bytes = b"GET /runnerhub HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        .to_vec();
    let record = b"{\"protocol\":\"json\",\"version\":1}\x1e";
    bytes.extend([0x81, 0x80 | record.len() as u8, 0, 0, 0, 0]); // A text frame, masked with nothing.
    bytes.extend(record);
    stream.write_all(&bytes).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\x81\x03{}\x1e") {
        let mut bytes = [0; 1024];
        let read = stream.read(&mut bytes).await.unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend(&bytes[..read]);
    }
    house.stop();
    house.end().await;
}
