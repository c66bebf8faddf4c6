//! spike
use gridhaunt_kernel::face::*;
use gridhaunt_kernel::flock::*;
use gridhaunt_kernel::*;
use gridhaunt_pyrat::*;
use std::time::Instant;
#[inline(never)]
fn typed(games: &[(World, State<10>)], n: u64) -> u64 {
    let mut r = Random::new(1);
    let mut g = 0;
    let mut s = games[0].1;
    let mut dice = 0u64;
    for i in 0..n {
        if i % 4 == 0 {
            dice = r.next_u64();
        }
        let a = Action::ALL[((dice & 255) * 5 >> 8) as usize];
        let b = Action::ALL[((dice >> 8 & 255) * 5 >> 8) as usize];
        dice >>= 16;
        PyRat::step(&games[g].0, &mut s, &[(Seat(0), a), (Seat(1), b)], |_| {});
        if s.status != 0 {
            g = (g + 1) % games.len();
            s = games[g].1;
        }
    }
    s.turn as u64 + s.half[0] as u64 * 1000
}
#[inline(never)]
fn raw(games: &[(World, State<10>)], n: u64) -> u64 {
    let mut r = Random::new(1);
    let mut g = 0;
    let mut s = games[0].1;
    let mut dice = 0u64;
    for i in 0..n {
        if i % 4 == 0 {
            dice = r.next_u64();
        }
        let a = ((dice & 255) * 5 >> 8) as u8;
        let b = ((dice >> 8 & 255) * 5 >> 8) as u8;
        dice >>= 16;
        rules::step(games[g].0.maze.turns(), 21, &mut s, [a, b]);
        if s.status != 0 {
            g = (g + 1) % games.len();
            s = games[g].1;
        }
    }
    s.turn as u64 + s.half[0] as u64 * 1000
}
#[inline(never)]
fn create(settings: &Settings) -> u64 {
    let mut d = 0;
    for seed in 0..20000 {
        let (w, s) = <PyRat as Game>::new(&settings, seed).unwrap();
        d ^= w.maze.turns()[5] as u64 + s.cheese_left as u64;
    }
    d
}
fn main() {
    let settings = Settings::default();
    let what = std::env::args().nth(1).unwrap_or_default();
    let games: Vec<_> = (0..64).map(|s| <PyRat as Game>::new(&settings, s).unwrap()).collect();
    if what.is_empty() || what == "create" {
        for _ in 0..3 {
            let t = Instant::now();
            let d = create(&settings);
            println!("create {:.0}/s {d}", 20000.0 / t.elapsed().as_secs_f64());
        }
    }
    if what.is_empty() || what == "rules" {
        for _ in 0..3 {
            let n = 100_000_000;
            let t = Instant::now();
            let h = typed(&games, n);
            println!("typed {:.1} M/s {h:x}", n as f64 / t.elapsed().as_secs_f64() / 1e6);
            let t = Instant::now();
            let h = raw(&games, n);
            println!("raw {:.1} M/s {h:x}", n as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
    }
    let table = family().open(&json::Value::Object(Default::default())).unwrap();
    for v in Vector::detect().and_lower() {
        if !(what.is_empty() || what == "batch" || what == v.name()) {
            continue;
        }
        let g: usize = std::env::var("G").map(|x| x.parse().unwrap()).unwrap_or(1024);
        let w: usize = std::env::var("WO").map(|x| x.parse().unwrap()).unwrap_or(64);
        let plan = Plan { games: g, first: 0, seed: 0, worlds: w, arrays: vec![], vector: v };
        let mut f = table.flocks(&Default::default(), &[plan]).unwrap().remove(0);
        let mut r = Random::new(3);
        let acts: Vec<Vec<u8>> = (0..64).map(|_| (0..2 * g).map(|_| r.below(5) as u8).collect()).collect();
        let (mut rew, mut ov) = (vec![0f32; 2 * g], vec![0u8; g]);
        for _ in 0..2 {
            let t = Instant::now();
            let k = 40000000 / g;
            for i in 0..k {
                f.step(&acts[i % 64], Buffers { rewards: &mut rew, over: &mut ov, arrays: &mut [] });
            }
            println!("{} batch {:.1} M/s", v.name(), k as f64 * g as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
    }
}
