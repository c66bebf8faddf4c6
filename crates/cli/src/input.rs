//! Settings from a file and from flags.

use crate::failure::Failure;
use gridhaunt_arena::document::{from_table, put, read_toml};
use gridhaunt_arena::file;
use gridhaunt_arena::seating::plain_value;
use gridhaunt_kernel::json::{Map, Value, brief, parse};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The settings of the file, if any, overridden by the `key=value` flags.
pub(crate) fn settings(file: Option<&Path>, flags: &[String]) -> Result<Value, Failure> {
    settings_over(Map::new(), file, flags)
}

/// The given settings, overridden by the file and then by the flags.
pub(crate) fn settings_over(
    mut settings: Map<String, Value>,
    file: Option<&Path>,
    flags: &[String],
) -> Result<Value, Failure> {
    if let Some(path) = file {
        settings.extend(read(path)?);
    }
    for flag in flags {
        let Some((key, value)) = flag.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(Failure::Usage(format!("-c: {flag:?} is not key=value")));
        };
        put(&mut settings, key, self::value(key, value)?)?;
    }
    Ok(Value::Object(settings))
}

/// The value of a setting as a person types it: JSON or a word; or `@FILE`, which stands for the contents of a file.
pub(crate) fn value(key: &str, word: &str) -> Result<Value, Failure> {
    let Some(file) = word.strip_prefix('@') else { return Ok(plain_value(word)) };
    let wrong = |what: &str| Failure::Usage(format!("{key}: @{file}: {what}"));
    if file.is_empty() {
        return Err(Failure::Usage(format!("{key}: @ without a file, need @FILE")));
    }
    let text = read_text(Path::new(file)).map_err(|error| wrong(&why_not(&error)))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(plain_value(text.trim_end_matches(['\r', '\n'])))
}

/// The message for a file whose text could not be read.
pub(crate) fn why_not(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::IsADirectory => "a folder, need a file".into(),
        io::ErrorKind::InvalidData => "not UTF-8 text".into(),
        io::ErrorKind::FileTooLarge => format!("more than {} MiB", MOST_BYTES >> 20),
        _ => format!("cannot be read: {error}"),
    }
}

/// The most bytes of a settings file, of the file with a value, or of a line.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// The text of a file that a person wrote.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES { Err(too_large()) } else { Ok(text) }
}

/// The text of a file that a person wrote, or of standard input where the name is `-`.
pub(crate) fn read_named(path: &Path) -> io::Result<String> {
    if path != Path::new("-") {
        return read_text(path);
    }
    let mut text = String::new();
    io::stdin().lock().take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES { Err(too_large()) } else { Ok(text) }
}

/// The first bytes of compressed records.
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Opens a record as a stream: a file, or standard input if the name is `-`. Compressed records are detected by their
/// first bytes.
pub(crate) fn open_record(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if path != Path::new("-") {
        let mut input = file::open(path)?;
        let page = b"<!doctype html";
        if input.fill_buf()?.get(..page.len()).is_some_and(|start| start.eq_ignore_ascii_case(page)) {
            let words = "it is a page, not a replay: the button Replay in it saves the replay";
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        return Ok(input);
    }
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    if input.fill_buf()?.starts_with(&ZSTD) { file::unpack(input) } else { Ok(Box::new(input)) }
}

/// The name of a file at the beginning of an error message.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// The error for more than [`MOST_BYTES`].
pub(crate) fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {} MiB", MOST_BYTES >> 20))
}

fn read(path: &Path) -> Result<Map<String, Value>, Failure> {
    let wrong = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
    let text = read_text(path).map_err(|error| Failure::reading(path, &error))?;
    let json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let value = if json || text.trim_start().starts_with('{') {
        parse(text.as_bytes()).map_err(|error| wrong(error.to_string()))?
    } else {
        Value::Object(from_table(read_toml(&text).map_err(wrong)?))
    };
    match value {
        Value::Object(settings) => Ok(settings),
        other => Err(wrong(format!("{} is not an object of settings", brief(&other)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn merged(file: Option<(&str, &str)>, flags: &[&str]) -> Result<Value, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = file.map(|(name, text)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        });
        let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
        settings(path.as_deref(), &flags).map_err(|failure| {
            let text = failure.message().unwrap_or_default().to_string();
            text.replace(&format!("{}/", folder.path().display()), "")
        })
    }

    #[test]
    fn flags_go_over_files_and_read_as_json_or_words() {
        let toml = Some(("s.toml", "width = 9\nstart = \"random\"\nmud_range = [2, 4]\n"));
        assert_eq!(
            merged(toml, &["width=11", "symmetric=false", "start=mirrored"]).unwrap(),
            json!({"width": 11, "symmetric": false, "start": "mirrored", "mud_range": [2, 4]})
        );
        assert_eq!(
            merged(Some(("s.json", "{\"width\": 3}")), &["a.b.c=1"]).unwrap(),
            json!({"width": 3, "a": {"b": {"c": 1}}})
        );
        assert_eq!(merged(Some(("s.toml", "wall_density = nan")), &[]).unwrap(), json!({"wall_density": "NaN"}));
    }

    #[test]
    fn a_value_may_stand_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            format!("@{}", path.display())
        };
        let of = |word: &str| {
            value("map", word).map_err(|failure| {
                assert_eq!(failure.code(), 2);
                failure.message().unwrap_or_default().replace(&format!("{}/", folder.path().display()), "")
            })
        };
        assert_eq!(of(&at("a.json", b"\xef\xbb\xbf{\"n\": [1]}\n")).unwrap(), json!({"n": [1]}));
        assert_eq!(of(&at("a.txt", b"graph 3\r\nend\r\n")).unwrap(), json!("graph 3\r\nend"));
        assert_eq!(of(&at("word", b"random\n")).unwrap(), json!("random"));
        assert_eq!(of("\"@a\"").unwrap(), json!("@a"), "a word that begins with @ is written as JSON");
        assert_eq!(of("@").unwrap_err(), "map: @ without a file, need @FILE");
        assert_eq!(of(&at("latin", b"caf\xe9")).unwrap_err(), "map: @latin: not UTF-8 text");
        let none = format!("@{}/none", folder.path().display());
        assert_eq!(of(&none).unwrap_err(), "map: @none: no such file");
        let within = format!("@{}/.", folder.path().display());
        assert_eq!(of(&within).unwrap_err(), "map: @.: a folder, need a file");
        let beyond = format!("@{}/word/x", folder.path().display());
        assert!(of(&beyond).unwrap_err().starts_with("map: @word/x: cannot be read: "));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(merged(None, &["width"]).unwrap_err(), "-c: \"width\" is not key=value");
        assert_eq!(merged(None, &["width=3", "width.x=1"]).unwrap_err(), "width: 3 is not an object, so it has no x");
        assert_eq!(merged(Some(("s.json", "[1]")), &[]).unwrap_err(), "s.json: [1] is not an object of settings");
        assert!(merged(Some(("s.json", "{")), &[]).unwrap_err().starts_with("s.json: EOF"));
        let toml = merged(Some(("s.toml", "a = 1\nwidth = \n")), &[]).unwrap_err();
        assert!(toml.starts_with("s.toml: line 2, column 9: ") && toml.lines().count() == 1, "{toml}");
    }
}
