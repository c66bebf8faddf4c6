//! How batches use the cores of a machine: `cores SECONDS ROUNDS GAMES THREADS GAME...`, where GAMES is how many a thread
//! has and THREADS a list such as `1,8,16`, with 1 first.
//!
//! In every round each number of threads is measured once, and its factor is over one thread of the same round: a machine
//! that others use is faster at one moment than at another. *Apart* are batches of their own, one a thread, that never
//! meet: what the machine has.

use gridhaunt_batch::{Batch, Options, Rollout};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Policy, Stretch};
use std::error::Error;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Instant;

/// The lists of actions that are taken in turns.
const RING: usize = 7;

/// How many steps a thread plays by itself in a rollout.
const STRETCH: usize = 64;

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum Work {
    Step,
    Play,
    Apart,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, rounds, games, threads, names @ ..] = words.as_slice() else {
        return Err("cores SECONDS ROUNDS GAMES THREADS GAME...".into());
    };
    let (seconds, rounds, games): (f64, usize, usize) = (seconds.parse()?, rounds.parse()?, games.parse()?);
    let threads: Vec<usize> = threads.split(',').map(str::parse).collect::<Result<_, _>>()?;
    for name in names {
        let opened = gridhaunt_bots::registry().find(name)?.open(&serde_json::json!({}))?;
        let mut benches: Vec<Bench> =
            threads.iter().map(|&threads| Bench::new(opened.as_ref(), games, threads)).collect::<Result<_, _>>()?;
        for work in [Work::Step, Work::Play, Work::Apart] {
            let mut speeds: Vec<Vec<f64>> = vec![Vec::new(); threads.len()];
            for round in 0..=rounds {
                for (bench, speeds) in benches.iter_mut().zip(&mut speeds) {
                    let speed = bench.speed(opened.as_ref(), work, seconds)?;
                    // The first round warms up.
                    if round > 0 {
                        speeds.push(speed);
                    }
                }
            }
            for (threads, of_these) in threads.iter().zip(&speeds) {
                let factors = of_these.iter().zip(&speeds[0]).map(|(many, one)| many / one).collect();
                let ([low, middle, high], [least, factor, greatest]) = (spread(of_these.clone()), spread(factors));
                println!(
                    "{name} {work:?} {threads}: {:.2} M ({:.2} to {:.2}), {factor:.2} x ({least:.2} to {greatest:.2})",
                    middle / 1e6,
                    low / 1e6,
                    high / 1e6
                );
            }
        }
    }
    Ok(())
}

/// The least, the median and the greatest.
fn spread(mut of: Vec<f64>) -> [f64; 3] {
    of.sort_by(f64::total_cmp);
    [of[0], of[of.len() / 2], of[of.len() - 1]]
}

struct Bench {
    batch: Batch,
    threads: usize,
    games: usize,
    ring: Vec<Vec<u8>>,
    rollout: Rollout,
}

impl Bench {
    fn new(opened: &dyn Opened, games: usize, threads: usize) -> Result<Self, Box<dyn Error>> {
        let batch = Batch::new(opened, &options(games * threads, threads))?;
        Ok(Self { ring: ring(&batch), batch, threads, games, rollout: Rollout::default() })
    }

    /// Steps of games a second.
    fn speed(&mut self, opened: &dyn Opened, work: Work, seconds: f64) -> Result<f64, Box<dyn Error>> {
        let games = (self.games * self.threads) as f64;
        let (mut steps, began) = (0, Instant::now());
        match work {
            Work::Apart => return self.apart(opened, seconds),
            Work::Step => {
                while began.elapsed().as_secs_f64() < seconds {
                    for actions in &self.ring {
                        self.batch.step(actions)?;
                    }
                    steps += RING;
                }
            }
            Work::Play => {
                while began.elapsed().as_secs_f64() < seconds {
                    let stretch =
                        Stretch { steps: STRETCH, policy: Policy::Uniform, seed: steps as u64, stop: Arc::default() };
                    self.batch.play_into(&mut self.rollout, &stretch, None)?;
                    steps += STRETCH;
                }
            }
        }
        Ok(steps as f64 * games / began.elapsed().as_secs_f64())
    }

    /// The sum over threads, each with a batch of its own.
    fn apart(&self, opened: &dyn Opened, seconds: f64) -> Result<f64, Box<dyn Error>> {
        let (ready, games) = (Barrier::new(self.threads), self.games);
        let alone = |mut batch: Batch| {
            let ring = ring(&batch);
            ready.wait();
            let (mut steps, began) = (0, Instant::now());
            while began.elapsed().as_secs_f64() < seconds {
                ring.iter().for_each(|actions| batch.step(actions).expect("the ring fits"));
                steps += RING * games;
            }
            steps as f64 / began.elapsed().as_secs_f64()
        };
        let batches: Vec<Batch> =
            (0..self.threads).map(|_| Batch::new(opened, &options(games, 1))).collect::<Result<_, _>>()?;
        Ok(thread::scope(|scope| {
            let alone = &alone;
            let crew: Vec<_> = batches.into_iter().map(|batch| scope.spawn(move || alone(batch))).collect();
            crew.into_iter().map(|thread| thread.join().expect("nothing panics")).sum()
        }))
    }
}

fn options(games: usize, threads: usize) -> Options {
    Options { games, threads, worlds: 64, ..Options::default() }
}

/// Random actions for every seat, drawn before they are needed.
fn ring(batch: &Batch) -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    let (len, actions) = (batch.rewards().len(), batch.actions() as u64);
    (0..RING).map(|_| (0..len).map(|_| random.below(actions) as u8).collect()).collect()
}
