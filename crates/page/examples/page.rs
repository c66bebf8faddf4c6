//! Writes the page of a replay: `cargo run -p gridhaunt-page --example page -- match.jsonl match.html`.

use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names = env::args().skip(1);
    let (Some(replay), Some(page)) = (names.next(), names.next()) else {
        return Err("give a replay and a page".into());
    };
    fs::write(page, gridhaunt_page::html(&fs::read_to_string(&replay)?, &replay)?)?;
    Ok(())
}
