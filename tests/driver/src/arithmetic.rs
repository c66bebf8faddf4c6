//! What instructions compute, by their names. Every function takes the lowest bits of what it is given, as its type says, and
//! returns a value with zeros above those of its type.

use crate::program::{One, Three, Two};
use std::cmp::Ordering;

macro_rules! one {
    ($type:ident, |$a:ident| $value:expr) => {
        |a: u64| {
            let $a = a as $type;
            ($value) as u64
        }
    };
}

/// The same for results that may be negative: they are cut to the width of the type.
macro_rules! cut {
    ($type:ident as $bits:ident, |$a:ident $(, $more:ident)*| $value:expr) => {
        |$a: u64 $(, $more: u64)*| {
            let $a = $a as $type;
            $(let $more = $more as $type;)*
            u64::from(($value) as $bits)
        }
    };
}

macro_rules! floats {
    ($float:ident, $bits:ident, |$a:ident $(, $more:ident)*| $value:expr) => {
        |$a: u64 $(, $more: u64)*| {
            let $a = $float::from_bits($a as $bits);
            $(let $more = $float::from_bits($more as $bits);)*
            u64::from(($value).to_bits())
        }
    };
}

macro_rules! compare {
    (int $type:ident, $how:expr) => {
        match $how {
            "eq" => |a: u64, b: u64| u64::from(a as $type == b as $type),
            "ne" => |a, b| u64::from(a as $type != b as $type),
            "lt" => |a, b| u64::from((a as $type) < b as $type),
            "le" => |a, b| u64::from(a as $type <= b as $type),
            "gt" => |a, b| u64::from(a as $type > b as $type),
            "ge" => |a, b| u64::from(a as $type >= b as $type),
            _ => return None,
        }
    };
    (float $type:ident, $bits:ident, $how:expr) => {
        match $how {
            "eq" => |a: u64, b: u64| u64::from($type::from_bits(a as $bits) == $type::from_bits(b as $bits)),
            "lt" => |a, b| u64::from($type::from_bits(a as $bits) < $type::from_bits(b as $bits)),
            "le" => |a, b| u64::from($type::from_bits(a as $bits) <= $type::from_bits(b as $bits)),
            "gt" => |a, b| u64::from($type::from_bits(a as $bits) > $type::from_bits(b as $bits)),
            "ge" => |a, b| u64::from($type::from_bits(a as $bits) >= $type::from_bits(b as $bits)),
            // True as well where one is not a number.
            "neu" => |a, b| u64::from($type::from_bits(a as $bits) != $type::from_bits(b as $bits)),
            "ltu" => |a, b| u64::from(!matches!(order!($type, $bits, a, b), Some(Ordering::Equal | Ordering::Greater))),
            "geu" => |a, b| u64::from(!matches!(order!($type, $bits, a, b), Some(Ordering::Less))),
            "nan" => |a, b| u64::from(order!($type, $bits, a, b).is_none()),
            "num" => |a, b| u64::from(order!($type, $bits, a, b).is_some()),
            _ => return None,
        }
    };
}

macro_rules! order {
    ($type:ident, $bits:ident, $a:ident, $b:ident) => {
        $type::from_bits($a as $bits).partial_cmp(&$type::from_bits($b as $bits))
    };
}

/// An operation on integers of every width by the same expression, of those with a sign and of those without.
macro_rules! every {
    (|$a:ident $(, $more:ident)*| $value:expr, $type:expr) => {
        match $type {
            "s16" => cut!(i16 as u16, |$a $(, $more)*| $value),
            "s32" => cut!(i32 as u32, |$a $(, $more)*| $value),
            "s64" => cut!(i64 as u64, |$a $(, $more)*| $value),
            "b16" | "u16" => cut!(u16 as u16, |$a $(, $more)*| $value),
            "b32" | "u32" => cut!(u32 as u32, |$a $(, $more)*| $value),
            "b64" | "u64" => cut!(u64 as u64, |$a $(, $more)*| $value),
            _ => return None,
        }
    };
}

/// What a value of this type is: how many bits it has.
pub(crate) fn bits(kind: &str) -> Option<u32> {
    Some(match kind {
        "pred" => 1,
        "b8" | "u8" | "s8" => 8,
        "b16" | "u16" | "s16" => 16,
        "b32" | "u32" | "s32" | "f32" => 32,
        "b64" | "u64" | "s64" | "f64" => 64,
        _ => return None,
    })
}

