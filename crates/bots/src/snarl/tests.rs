//! The strategies held against the page.
