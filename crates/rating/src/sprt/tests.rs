//! A6: answers worked by hand, and error rates by simulation.

use super::*;
use gridhaunt_kernel::Random;
use rayon::prelude::*;

fn histogram(of: Histogram, counts: &[u64]) -> Histogram {
    let mut blocks = of;
    for (value, &count) in blocks.values().to_vec().into_iter().zip(counts) {
        blocks.add_many(value, count);
    }
    blocks
}

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt { elo0, elo1, model, ..Sprt::default() }
}

fn close(got: f64, expected: f64, by: f64) {
    assert!((got - expected).abs() < by, "{got} is not {expected}");
}

#[test]
fn bounds_are_those_of_wald() {
    let (lower, upper) = Sprt::default().bounds();
    close(lower, -2.944_438_979_166_44, 1e-12); // ln(0.05 / 0.95)
    close(upper, 2.944_438_979_166_44, 1e-12);
    let (lower, upper) = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::default() }.bounds();
    close(lower, -2.292_534_757_140_544, 1e-12); // ln(0.1 / 0.99)
    close(upper, 4.499_809_670_330_265, 1e-12); // ln(0.9 / 0.01)
}

#[test]
fn of_wins_and_losses_alone_the_logistic_ratio_is_worked_by_hand() {
    // With two classes the mean is the whole distribution: 10/11 at 400 Elo, 1/2 at 0.
    // 30 ln((10/11) / (1/2)) + 20 ln((1/11) / (1/2)) = 30 ln(20/11) + 20 ln(2/11).
    let blocks = histogram(Histogram::default(), &[20, 30]);
    let llr = test(0.0, 400.0, Model::Logistic).judge(&blocks);
    close(llr.value, 30.0 * (20.0f64 / 11.0).ln() + 20.0 * (2.0f64 / 11.0).ln(), 1e-9);
    assert_eq!(llr.decision(), Decision::H0);
}

#[test]
fn of_wins_and_losses_alone_the_normalised_ratio_is_worked_by_hand() {
    // (s − 1/2) / √(s (1 − s)) = t has s = 1/2 + t / (2 √(1 + t²)). With one match a block t = 3/4 is
    // 3/4 × 800 / ln 10 Elo and s = 1/2 + (3/4) / (2 × 5/4) = 0.8; so 30 ln(0.8 / 0.5) + 20 ln(0.2 / 0.5).
    let sprt = Sprt { matches_a_block: 1, ..test(0.0, 600.0 / std::f64::consts::LN_10, Model::Normalized) };
    let blocks = histogram(Histogram::default(), &[20, 30]);
    close(sprt.judge(&blocks).value, 30.0 * 1.6f64.ln() + 20.0 * 0.4f64.ln(), 1e-9);
    // The deviation of a block of four is half that of a match: half the Elo is the same test.
    let four = Sprt { elo1: sprt.elo1 / 2.0, matches_a_block: 4, ..sprt };
    close(four.judge(&blocks).value, sprt.judge(&blocks).value, 1e-9);
}

#[test]
fn with_a_third_class_the_ratio_is_worked_by_hand() {
    // One match a block, 10 lost, 20 drawn, 10 won. H0 (1/2) fits as it is. Under H1 with mean 5/8 the best q is
    // p / (1 + θ (a − 5/8)) with Σ q (a − 5/8) = 0. With u = θ/8 that is −5/(1 − 5u) − 2/(1 − u) + 3/(1 + 3u) = 0, or
    // 15u² − 6u − 1 = 0, so u = (6 − √96)/30.
    let blocks = histogram(Histogram::of_matches(1), &[10, 20, 10]);
    let elo1 = elo::of_points(0.625);
    let u = (6.0 - 96f64.sqrt()) / 30.0;
    let expected = -(10.0 * (1.0 - 5.0 * u).ln() + 20.0 * (1.0 - u).ln() + 10.0 * (1.0 + 3.0 * u).ln());
    close(test(0.0, elo1, Model::Logistic).judge(&blocks).value, expected, 1e-9);
}

