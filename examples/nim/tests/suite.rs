//! Nim keeps what the kernel promises.

use gridhaunt_nim::Nim;
use serde_json::json;

#[test]
fn nim_holds() {
    gridhaunt_testing::hold::<Nim>().settings([json!({}), json!({"stones": 1}), json!({"stones": 255})]).run();
}
