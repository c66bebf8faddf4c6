//! The service worker, which keeps the site for the time without a network.

use crate::Files;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Larger pictures are kept when somebody looks at them.
const LARGE: usize = 200_000;

/// The script: it fetches all files once, and again when one of them has changed.
pub(crate) fn script(files: &Files) -> String {
    let mut digest = Sha256::new();
    for (name, bytes) in files {
        digest.update(name);
        digest.update(bytes);
    }
    let mut version = String::new();
    for byte in &digest.finalize()[..8] {
        // Writing to memory does not fail.
        let _ = write!(version, "{byte:02x}");
    }
    let is_small =
        |(name, bytes): &(&String, &Vec<u8>)| bytes.len() < LARGE || name.ends_with(".js") || name.ends_with(".html");
    let names: Vec<&str> = files.iter().filter(is_small).map(|(name, _)| name.as_str()).collect();
    let template = include_str!("../assets/sw.js");
    template
        .replace("\"{{version}}\"", &json!(version).to_string())
        .replace("[\"{{files}}\"]", &json!(names).to_string())
}
