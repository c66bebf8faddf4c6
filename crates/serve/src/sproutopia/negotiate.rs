//! Negotiation of the transport (W2): WebSockets is the only one offered.

use uuid::Uuid;

/// The answer to `POST /runnerhub/negotiate?query`.
#[must_use]
pub fn answer(query: &str) -> String {
    let fresh = || Uuid::new_v4().simple().to_string();
    let (version, token) = match asked_version(query) {
        0 => (0, String::new()),
        _ => (1, format!(r#""connectionToken":"{}","#, fresh())),
    };
    format!(
        r#"{{"negotiateVersion":{version},"connectionId":"{}",{token}"availableTransports":[{{"transport":"WebSockets","transferFormats":["Text"]}}]}}"#,
        fresh()
    )
}

fn asked_version(query: &str) -> u64 {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut versions = pairs.filter(|(key, _)| key.eq_ignore_ascii_case("negotiateVersion"));
    versions.next().and_then(|(_, version)| version.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn the_version_decides_whether_there_is_a_token() {
        for (query, version) in [
            ("", 0),
            ("negotiateVersion=0", 0),
            ("negotiateVersion=1", 1),
            ("a=b&NEGOTIATEVERSION=2&c", 1),
            ("negotiateVersion=x", 0),
            ("negotiateVersion=-1", 0),
            ("negotiateVersion", 0),
        ] {
            let answer: Value = serde_json::from_str(&answer(query)).unwrap();
            assert_eq!(answer["negotiateVersion"], version, "{query}");
            assert_eq!(answer.get("connectionToken").is_some(), version == 1, "{query}");
            assert_eq!(answer["connectionId"].as_str().map(str::len), Some(32));
            assert_eq!(
                answer["availableTransports"],
                json!([{"transport": "WebSockets", "transferFormats": ["Text"]}])
            );
        }
    }
}
