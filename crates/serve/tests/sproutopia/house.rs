//! Servers for tests, each on its own port.

use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::config::Pace;
use gridhaunt_serve::sproutopia::config::Patience;
use gridhaunt_serve::sproutopia::report::Report;
use gridhaunt_serve::sproutopia::result::HostedResult;
use gridhaunt_serve::sproutopia::server::{Running, ServerEnd, start};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::timeout;

/// A running server on a free port.
pub(crate) struct House(Running);

impl House {
    pub(crate) async fn open(config: Config) -> Self {
        Self(start(config).await.unwrap_or_else(|trouble| panic!("{trouble}")))
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.0.addresses[0]
    }

    pub(crate) fn addresses(&self) -> &[SocketAddr] {
        &self.0.addresses
    }

    pub(crate) fn stop(&self) {
        self.0.stop.cancel();
    }

    /// Waits for a report.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Report) -> bool) -> Report {
        let find = async {
            loop {
                let report = self.0.reports.recv().await.expect("there is more to tell");
                if wanted(&report) {
                    return report;
                }
            }
        };
        timeout(Duration::from_secs(20), find).await.expect("it is reported")
    }

    /// Waits until the server ends; returns how it ended, and the matches.
    pub(crate) async fn end(mut self) -> (ServerEnd, Vec<HostedResult>) {
        let mut played = Vec::new();
        while let Some(report) = self.0.reports.recv().await {
            if let Report::Ended { played: one, .. } = report {
                played.push(*one);
            }
        }
        (self.0.ending.await.unwrap(), played)
    }
}

/// A small board for so many bots, quick ticks and a short goodbye.
pub(crate) fn small(players: u64, ticks: u64) -> Config {
    let settings = json!({"players": players, "rows": 12, "cols": 12, "max_ticks": ticks, "tick_rate": 20});
    let patience = Patience { farewell: Duration::from_millis(300), ..Patience::default() };
    let settings = settings.as_object().unwrap().clone();
    Config { settings, seed: 7, port: 0, patience, bot_timeout: Duration::from_secs(20), ..Config::default() }
}

/// The same without a clock.
pub(crate) fn lockstep(players: u64, ticks: u64) -> Config {
    with(Config { pace: Pace::Lockstep, ..small(players, ticks) }, json!({"tick_rate": 5000}))
}

pub(crate) fn with(mut config: Config, settings: Value) -> Config {
    config.settings.extend(settings.as_object().unwrap().clone());
    config
}
