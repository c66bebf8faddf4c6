//! The kernels by name: those of a game are called as its [`Carried::KERNELS`](gridhaunt_kernel::freight::Carried) says.

use crate::arrays::{Array, Numbers};
use crate::storage::{Changes, Columns, InPlace, Storage};
use crate::table::{Given, Slate, Sums, Table};
use crate::together;
use crate::work::{self, Asked, Copied, Lasts, Mask, Nth, Restart};
use gridhaunt_kernel::Game;
use gridhaunt_kernel::flock::{Course, Drawn};

// How a game is `Held` where its choices are drawn by masks, and where it is stepped or draws among all: `masked` and `plain`.
macro_rules! entries {
    ($($module:ident = $name:literal: $game:ty, kept $kept:ty, masked $masked:ty, plain $plain:ty, left $left:literal, $seats:literal seats, $numbers:literal numbers,
        arrays $($array:ident = $which:literal)+;)+) => {$(
        mod $module {
            use super::*;

            type G = $game;
            type T = $kept;
            type M = $masked;
            type P = $plain;

            // SAFETY: of all of these, the host gives what the functions they call say.
            #[unsafe(export_name = concat!($name, "_sizes"))]
            unsafe extern "ptx-kernel" fn sizes(out: *mut u64) {
                unsafe { work::sizes::<G>(<T as Storage<<G as Game>::State>>::KEPT, $left, out) }
            }

            #[unsafe(export_name = concat!($name, "_unload"))]
            unsafe extern "ptx-kernel" fn unload(table: Table, cargo: *const u8, bytes: u64, starts: *const u64) {
                unsafe { work::unload::<G>(table, cargo, bytes, starts) }
            }

            #[unsafe(export_name = concat!($name, "_begin"))]
            unsafe extern "ptx-kernel" fn begin(table: Table) {
                unsafe { work::begin::<G, T, $seats>(table) }
            }

            #[unsafe(export_name = concat!($name, "_reset"))]
            unsafe extern "ptx-kernel" fn reset(table: Table, restart: Restart, slate: Slate) {
                unsafe { work::reset::<G, T, $seats>(table, restart, slate) }
            }

            $(
                #[unsafe(export_name = concat!($name, "_show_", $which))]
                unsafe extern "ptx-kernel" fn $array(table: Table, array: Array, fresh: *const u8) {
                    unsafe { work::show::<G, T, Nth<$which>>(table, array, fresh) }
                }
            )+

            #[unsafe(export_name = concat!($name, "_show_mask"))]
            unsafe extern "ptx-kernel" fn show_mask(table: Table, array: Array, fresh: *const u8) {
                unsafe { work::show::<G, T, Mask>(table, array, fresh) }
            }

            #[unsafe(export_name = concat!($name, "_show_asked"))]
            unsafe extern "ptx-kernel" fn show_asked(table: Table, array: Array, fresh: *const u8) {
                unsafe { work::show::<G, T, Asked>(table, array, fresh) }
            }

            #[unsafe(export_name = concat!($name, "_show_lasts"))]
            unsafe extern "ptx-kernel" fn show_lasts(table: Table, array: Array, fresh: *const u8) {
                unsafe { work::show::<G, T, Lasts>(table, array, fresh) }
            }

            #[unsafe(export_name = concat!($name, "_roll"))]
            unsafe extern "ptx-kernel" fn roll(
                table: Table, seed: u64, steps: u64, restart: u32, sums: Sums, slate: Slate,
            ) {
                let course = Course { steps, drawn: Drawn::Any, restart: restart != 0, episodes: u32::MAX };
                unsafe { work::roll::<G, T, P, $seats, $numbers, true, false>(table, seed, course, sums, slate) }
            }

            #[unsafe(export_name = concat!($name, "_roll_masked"))]
            unsafe extern "ptx-kernel" fn roll_masked(
                table: Table, seed: u64, steps: u64, restart: u32, given: Given, sums: Sums, slate: Slate,
            ) {
                unsafe {
                    let drawn = given.or(Drawn::Masked, &table);
                    let course = Course { steps, drawn, restart: restart != 0, episodes: u32::MAX };
                    work::roll::<G, T, M, $seats, $numbers, false, false>(table, seed, course, sums, slate)
                }
            }

            #[unsafe(export_name = concat!($name, "_moved_roll"))]
            unsafe extern "ptx-kernel" fn moved_roll(
                table: Table, seed: u64, steps: u64, restart: u32, episodes: u32, masked: u32, given: Given, sums: Sums,
                slate: Slate,
            ) {
                unsafe {
                    let drawn = given.or(if masked != 0 { Drawn::Masked } else { Drawn::Any }, &table);
                    let course = Course { steps, drawn, restart: restart != 0, episodes };
                    together::roll_together::<G, T, $seats, $numbers>(table, seed, course, sums, slate)
                }
            }

            #[unsafe(export_name = concat!($name, "_moved_step"))]
            unsafe extern "ptx-kernel" fn moved_step(table: Table, numbers: Numbers, slate: Slate) {
                unsafe { together::step_together::<G, T, $seats>(table, numbers, slate) }
            }

            #[unsafe(export_name = concat!($name, "_tally"))]
            unsafe extern "ptx-kernel" fn tally(
                table: Table, seed: u64, steps: u64, episodes: u32, sums: Sums, slate: Slate,
            ) {
                let course = Course { steps, drawn: Drawn::Masked, restart: true, episodes };
                unsafe { work::roll::<G, T, M, $seats, $numbers, false, true>(table, seed, course, sums, slate) }
            }

            #[unsafe(export_name = concat!($name, "_step"))]
            unsafe extern "ptx-kernel" fn step(table: Table, numbers: Numbers, slate: Slate) {
                unsafe { work::step::<G, T, P, $seats, false, false, $left>(table, numbers, slate) }
            }

            #[unsafe(export_name = concat!($name, "_more"))]
            unsafe extern "ptx-kernel" fn more(table: Table, numbers: Numbers, slate: Slate) {
                if $left {
                    unsafe { work::more::<G, T, $seats>(table, numbers, slate) }
                }
            }

            #[unsafe(export_name = concat!($name, "_rest"))]
            unsafe extern "ptx-kernel" fn rest(table: Table, numbers: Numbers, slate: Slate) {
                if $left {
                    unsafe { work::rest::<G, T, $seats>(table, numbers, slate) }
                }
            }

            #[unsafe(export_name = concat!($name, "_turn"))]
            unsafe extern "ptx-kernel" fn turn(table: Table, numbers: Numbers, slate: Slate) {
                unsafe { work::step::<G, T, P, $seats, true, false, $left>(table, numbers, slate) }
            }

            #[unsafe(export_name = concat!($name, "_told_turn"))]
            unsafe extern "ptx-kernel" fn told_turn(table: Table, numbers: Numbers, slate: Slate) {
                unsafe { work::step::<G, T, P, $seats, true, true, false>(table, numbers, slate) }
            }

            #[unsafe(export_name = concat!($name, "_hash"))]
            unsafe extern "ptx-kernel" fn hash(table: Table, out: *mut u64) {
                unsafe { work::hash::<G, T>(table, out) }
            }
        }
    )+};
}