/// The lowest bits of a value.
pub(crate) const fn lowest(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

pub(crate) fn one(op: &str) -> Option<One> {
    let (name, kind) = op.rsplit_once('.')?;
    Some(match (name, kind) {
        ("mov", "pred" | "b8" | "b16" | "b32" | "b64" | "u16" | "u32" | "u64") => match bits(kind)? {
            1 => |a| a & 1,
            8 => |a| u64::from(a as u8),
            16 => |a| u64::from(a as u16),
            32 => |a| u64::from(a as u32),
            _ => |a| a,
        },
        ("not", "pred") => |a| a & 1 ^ 1,
        ("not", _) => every!(|a| !a, kind),
        ("neg", "f32") => floats!(f32, u32, |a| -a),
        ("neg", "f64") => floats!(f64, u64, |a| -a),
        ("neg", "s16") => cut!(i16 as u16, |a| a.wrapping_neg()),
        ("neg", "s32") => cut!(i32 as u32, |a| a.wrapping_neg()),
        ("neg", "s64") => cut!(i64 as u64, |a| a.wrapping_neg()),
        ("abs", "s16") => cut!(i16 as u16, |a| a.wrapping_abs()),
        ("abs", "s32") => cut!(i32 as u32, |a| a.wrapping_abs()),
        ("abs", "s64") => cut!(i64 as u64, |a| a.wrapping_abs()),
        ("popc", "b32") => one!(u32, |a| a.count_ones()),
        ("popc", "b64") => one!(u64, |a| a.count_ones()),
        ("clz", "b32") => one!(u32, |a| a.leading_zeros()),
        ("clz", "b64") => one!(u64, |a| a.leading_zeros()),
        ("brev", "b32") => one!(u32, |a| a.reverse_bits()),
        ("brev", "b64") => one!(u64, |a| a.reverse_bits()),
        ("rcp.rn", "f32") => floats!(f32, u32, |a| 1.0 / a),
        ("rcp.rn", "f64") => floats!(f64, u64, |a| 1.0 / a),
        _ => return convert(op),
    })
}

/// Numbers of one type as another.
fn convert(op: &str) -> Option<One> {
    Some(match op.strip_prefix("cvt.")? {
        "u16.u32" | "u16.u64" => one!(u16, |a| a),
        "u32.u64" => one!(u32, |a| a),
        "u32.u16" | "u64.u16" => one!(u16, |a| a),
        "u64.u32" => one!(u32, |a| a),
        "s8.s32" | "s16.s8" => cut!(i8 as u16, |a| a),
        "s32.s8" => cut!(i8 as u32, |a| a),
        "s32.s16" => cut!(i16 as u32, |a| a),
        "s64.s16" => cut!(i16 as u64, |a| a),
        "s64.s32" => cut!(i32 as u64, |a| a),
        "f64.f32" => |a| f64::from(f32::from_bits(a as u32)).to_bits(),
        "rn.f32.f64" => |a| u64::from((f64::from_bits(a) as f32).to_bits()),
        "rn.f32.s16" => |a| u64::from((a as i16 as f32).to_bits()),
        "rn.f32.s32" => |a| u64::from((a as i32 as f32).to_bits()),
        "rn.f32.s64" => |a| u64::from((a as i64 as f32).to_bits()),
        "rn.f32.u16" => |a| u64::from((a as u16 as f32).to_bits()),
        "rn.f32.u32" => |a| u64::from((a as u32 as f32).to_bits()),
        "rn.f32.u64" => |a| u64::from((a as f32).to_bits()),
        "rn.f64.s32" => |a| f64::from(a as i32).to_bits(),
        "rn.f64.u32" => |a| f64::from(a as u32).to_bits(),
        "rn.f64.u64" => |a| (a as f64).to_bits(),
        // Towards zero, to the nearest that there is; 0 for what is not a number.
        "rzi.s32.f64" => |a| u64::from(f64::from_bits(a) as i32 as u32),
        "rzi.u64.f64" => |a| f64::from_bits(a) as u64,
        _ => return None,
    })
}

pub(crate) fn two(op: &str) -> Option<Two> {
    let (name, kind) = op.rsplit_once('.')?;
    if let Some(how) = name.strip_prefix("setp.") {
        return setp(how, kind);
    }
    Some(match (name, kind) {
        ("and", "pred") | ("or", "pred") | ("xor", "pred") => match name {
            "and" => |a, b| a & b & 1,
            "or" => |a, b| (a | b) & 1,
            _ => |a, b| (a ^ b) & 1,
        },
        ("and", _) => every!(|a, b| a & b, kind),
        ("or", _) => every!(|a, b| a | b, kind),
        ("xor", _) => every!(|a, b| a ^ b, kind),
        ("add.rn", "f32") => floats!(f32, u32, |a, b| a + b),
        ("add.rn", "f64") => floats!(f64, u64, |a, b| a + b),
        ("sub.rn", "f32") => floats!(f32, u32, |a, b| a - b),
        ("sub.rn", "f64") => floats!(f64, u64, |a, b| a - b),
        ("mul.rn", "f32") => floats!(f32, u32, |a, b| a * b),
        ("mul.rn", "f64") => floats!(f64, u64, |a, b| a * b),
        ("div.rn", "f32") => floats!(f32, u32, |a, b| a / b),
        ("div.rn", "f64") => floats!(f64, u64, |a, b| a / b),
        ("min", "f32") => floats!(f32, u32, |a, b| a.min(b)),
        ("min", "f64") => floats!(f64, u64, |a, b| a.min(b)),
        ("max", "f32") => floats!(f32, u32, |a, b| a.max(b)),
        ("max", "f64") => floats!(f64, u64, |a, b| a.max(b)),
        ("add", _) => every!(|a, b| a.wrapping_add(b), kind),
        ("sub", _) => every!(|a, b| a.wrapping_sub(b), kind),
        ("mul.lo", _) => every!(|a, b| a.wrapping_mul(b), kind),
        // What a device makes of a division by zero is not defined: all ones are as good as anything.
        ("div", _) => every!(|a, b| a.checked_div(b).unwrap_or(!0), kind),
        ("rem", _) => every!(|a, b| a.checked_rem(b).unwrap_or(!0), kind),
        ("min", _) => every!(|a, b| a.min(b), kind),
        ("max", _) => every!(|a, b| a.max(b), kind),
        ("mul.hi", "s16") => |a, b| u64::from(((i32::from(a as i16) * i32::from(b as i16)) >> 16) as u16),
        ("mul.hi", "s32") => |a, b| u64::from(((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32),
        ("mul.hi", "u32") => |a, b| (u64::from(a as u32) * u64::from(b as u32)) >> 32,
        ("mul.hi", "u64") => |a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64,
        ("mul.wide", "u16") => |a, b| u64::from(a as u16) * u64::from(b as u16),
        ("mul.wide", "s16") => |a, b| u64::from((i32::from(a as i16) * i32::from(b as i16)) as u32),
        ("mul.wide", "u32") => |a, b| u64::from(a as u32) * u64::from(b as u32),
        ("mul.wide", "s32") => |a, b| (i64::from(a as i32) * i64::from(b as i32)) as u64,
        // By as many bits as there are or more nothing is left, but for the sign.
        ("shl", "b16") => |a, b| u64::from((a as u16).checked_shl(b as u32).unwrap_or(0)),
        ("shl", "b32") => |a, b| u64::from((a as u32).checked_shl(b as u32).unwrap_or(0)),
        ("shl", "b64") => |a, b| a.checked_shl(b as u32).unwrap_or(0),
        ("shr", "u16" | "b16") => |a, b| u64::from((a as u16).checked_shr(b as u32).unwrap_or(0)),
        ("shr", "u32" | "b32") => |a, b| u64::from((a as u32).checked_shr(b as u32).unwrap_or(0)),
        ("shr", "u64" | "b64") => |a, b| a.checked_shr(b as u32).unwrap_or(0),
        ("shr", "s16") => |a, b| u64::from((a as i16 >> (b as u32).min(15)) as u16),
        ("shr", "s32") => |a, b| u64::from((a as i32 >> (b as u32).min(31)) as u32),
        ("shr", "s64") => |a, b| (a as i64 >> (b as u32).min(63)) as u64,
        _ => return None,
    })
}

fn setp(how: &str, kind: &str) -> Option<Two> {
    Some(match kind {
        "s16" => compare!(int i16, how),
        "s32" => compare!(int i32, how),
        "s64" => compare!(int i64, how),
        "b16" | "u16" => compare!(int u16, how),
        "b32" | "u32" => compare!(int u32, how),
        "b64" | "u64" => compare!(int u64, how),
        "f32" => compare!(float f32, u32, how),
        "f64" => compare!(float f64, u64, how),
        _ => return None,
    })
}

pub(crate) fn three(op: &str) -> Option<Three> {
    if op.starts_with("selp.") {
        return Some(|a, b, p| if p & 1 != 0 { a } else { b });
    }
    Some(match op {
        "mad.lo.s16" | "mad.lo.u16" => cut!(u16 as u16, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        "mad.lo.s32" | "mad.lo.u32" => cut!(u32 as u32, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        "mad.lo.s64" | "mad.lo.u64" => cut!(u64 as u64, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        // So many bits from a place on.
        "bfe.u32" => {
            |a, at, count| lowest((a as u32).checked_shr(at as u8 as u32).unwrap_or(0).into(), count as u8 as u32)
        }
        "bfe.u64" => |a, at, count| lowest(a.checked_shr(at as u8 as u32).unwrap_or(0), count as u8 as u32),
        // The upper, or the lower, half of a double word that is turned left, or right.
        "shf.l.wrap.b32" => |low, high, by| (high << 32 | u64::from(low as u32)).wrapping_shl(by as u32 & 31) >> 32,
        "shf.r.wrap.b32" => {
            |low, high, by| u64::from(((high << 32 | u64::from(low as u32)) >> (by as u32 & 31)) as u32)
        }
        "prmt.b32" => permute,
        _ => return None,
    })
}

/// Four of the eight bytes of two words, in any order; with the fourth bit of a choice its sign in all bits.
fn permute(low: u64, high: u64, choices: u64) -> u64 {
    let bytes = (high << 32 | u64::from(low as u32)).to_le_bytes();
    let byte = |place: u32| {
        let choice = choices >> (4 * place) & 0xF;
        let byte = bytes[choice as usize & 7];
        if choice & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 }
    };
    u64::from(u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_to_their_types() {
        assert_eq!(two("add.s16").unwrap()(0xFFFF, 1), 0);
        assert_eq!(two("sub.s32").unwrap()(0, 1), 0xFFFF_FFFF);
        assert_eq!(two("mul.hi.u64").unwrap()(u64::MAX, 2), 1);
        assert_eq!(one("neg.s16").unwrap()(1), 0xFFFF);
        assert_eq!(one("cvt.s16.s8").unwrap()(0x1FF), 0xFFFF);
        assert_eq!(one("cvt.s64.s32").unwrap()(0x8000_0000), 0xFFFF_FFFF_8000_0000);
        assert_eq!(one("cvt.u16.u64").unwrap()(0x12_3456), 0x3456);
    }

    #[test]
    fn shifts_by_too_much_leave_nothing() {
        assert_eq!(two("shl.b32").unwrap()(1, 32), 0);
        assert_eq!(two("shr.u64").unwrap()(u64::MAX, 64), 0);
        assert_eq!(two("shr.s16").unwrap()(0x8000, 40), 0xFFFF);
        assert_eq!(three("shf.l.wrap.b32").unwrap()(0x8000_0000, 1, 1), 3);
        assert_eq!(three("bfe.u32").unwrap()(0xABCD, 4, 8), 0xBC);
    }

    #[test]
    fn bytes_are_picked() {
        assert_eq!(permute(0x4433_2211, 0x8877_6655, 0x3340), 0x4444_5511);
        assert_eq!(permute(0x80, 0, 0x0008), 0x8080_80FF);
    }

    #[test]
    fn numbers_that_are_none_are_neither_more_nor_less() {
        let nan = u64::from(f32::NAN.to_bits());
        assert_eq!(two("setp.lt.f32").unwrap()(nan, 0), 0);
        assert_eq!(two("setp.ltu.f32").unwrap()(nan, 0), 1);
        assert_eq!(two("setp.neu.f32").unwrap()(nan, nan), 1);
        assert_eq!(one("cvt.rzi.s32.f64").unwrap()(f64::NAN.to_bits()), 0);
        assert!(two("setp.odd.s32").is_none() && one("sin.f32").is_none());
    }
}
