//! Any text is answered by the harness with one line of JSON or refused in one; a `.levels` file reads back as it was
//! written; pieces are the same however their bytes come.
#![no_main]

use gridhaunt_snarl::harness::Command;
use gridhaunt_snarl::pieces::{Piece, Pieces, Words};
use gridhaunt_snarl::stream::{Levels, write};
use libfuzzer_sys::fuzz_target;

fn cut(bytes: &[u8], size: usize) -> Vec<Piece> {
    let mut pieces = Pieces::new(Words::Run);
    let mut found = Vec::new();
    for chunk in bytes.chunks(size) {
        pieces.push(chunk);
        found.extend(std::iter::from_fn(|| pieces.next_piece()));
    }
    found
}

fuzz_target!(|text: &str| {
    for command in Command::ALL {
        match command.answer(text) {
            Ok(answer) => {
                assert!(!answer.contains('\n'));
                serde_json::from_str::<serde_json::Value>(&answer).unwrap();
            }
            Err(error) => assert!(!error.field.is_empty() && !error.to_string().contains('\n')),
        }
    }
    match Levels::read("fuzz.levels", text) {
        Ok(file) => assert_eq!(Levels::read("fuzz.levels", &write(&file.levels)).unwrap().levels, file.levels),
        Err(error) => assert!(error.to_string().starts_with("fuzz.levels:")),
    }
    let (whole, single) = (cut(text.as_bytes(), usize::MAX), cut(text.as_bytes(), 1));
    // What is broken drops all that was received, so the cuts matter from there on.
    if !whole.contains(&Piece::Broken) && !single.contains(&Piece::Broken) {
        assert_eq!(whole, single);
    }
});
