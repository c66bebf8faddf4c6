//! Detects HTTP requests: browsers and port scanners that connect to the wrong server.

/// How requests begin: a method and the start of a target. A player's name is never followed by such a target.
const METHODS: [&str; 10] = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PRI"];
const TARGETS: [&str; 3] = ["/", "*", "http"];

/// The answer to an HTTP request.
pub(super) const ANSWER: &str = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 60\r\n\
    Connection: close\r\n\r\nThis is a Snarl server. It speaks JSON over TCP, not HTTP.\r\n";

/// Whether the first bytes are a request; `None` if more bytes are needed to decide.
pub(super) fn is_request(first: &[u8]) -> Option<bool> {
    let mut open = false;
    for method in METHODS {
        for target in TARGETS {
            let request = format!("{method} {target}");
            if first.starts_with(request.as_bytes()) {
                return Some(true);
            }
            open |= request.as_bytes().starts_with(first);
        }
    }
    (!open).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_by_its_first_bytes() {
        for (first, known) in [
            ("GET / HTTP/1.1\r\n", Some(true)),
            ("POST /x", Some(true)),
            ("OPTIONS *", Some(true)),
            ("PRI * HTTP/2.0", Some(true)),
            ("GET http://x/", Some(true)),
            ("", None),
            ("G", None),
            ("GET", None),
            ("GET ", None),
            ("GET h", None),
            ("GET henry", Some(false)),
            ("Gerda", Some(false)),
            ("GETgo", Some(false)),
            ("\"GET /\"", Some(false)),
            ("{}", Some(false)),
        ] {
            assert_eq!(is_request(first.as_bytes()), known, "{first}");
        }
    }

    #[test]
    fn the_answer_says_its_length() {
        let (head, body) = ANSWER.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{}", body.len());
    }
}
