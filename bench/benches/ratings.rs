//! Ratings of 1,000 entrants from 1,000,000 matches (section 8 of the specification of events): seconds and memory.
//!
//! ```text
//! cargo bench -p gridhaunt-bench --bench ratings
//! ENTRANTS=200 MATCHES=50000 cargo bench -p gridhaunt-bench --bench ratings
//! ```

use gridhaunt_kernel::Random;
use gridhaunt_rating::{Block, Game, Games, bt, weng_lin};
use std::env;
use std::fs;
use std::time::Instant;

/// What was measured, and how long it may take.
struct Row {
    what: &'static str,
    seconds: f64,
    should: &'static str,
}

fn main() {
    let number = |name: &str, usual: usize| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (entrants, matches) = (number("ENTRANTS", 1_000).max(8), number("MATCHES", 1_000_000));
    println!("{entrants} entrants, {matches} matches");
    println!("{:<34} {:>9} {:>14}   should be", "", "seconds", "peak memory");
    let whole = |games: &Games| drop(bt::rate(games, &bt::Options::default()).expect("all of it can be rated"));
    let online = |games: &Games| drop(weng_lin::rate(games, &weng_lin::Options::default()).expect("it can be rated"));
    for (what, places, sides, should, rate) in [
        ("bt, two at a table", 2, 1, "under 10 s, under 1 GiB", &whole as &dyn Fn(&Games)),
        ("bt, two sides", 2, 2, "", &whole),
        ("bt, four at a table, with ties", 4, 1, "", &whole),
        ("weng-lin, two at a table", 2, 1, "", &online),
    ] {
        forget_peak();
        let games = played(entrants, matches, places, sides);
        let start = Instant::now();
        rate(&games);
        let row = Row { what, seconds: start.elapsed().as_secs_f64(), should };
        println!("{:<34} {:>9.2} {:>14}   {}", row.what, row.seconds, peak(), row.should);
    }
}

/// Blocks of entrants drawn by chance, whose strength grows with their number.
fn played(entrants: usize, matches: usize, places: usize, sides: u16) -> Games {
    let mut random = Random::new(1);
    let mut games = Games::new((0..entrants).map(|entrant| format!("bot-{entrant}")).collect());
    for _ in 0..matches / places {
        let mut seated: Vec<u32> = Vec::with_capacity(places);
        while seated.len() < places {
            let entrant = random.index(entrants) as u32;
            if !seated.contains(&entrant) {
                seated.push(entrant);
            }
        }
        let mut block = Block::default();
        for _ in 0..places {
            seated.rotate_left(1);
            let form = |entrant: u32| entrant as usize * 500 / entrants + random.index(1000) + random.index(1000);
            // In steps, so that some are equal.
            let forms: Vec<usize> = seated.iter().copied().map(form).map(|form| form / 40).collect();
            let ranks = forms.iter().map(|own| forms.iter().filter(|form| *form > own).count() as u16).collect();
            let sides = (0..places as u16).map(|place| place % sides).collect();
            block.games.push(Game { entrants: seated.clone(), sides, ranks });
        }
        games.add(&block).expect("the block fits");
    }
    games
}

/// Begins to count the peak of memory anew, where the system can.
fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The largest memory of this process, as Linux tells it.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let told =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    told.map_or_else(|| "not known".into(), |kibibytes| format!("{:.0} MiB", kibibytes / 1024.0))
}
