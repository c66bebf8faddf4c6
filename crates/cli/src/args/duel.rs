//! Flags of `duel`.

use super::events::Terms;
use super::play::games;
use clap::{Args as ClapArgs, ValueEnum};

pub(super) const DUEL_EXAMPLES: &str = "Examples: gridhaunt duel pyrat greedy random
          gridhaunt duel pyrat ./mine-v2 ./mine-v1 --clock 100ms+5s
          gridhaunt duel pyrat greedy greedy:ties=first --fixed 100
          gridhaunt duel sproutopia claimer hunter --with square,random,idle";

#[derive(Debug, ClapArgs)]
pub(crate) struct Duel {
    /// The game
    pub(crate) game: String,
    /// The bot of which is asked whether it is better (greedy, greedy:ties=first, or a program: ./mybot)
    #[arg(value_name = "A", id = "first")]
    pub(crate) a: String,
    /// The bot that it is compared with
    #[arg(value_name = "B", id = "second")]
    pub(crate) b: String,
    /// Who else is at the table, where it has more than two places: once with A, once with B
    #[arg(long, value_name = "BOTS", id = "others")]
    pub(crate) with: Vec<String>,
    /// What is tested: that A is not better by more than the first number of Elo, against that it is better by the second
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,40", value_parser = bounds, allow_hyphen_values = true, conflicts_with = "fixed")]
    pub(crate) sprt: (f64, f64),
    /// The risk to say that A is better although it is not
    #[arg(long, value_name = "RISK", default_value = "0.05", value_parser = risk, conflicts_with = "fixed")]
    pub(crate) alpha: f64,
    /// The risk to say that A is not better although it is
    #[arg(long, value_name = "RISK", default_value = "0.05", value_parser = risk, conflicts_with = "fixed")]
    pub(crate) beta: f64,
    /// In which Elo the bounds are: normalized by the luck in a match, or logistic, the usual one
    #[arg(long, value_enum, default_value_t = EloModel::Normalized, conflicts_with = "fixed")]
    pub(crate) model: EloModel,
    /// The most matches; undecided then
    #[arg(short = 'n', long, value_name = "MATCHES", value_parser = games, conflicts_with = "fixed")]
    pub(crate) games: Option<u64>,
    /// Play exactly so many blocks, and say by how much A is better instead of whether
    #[arg(long, value_name = "BLOCKS", value_parser = games)]
    pub(crate) fixed: Option<u64>,
    #[command(flatten)]
    pub(crate) terms: Terms,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EloModel {
    Normalized,
    Logistic,
}

/// Two different numbers of Elo, the lower one first.
fn bounds(text: &str) -> Result<(f64, f64), String> {
    let number = |word: &str| word.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    let read = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    read.filter(|(low, high)| low < high)
        .ok_or_else(|| "not two numbers in -1000..=1000, the lower one first, such as 0,40".into())
}

fn risk(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|risk| (1e-6..=0.4).contains(risk)).ok_or_else(|| "not in 0.000001..=0.4".into())
}

/// Bots with commas between them. A comma that belongs to the options of a bot (`greedy:ties=first,depth=2`) does not
/// part two bots.
pub(crate) fn apart(words: &[String]) -> Vec<String> {
    let mut bots: Vec<String> = Vec::new();
    for piece in words.iter().flat_map(|word| word.split(',').enumerate()) {
        let (at, piece) = piece;
        let is_option = piece.split_once('=').is_some_and(|(name, _)| !name.contains(['/', ':']));
        match bots.last_mut().filter(|bot| at > 0 && is_option && bot.contains(':')) {
            Some(bot) => bot.extend([",", piece]),
            None => bots.push(piece.into()),
        }
    }
    bots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_parts_bots_but_not_their_options() {
        let of = |words: &[&str]| apart(&words.iter().map(ToString::to_string).collect::<Vec<_>>()).join(" ");
        assert_eq!(of(&["a,b"]), "a b");
        assert_eq!(of(&["a:x=1,y=2,b", "c"]), "a:x=1,y=2 b c");
        assert_eq!(of(&["./a,b:x=1,./c=d"]), "./a b:x=1 ./c=d");
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn bounds_are_two_numbers_in_order() {
        assert_eq!((bounds("0,40"), bounds("-5, 2.5")), (Ok((0.0, 40.0)), Ok((-5.0, 2.5))));
        for wrong in ["", "40", "40,0", "3,3", "0,nan", "0,inf", "0,1e9", "0,40,80"] {
            assert!(bounds(wrong).is_err(), "{wrong}");
        }
    }
}
