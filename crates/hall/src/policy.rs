//! What a browser may do with a page: the headers that every answer has.

use axum::http::HeaderMap;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};

/// Everything comes from here; scripts are files, never text in a page.
const PAGES: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                     connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The viewer is one file whose own policy names its script by hash. Here it gets an origin of its own besides, from which
/// it reaches no cookie and no page of the hall. Forms are its own dialogs: its policy lets none be sent anywhere.
pub(crate) const VIEWER: &str = "sandbox allow-scripts allow-downloads allow-forms; frame-ancestors 'self'";

/// Puts the headers in that are not there yet.
pub(crate) fn dress(headers: &mut HeaderMap) {
    let mut usual = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    usual(CONTENT_SECURITY_POLICY, PAGES);
    usual(X_CONTENT_TYPE_OPTIONS, "nosniff");
    usual(X_FRAME_OPTIONS, "SAMEORIGIN");
    // Without any, browsers would hide from us too that a form is our own.
    usual(REFERRER_POLICY, "same-origin");
    usual(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    usual(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    usual(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()");
    usual(CACHE_CONTROL, "no-store");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_lets_text_run() {
        assert!(PAGES.starts_with("default-src 'none'; "));
        assert!(!PAGES.contains("unsafe") && !PAGES.contains('*') && !PAGES.contains("http"));
        assert!(!VIEWER.contains("allow-same-origin"));
    }
}
