//! Numbers as people type them.

use gridhaunt_kernel::json::parse_u64;
use std::ops::RangeInclusive;

/// A whole number of a range: `2000`, `2_000`, `2e3` or `1.5e6`.
pub(crate) fn whole(text: &str, range: &RangeInclusive<u64>) -> Result<u64, String> {
    let number =
        exact(text).ok_or_else(|| format!("{text:?} is not a whole number in {range:?}, such as 2000 or 2e3"))?;
    let number = u64::try_from(number).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{text} is not in {range:?}"))
}

/// A step, a frame or a count: from 0 on.
pub(crate) fn from_zero<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let range = 0..=u64::from(u32::MAX);
    let number = whole(text, &range)?;
    T::try_from(number).map_err(|_| format!("{text} is not in {range:?}"))
}

/// A seed, in digits or as 0x and hex digits.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let range = 0..=u64::MAX;
    let number = parse_u64(text).map(i128::from).or_else(|| exact(text));
    let number = number.ok_or_else(|| format!("{text:?} is not a whole number in {range:?}"))?;
    u64::try_from(number).map_err(|_| format!("{text} is not in {range:?}"))
}

/// The value of a text, if it is a whole number; for a very large one, some number beyond 64 bits.
fn exact(text: &str) -> Option<i128> {
    let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
    let (digits, power) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
    let (before, behind) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let groups = |part: &str| part.split('_').all(|group| !group.is_empty() && plain(group));
    if !groups(before) || !plain(behind) || digits.ends_with('.') || !plain(power) || power.is_empty() {
        return None;
    }
    let power: usize = power.parse().unwrap_or(usize::MAX);
    let all: String = before.chars().chain(behind.chars()).filter(|c| *c != '_').collect();
    let all = all.trim_start_matches('0');
    if all.is_empty() {
        return Some(0);
    }
    let fraction = behind.len().saturating_sub(power);
    let (all, rest) = all.split_at(all.len().saturating_sub(fraction));
    if !rest.bytes().all(|digit| digit == b'0') {
        return None;
    }
    let zeros = power.saturating_sub(behind.len());
    if all.len().saturating_add(zeros) > 30 {
        return Some(sign * i128::from(u64::MAX) * 2);
    }
    Some(sign * all.parse::<i128>().unwrap_or(0) * 10i128.pow(zeros as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_as_people_type_them() {
        let of = |text: &str| whole(text, &(1..=1_000_000_000));
        for (text, number) in
            [("1", 1), ("007", 7), ("2_000", 2000), ("1e9", 1_000_000_000), ("1.5e3", 1500), ("2.50e1", 25), ("1E0", 1)]
        {
            assert_eq!(of(text), Ok(number), "{text}");
        }
        for text in ["0", "-5", "1e12", "1e999999999999999999999", "1000000001", "99999999999999999999999999", "-1e3"] {
            assert_eq!(of(text), Err(format!("{text} is not in 1..=1000000000")));
        }
        for text in ["", "x", "1.5", "1e", "e3", "1.e3", "1__0", "_1", "1e-3", "+1", "0x10", "1 0", "--1", "٣"] {
            let told = format!("{text:?} is not a whole number in 1..=1000000000, such as 2000 or 2e3");
            assert_eq!(of(text), Err(told));
        }
    }

    #[test]
    fn seeds_have_64_bits() {
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(
            (seed("0xff"), seed("1e3"), seed("1_000_000_000_000_000_000")),
            (Ok(255), Ok(1000), Ok(10u64.pow(18)))
        );
        for text in ["-1", "18446744073709551616"] {
            assert_eq!(seed(text), Err(format!("{text} is not in 0..=18446744073709551615")));
        }
        assert_eq!(seed("x"), Err("\"x\" is not a whole number in 0..=18446744073709551615".into()));
    }
}
