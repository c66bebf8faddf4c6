//! What learners get: masks, rewards and arrays.

use super::{Match, no_options};
use crate::broken::{Broken, Held, ensure};
use crate::matches::seats;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::learn::{Dtype, Slot, reward_between};
use gridhaunt_kernel::settings::{Declared, FieldKind};
use gridhaunt_kernel::{Learn, Seat};

/// The default lens, and one for every word and flag that an option can have.
pub(super) fn lenses<G: Learn>() -> Result<Vec<G::Lens>, Broken> {
    let words = |kind: FieldKind| -> Vec<Value> {
        match kind {
            FieldKind::Word(words) => words.iter().map(|&word| word.into()).collect(),
            FieldKind::Flag => vec![false.into(), true.into()],
            _ => Vec::new(),
        }
    };
    let mut all = vec![no_options()];
    for field in G::Lens::FIELDS {
        all.extend(words(field.kind).into_iter().map(|value| [(field.name.to_string(), value)].into_iter().collect()));
    }
    let read = |options| G::lens(options).map_err(|error| Broken::new("lens", error.to_string()));
    all.iter().map(read).collect()
}

/// Masks contain only allowed actions, and are empty where there are none.
pub(super) fn masks<G: Learn>(game: &Match<'_, G>, state: &G::State, seat: Seat) -> Held {
    for lens in game.lenses {
        let mut mask = vec![9; G::actions(game.settings)];
        G::mask(game.world, state, seat, lens, &mut mask);
        ensure("mask", mask.iter().all(|&bit| bit <= 1), || format!("neither 0 nor 1 in {mask:?}"))?;
        if !G::phase(game.world, state).asks(seat) {
            continue;
        }
        ensure("mask", mask.contains(&1), || format!("that of seat {seat} is {mask:?}"))?;
        ensure("lasts", G::lasts(game.world, state, seat, lens), || {
            format!("seat {seat} chooses after its episode ended")
        })?;
        for number in (0..mask.len()).filter(|&number| mask[number] == 1) {
            let action = G::numbered(game.world, state, seat, lens, number);
            let allowed = action.is_some_and(|action| G::allows(game.world, state, seat, action));
            ensure("mask", allowed, || format!("number {number} of seat {seat} is masked in but is {action:?}"))?;
        }
    }
    Ok(())
}

/// A reward is a finite number, and a step that changes nothing has reward 0.
pub(super) fn rewards<G: Learn>(game: &Match<'_, G>, before: &G::State, after: &G::State) -> Held {
    for seat in seats::<G>(game.world) {
        for lens in game.lenses {
            let worth = |to: &G::State, from: &G::State| reward_between::<G>(game.world, from, to, seat, lens);
            let reward = worth(after, before);
            ensure("reward", reward.is_finite(), || format!("that of seat {seat} is {reward}"))?;
            for state in [before, after] {
                let idle = worth(state, state);
                ensure("reward", idle == 0.0, || format!("that of seat {seat} is {idle} though nothing happened"))?;
            }
        }
    }
    Ok(())
}

/// Updated arrays are equal to newly written arrays.
pub(super) fn arrays<G: Learn>(game: &Match<'_, G>, before: &G::State, after: &G::State) -> Held {
    let world = game.world;
    for lens in game.lenses {
        for (which, encoding) in G::encodings(game.settings, lens).iter().enumerate() {
            for seat in seats::<G>(world) {
                let mut kept = Array::new(encoding.dtype, encoding.len());
                let mut fresh = Array::new(encoding.dtype, encoding.len());
                G::encode(world, before, seat, lens, which, kept.slot());
                G::update(world, before, after, seat, lens, which, kept.slot());
                G::encode(world, after, seat, lens, which, fresh.slot());
                ensure("arrays", kept == fresh, || {
                    format!("{} of seat {seat}, brought up to date, differs", encoding.name)
                })?;
            }
        }
    }
    Ok(())
}

#[derive(PartialEq)]
enum Array {
    U8(Vec<u8>),
    I16(Vec<i16>),
    F32(Vec<f32>),
}

impl Array {
    fn new(dtype: Dtype, len: usize) -> Self {
        match dtype {
            Dtype::U8 => Self::U8(vec![77; len]),
            Dtype::I16 => Self::I16(vec![77; len]),
            Dtype::F32 => Self::F32(vec![77.0; len]),
        }
    }

    fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::U8(list) => Slot::U8(list),
            Self::I16(list) => Slot::I16(list),
            Self::F32(list) => Slot::F32(list),
        }
    }
}
