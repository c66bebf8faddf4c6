//! Two hundred games on one machine leave no task or descriptor behind. The test has its own process, because it counts
//! descriptors.

use gridhaunt_kernel::Random;
use gridhaunt_serve::snarl::client::{Client, Farewell};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::machine::Machine;
use gridhaunt_serve::snarl::report::Report;
use gridhaunt_serve::snarl::server::{Server, ServerEnd};
use gridhaunt_snarl::name::Name;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

const GAMES: u64 = 200;

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_games_sixty_four_at_once_leave_nothing_behind() {
    let runtime = tokio::runtime::Handle::current().metrics();
    let before = (descriptors(), runtime.num_alive_tasks());
    let started = Instant::now();
    let settings = json!({"generate": {"levels": 2, "rooms": 4, "max": [6, 6]}, "max_rounds": 40});
    let config = Config {
        port: 0,
        clients: 2,
        wait: Duration::from_secs(30),
        games: GAMES,
        parallel: 64,
        leaderboard: true,
        settings: settings.as_object().unwrap().clone(),
        ..Config::default()
    };
    let server = Server::bind(config).await.unwrap();
    let (port, tasks) = (server.address().port(), server.tasks().clone());
    let (sender, mut reports) = mpsc::channel(64);
    let running = tokio::spawn(server.run(sender, CancellationToken::new()));
    // A client without a name is closed when a game starts (R57 of Snarl), and connects again.
    let doors = Arc::new(Semaphore::new(160));
    let players: Vec<_> = (0..2 * GAMES)
        .map(|number| {
            let doors = doors.clone();
            tokio::spawn(async move {
                let _door = doors.acquire().await.unwrap();
                let name = Name::parse(&format!("p{number}")).unwrap();
                for closed in 0.. {
                    let mut bot = Machine::new("explorer", name, Random::stream(number, 0)).unwrap();
                    let client = Client::connect("127.0.0.1", port).await.unwrap();
                    if let Ok(Farewell::Played(_)) = client.play(&mut bot).await {
                        return closed;
                    }
                }
                unreachable!()
            })
        })
        .collect();
    let (mut ended, mut won, mut most) = (0, 0, (0, 0));
    while let Some(report) = reports.recv().await {
        most = (most.0.max(tasks.len()), most.1.max(descriptors()));
        if let Report::Ended { result, .. } = report {
            ended += 1;
            won += u32::from(result.won);
        }
    }
    assert_eq!(running.await.unwrap(), ServerEnd::Played);
    let mut closed = 0;
    for player in players {
        closed += player.await.unwrap();
    }
    assert_eq!(ended, GAMES);
    // A task is still counted for a moment after it has been joined.
    while started.elapsed() < Duration::from_secs(50) && runtime.num_alive_tasks() > before.1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let after = (descriptors(), runtime.num_alive_tasks());
    println!(
        "{GAMES} games, {won} won, in {:.1} s, {closed} times somebody came too late; tasks of the server: {} at most, {} after; \
         descriptors: {} before, {} at most, {} after; tasks alive: {} before, {} after",
        started.elapsed().as_secs_f64(),
        most.0,
        tasks.len(),
        before.0,
        most.1,
        after.0,
        before.1,
        after.1,
    );
    assert_eq!((tasks.len(), after), (0, before));
}