// A game that a device shall play has its line here. The older rules of Sproutopia have none: their queues grow without
// bound, and a heap that takes nothing back has no room for that.
entries! {
    pyrat_10 = "pyrat_10": gridhaunt_pyrat::PyRat<10>, kept Changes<u64, 8>, masked Copied<G>, plain gridhaunt_pyrat::Loose<'static>, left false, 2 seats, 5 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2 show_3 = 3 show_4 = 4;
    pyrat_26 = "pyrat_26": gridhaunt_pyrat::PyRat<26>, kept Changes<u64, 16>, masked Copied<G>, plain gridhaunt_pyrat::Loose<'static>, left false, 2 seats, 5 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2 show_3 = 3 show_4 = 4;
    pyrat_42 = "pyrat_42": gridhaunt_pyrat::PyRat<42>, kept Changes<u64, 24>, masked Copied<G>, plain gridhaunt_pyrat::Loose<'static>, left false, 2 seats, 5 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2 show_3 = 3 show_4 = 4;
    pyrat_128 = "pyrat_128": gridhaunt_pyrat::PyRat<128>, kept InPlace, masked Copied<G>, plain gridhaunt_pyrat::Loose<'static>, left false, 2 seats, 5 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2 show_3 = 3 show_4 = 4;
    tag_8 = "tag_8": gridhaunt_tag::Tag<8>, kept Columns<u64, 11>, masked &'static <G as Game>::World, plain M, left false, 16 seats, 9 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2;
    tag_16 = "tag_16": gridhaunt_tag::Tag<16>, kept Columns<u64, 20>, masked &'static <G as Game>::World, plain M, left false, 32 seats, 9 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2;
    sproutopia_official = "sproutopia_official": gridhaunt_sproutopia::Sproutopia<gridhaunt_sproutopia::Official>,
        kept InPlace, masked &'static <G as Game>::World, plain M, left true, 4 seats, 6 numbers, arrays show_0 = 0 show_1 = 1;
    snarl = "snarl": gridhaunt_snarl::Snarl, kept InPlace, masked &'static <G as Game>::World, plain M, left false, 6 seats, 13 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2;
    ghost_grid = "ghost_grid": gridhaunt_ghost_grid::GhostGrid, kept InPlace, masked &'static <G as Game>::World, plain M, left false, 128 seats, 56 numbers, arrays show_0 = 0 show_1 = 1 show_2 = 2 show_3 = 3;
}
