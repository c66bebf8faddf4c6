//! Numbers of things, in words.

/// A number of things: `1 block`, `2 blocks`, `1 match`, `1,234 matches`.
#[must_use]
pub fn many(number: u64, of: &str) -> String {
    let ending = match number {
        1 => "",
        _ if of.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {of}{ending}", grouped(number))
}

/// A number with a comma after every three digits from its end.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped_and_things_have_a_plural() {
        assert_eq!([many(1, "block"), many(2_000, "match")].join(" "), "1 block 2,000 matches");
        assert_eq!([0, 999, 1_234_567].map(grouped).join(" "), "0 999 1,234,567");
    }
}
