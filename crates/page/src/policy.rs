//! What a page may do.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The content security policy of a page that is one file: nothing is loaded, and only our own scripts and the engine run,
/// here and in the frames and workers that the page makes itself.
pub(crate) fn one_file(scripts: &[&str], styles: &[&str]) -> String {
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; frame-src blob:; worker-src blob:; \
         base-uri 'none'; form-action 'none'",
        hashes(scripts),
        hashes(styles)
    )
}

/// The content security policy of a page whose scripts and styles are files beside it, and which shows pages in frames
/// with these.
pub(crate) fn files(scripts: &[&str], styles: &[&str]) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {}; style-src 'self' {}; img-src 'self'; font-src 'self'; \
         manifest-src 'self'; worker-src 'self' blob:; frame-src blob:; base-uri 'none'; form-action 'none'",
        hashes(scripts),
        hashes(styles)
    )
}

fn hashes(texts: &[&str]) -> String {
    let hash = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    texts.iter().map(hash).collect::<Vec<_>>().join(" ")
}
