//! Commands that are printed to be pasted into a shell.

use std::ffi::OsStr;
use std::fmt::Write as _;

/// Joins words to one command line, with quotes where they are needed.
pub(crate) fn command(words: impl IntoIterator<Item: AsRef<OsStr>>) -> String {
    words.into_iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

/// Quotes a word so that any POSIX shell reads it back byte for byte. Bytes that are not UTF-8, and control characters,
/// are written as `printf` escapes, so that they do not reach the terminal.
pub(crate) fn quoted(word: &OsStr) -> String {
    let mut quoted = String::new();
    let (mut plain, mut strange) = (String::new(), Vec::new());
    for chunk in word.as_encoded_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            if letter.is_control() && !['\n', '\t'].contains(&letter) {
                put_plain(&mut quoted, &mut plain);
                strange.extend(letter.encode_utf8(&mut [0; 4]).bytes());
            } else {
                put_strange(&mut quoted, &mut strange);
                plain.push(letter);
            }
        }
        if !chunk.invalid().is_empty() {
            put_plain(&mut quoted, &mut plain);
            strange.extend(chunk.invalid());
        }
    }
    put_plain(&mut quoted, &mut plain);
    put_strange(&mut quoted, &mut strange);
    if quoted.is_empty() { "''".into() } else { quoted }
}

fn put_plain(quoted: &mut String, plain: &mut String) {
    if !plain.is_empty() {
        // Only NUL cannot be quoted, and that is a control character.
        quoted.push_str(&shlex::try_quote(plain).unwrap_or_default());
        plain.clear();
    }
}

fn put_strange(quoted: &mut String, strange: &mut Vec<u8>) {
    if !strange.is_empty() {
        quoted.push_str("\"$(printf '");
        strange.drain(..).for_each(|byte| _ = write!(quoted, "\\{byte:03o}"));
        quoted.push_str("')\"");
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    #[test]
    fn a_shell_reads_back_every_word() {
        let words: [&[u8]; 12] = [
            b"plain.jsonl", b"", b"two words", b"it's", b"\"$HOME\" `id` \\ !", b"width=[1,2]", b"~/x*?",
            b"caf\xc3\xa9", b"a\xff\xfe b.jsonl", b"\xff", b"\x1b[2Jx\xc2\x9b\r", b"line\nline\n",
        ];
        let words = words.map(OsStr::from_bytes);
        let line = command(words);
        assert!(line.chars().all(|c| !c.is_control() || c == '\n') && !line.contains('\u{fffd}'), "{line}");
        let told = Command::new("sh").args(["-c", &format!("printf '%s\\0' {line}")]).output().unwrap();
        let read: Vec<&[u8]> = told.stdout.strip_suffix(b"\0").unwrap().split(|byte| *byte == 0).collect();
        assert_eq!(read, words.map(OsStr::as_bytes));
    }
}
