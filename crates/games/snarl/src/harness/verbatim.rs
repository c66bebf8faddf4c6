//! JSON text as it was written, without the spaces between its parts.

use gridhaunt_kernel::prelude::*;

/// The text of a JSON value without the spaces between its parts.
pub(super) fn compact(json: &str) -> String {
    let mut quotes = Quotes::default();
    json.chars().filter(|&letter| quotes.hold(letter) || !letter.is_ascii_whitespace()).collect()
}

/// The texts of the items of a compact array.
pub(super) fn items(array: &str) -> Vec<&str> {
    let inside = array.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
    let (mut quotes, mut depth) = (Quotes::default(), 0usize);
    let parts = inside.split(|letter| {
        match letter {
            _ if quotes.hold(letter) => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => return letter == ',' && depth == 0,
        }
        false
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// Whether the current position is inside a string.
#[derive(Default)]
struct Quotes {
    open: bool,
    escaped: bool,
}

impl Quotes {
    /// Advances by one character and returns whether it belongs to a string, including its quotes.
    fn hold(&mut self, letter: char) -> bool {
        let inside = self.open;
        match letter {
            _ if self.escaped => self.escaped = false,
            '\\' => self.escaped = inside,
            '"' => self.open = !inside,
            _ => {}
        }
        inside || self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_space_outside_of_strings_is_dropped() {
        let text = " [ {\"to\" : [ 1 , 2e0 ] , \"a \\\" b\":\"[ \\\\\" } ,\n\t\"x , y\" , null ]\r\n";
        let compacted = compact(text);
        assert_eq!(compacted, r#"[{"to":[1,2e0],"a \" b":"[ \\"},"x , y",null]"#);
        assert_eq!(items(&compacted), [r#"{"to":[1,2e0],"a \" b":"[ \\"}"#, r#""x , y""#, "null"]);
        assert_eq!(items("[]"), [""; 0]);
        assert_eq!(items("[[],[[]]]"), ["[]", "[[]]"]);
    }
}