#[test]
fn the_fit_holds_its_constraint_and_is_the_best_that_does() {
    let values = [0.0, 0.5, 1.0];
    for (counts, ratio) in
        [([10.0, 20.0, 10.0], 0.3), ([1.0, 200.0, 30.0], 0.1), ([30.0, 1e-3, 5.0], 0.6), ([5.0, 3.0, 2.0], -1.4)]
    {
        let sum: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / sum);
        let q = held_ratio(&seen, &values, ratio);
        let of = |q: &[f64]| {
            let mean: f64 = q.iter().zip(&values).map(|(q, value)| q * value).sum();
            let variance: f64 = q.iter().zip(&values).map(|(q, value)| q * (value - mean).powi(2)).sum();
            (mean - 0.5) / variance.sqrt()
        };
        close(q.iter().sum(), 1.0, 1e-9);
        close(of(&q), ratio, 1e-9);
        let fit = |q: &[f64]| seen.iter().zip(q).map(|(share, q)| share * q.ln()).sum::<f64>();
        // All distributions of three classes that hold it: by the part of draws, then by bisection.
        let mut best = f64::NEG_INFINITY;
        for step in 1..20_000 {
            let drawn = f64::from(step) / 20_000.0;
            let (mut low, mut high) = (0.0, 1.0 - drawn);
            for _ in 0..60 {
                let won = (low + high) / 2.0;
                if of(&[1.0 - drawn - won, drawn, won]) < ratio { low = won } else { high = won }
            }
            let rest = 1.0 - drawn - low;
            if rest > 0.0 && low > 0.0 {
                best = best.max(fit(&[rest, drawn, low]));
            }
        }
        assert!(fit(&q) > best - 1e-9 && fit(&q) < best + 1e-4, "{counts:?}: {} beside {best}", fit(&q));
    }
}

#[test]
fn every_small_histogram_has_a_fit_that_holds_its_constraint() {
    let values = [0.0, 0.25, 0.5, 0.75, 1.0];
    for number in 1..1024u32 {
        // 0, 1, 5 or 25 blocks in each class.
        let counts: Vec<f64> =
            (0..5).map(|class| [EMPTY, 1.0, 5.0, 25.0][(number >> (2 * class) & 3) as usize]).collect();
        let sum: f64 = counts.iter().sum();
        let seen: Vec<f64> = counts.iter().map(|count| count / sum).collect();
        for elo in [0.0, 10.0, 100.0, 150.0] {
            let ratio = Sprt::default().ratio(elo);
            let q = held_ratio(&seen, &values, ratio);
            let mean: f64 = q.iter().zip(&values).map(|(q, value)| q * value).sum();
            let variance: f64 = q.iter().zip(&values).map(|(q, value)| q * (value - mean).powi(2)).sum();
            let got = ((mean - 0.5) / variance.sqrt(), q.iter().sum::<f64>());
            assert!((got.0 - ratio).abs() < 1e-8 && (got.1 - 1.0).abs() < 1e-8, "{counts:?}, {elo}: {got:?}, {q:?}");
        }
    }
}

#[test]
fn who_is_turned_round_turns_the_answer_round() {
    for model in [Model::Normalized, Model::Logistic] {
        let forth = test(-5.0, 20.0, model).judge(&histogram(Histogram::of_matches(2), &[3, 20, 60, 30, 9]));
        let back = test(-20.0, 5.0, model).judge(&histogram(Histogram::of_matches(2), &[9, 30, 60, 20, 3]));
        close(forth.value, -back.value, 1e-9);
        assert!(forth.value > 0.0);
    }
}

#[test]
fn without_blocks_nothing_is_decided_and_one_block_decides_little() {
    let sprt = Sprt::default();
    assert_eq!(sprt.judge(&Histogram::of_matches(2)).value, 0.0);
    for counts in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1]] {
        let llr = sprt.judge(&histogram(Histogram::of_matches(2), &counts));
        assert!(llr.value.abs() < 0.5, "{counts:?}: {llr:?}");
        assert_eq!(llr.decision(), Decision::Undecided);
    }
}

#[test]
fn large_strengths_and_large_blocks_have_an_answer() {
    for (elo1, matches) in [(300.0, 2), (1000.0, 2), (1000.0, 24)] {
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = Sprt { elo0: -elo1, elo1, matches_a_block: matches, model, ..Sprt::default() };
            for counts in [[9, 0, 0, 0, 1], [1, 2, 3, 2, 1], [0, 0, 50, 0, 0]] {
                let llr = sprt.judge(&histogram(Histogram::of_matches(2), &counts));
                assert!(llr.value.is_finite(), "{elo1}, {matches}, {model:?}, {counts:?}: {llr:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_tested_is_named() {
    let wrong = |sprt: Sprt| sprt.check().unwrap_err().to_string();
    let sprt = Sprt::default();
    assert!(sprt.check().is_ok());
    assert_eq!(wrong(Sprt { elo1: 0.0, ..sprt }), "elo1: 0 is not larger than elo0, which is 0");
    assert_eq!(wrong(Sprt { elo0: -1e4, ..sprt }), "elo0: -10000 is not in -1000..=1000");
    assert_eq!(wrong(Sprt { alpha: 0.5, ..sprt }), "alpha: 0.5 is not between 0 and 0.5");
    assert_eq!(wrong(Sprt { beta: f64::NAN, ..sprt }), "beta: NaN is not between 0 and 0.5");
    assert_eq!(wrong(Sprt { matches_a_block: 0, ..sprt }), "matches_a_block: 0 is not 1 or more");
}

/// The probabilities of the five values of a block of two matches at this strength, where `draws` is Davidson's
/// parameter.
fn pairs(sprt: &Sprt, elo: f64, draws: f64) -> [f64; 5] {
    let of_match = |x: f64| {
        let sum = x.exp() + (-x).exp() + draws;
        [(-x).exp() / sum, draws / sum, x.exp() / sum]
    };
    let strength = |[lost, drawn, won]: [f64; 3]| {
        let mean = won + drawn / 2.0;
        let variance = won + drawn / 4.0 - mean * mean;
        match sprt.model {
            Model::Logistic => elo::of_points(mean) - elo,
            Model::Normalized => (mean - 0.5) / (variance.sqrt() * elo::NATURAL / 2.0) - elo + 0.0 * lost,
        }
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if strength(of_match(middle)) < 0.0 { low = middle } else { high = middle }
    }
    let [lost, drawn, won] = of_match(low);
    [lost * lost, 2.0 * lost * drawn, drawn * drawn + 2.0 * lost * won, 2.0 * drawn * won, won * won]
}

/// Plays one duel to its end: what was decided, and after how many blocks. With `leap` the ratio is guessed between
/// looks, from what each class adds to it, and looked at only where the guess is near a bound or old.
fn duel(sprt: &Sprt, odds: [f64; 5], random: &mut Random, leap: bool) -> (Decision, u64) {
    let mut below = [0.0; 5];
    let mut sum = 0.0;
    for (below, odds) in below.iter_mut().zip(odds) {
        sum += odds;
        *below = sum * 2f64.powi(64);
    }
    let (lower, upper) = sprt.bounds();
    let (mut counts, mut blocks, mut look) = ([0; 5], 0, 0);
    let (mut guess, mut adds, mut margin) = (0.0, [0.0; 5], 0.0);
    loop {
        let drawn = random.next_u64() as f64;
        let class = below[..4].iter().filter(|&&below| drawn >= below).count();
        counts[class] += 1;
        blocks += 1;
        guess += adds[class];
        if blocks < look && guess > lower + margin && guess < upper - margin {
            continue;
        }
        let seen = histogram(Histogram::of_matches(2), &counts);
        let (llr, logs) = sprt.look(&seen);
        if llr.decision() != Decision::Undecided {
            return (llr.decision(), blocks);
        }
        if leap {
            adds.copy_from_slice(&logs);
            margin = 0.1 + adds.iter().fold(0.0, |most: f64, add| most.max(add.abs()));
            guess = llr.value;
            // Few blocks say little about how often a class occurs: the guess would be bad.
            look = blocks + 1 + if blocks < 30 { 0 } else { blocks / 8 };
            margin = if blocks < 30 { f64::INFINITY } else { margin };
        }
    }
}

#[test]
fn looking_rarely_where_nothing_can_happen_ends_the_same_duels_at_the_same_blocks() {
    for (elo0, elo1, draws, duels) in [(0.0, 20.0, 0.5, 50), (0.0, 100.0, 8.0, 2000), (100.0, 150.0, 8.0, 100)] {
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = test(elo0, elo1, model);
            let odds = pairs(&sprt, elo1, draws);
            (0..some_of(duels)).into_par_iter().for_each(|seed| {
                let [all, few] = [false, true].map(|leap| duel(&sprt, odds, &mut Random::new(seed), leap));
                assert_eq!(all, few, "{sprt:?}, seed {seed}");
            });
        }
    }
}

/// How many of so many duels are played: all of them in `make endure`, a quarter otherwise.
fn some_of(duels: u64) -> u64 {
    if std::env::var_os("GRIDHAUNT_ENDURE").is_some() { duels } else { duels / 4 }
}

/// How often so many duels took H1, and how many blocks they took on the mean.
fn simulate(sprt: &Sprt, elo: f64, draws: f64, duels: u64) -> (f64, f64) {
    let odds = pairs(sprt, elo, draws);
    let (taken, blocks) = (0..duels)
        .into_par_iter()
        .map(|seed| {
            let (decision, blocks) = duel(sprt, odds, &mut Random::stream(seed, 19), true);
            (u64::from(decision == Decision::H1), blocks)
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    (taken as f64 / duels as f64, blocks as f64 / duels as f64)
}

/// Error rates at a test, on an even base (20 % draws between equals) and a drawish one (80 %).
fn risks(elo0: f64, elo1: f64, model: Model) {
    let sprt = test(elo0, elo1, model);
    for draws in [0.5, 8.0] {
        let (wrongly_better, blocks0) = simulate(&sprt, elo0, draws, some_of(10_000));
        let (better, blocks1) = simulate(&sprt, elo1, draws, some_of(10_000));
        println!(
            "{elo0},{elo1} {model:?}, draws {draws}: alpha {wrongly_better}, beta {}, blocks {blocks0}, {blocks1}",
            1.0 - better
        );
        assert!(wrongly_better < 1.2 * sprt.alpha, "{sprt:?}, draws {draws}: H1 in {wrongly_better} where H0 is true");
        assert!(1.0 - better < 1.2 * sprt.beta, "{sprt:?}, draws {draws}: H0 in {} where H1 is true", 1.0 - better);
    }
}

#[test]
fn errors_are_as_rare_as_promised_at_0_10() {
    risks(0.0, 10.0, Model::Normalized);
    risks(0.0, 10.0, Model::Logistic);
}

#[test]
fn errors_are_as_rare_as_promised_at_0_100() {
    risks(0.0, 100.0, Model::Normalized);
    risks(0.0, 100.0, Model::Logistic);
}

#[test]
fn errors_are_as_rare_as_promised_at_100_150() {
    risks(100.0, 150.0, Model::Normalized);
    risks(100.0, 150.0, Model::Logistic);
}

#[test]
fn the_default_takes_as_many_blocks_as_the_page_says() {
    // A6: about 210 where A and B are equal.
    let row = |elo: f64| {
        let (better, blocks) = simulate(&Sprt::default(), elo, 0.5, 10_000);
        format!("| {elo:+.0} | {:.1} % | {blocks:.0} |", 100.0 * better)
    };
    crate::page_tests::on_the_page(&[-40.0, 0.0, 20.0, 40.0, 80.0].map(row));
}
