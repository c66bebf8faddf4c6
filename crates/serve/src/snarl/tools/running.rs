//! What the tools of Snarl do once their flags are read.

use super::Visit;
use crate::snarl::client::{Client, Farewell};
use crate::snarl::config::{self, Config};
use crate::snarl::keeping::Keeping;
use crate::snarl::machine::Machine;
use crate::snarl::report::Report;
use crate::snarl::server::{Server, ServerEnd};
use crate::snarl::terminal::AtTerminal;
use crate::trouble::Trouble;
use gridhaunt_bots::snarl::local::{clock, levels, of_flag};
use gridhaunt_console::{Console, Exit};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::Declared;
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Invalid, Random};
use gridhaunt_snarl::name::Name;
use std::io::{self, BufRead};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

/// How often to check whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(100);

/// The capacity of the channel of reports; games wait when it is full.
const REPORTS: usize = 1024;

pub(super) fn serve(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let flags = config::Flags::from_flags(flags)?;
    let (mut config, file) = (Config::of(&flags), flags.levels.as_str());
    config.settings.insert("levels".into(), levels(file, console)?);
    config.seed = flags.seed.unwrap_or_else(clock);
    let seed = config.seed;
    let record = flags.record.as_deref();
    let keeping = match record.map(|path| Keeping::prepare(path, config.games)).transpose()?.transpose() {
        Ok(keeping) => keeping,
        Err(why) => {
            console.complain(&why);
            return Ok(Exit::Unwritten);
        }
    };
    let Some(runtime) = threads(console) else { return Ok(Exit::Wanting) };
    let server = match runtime.block_on(Server::bind(config)) {
        Ok(server) => server,
        Err(Trouble::Invalid(error)) => return Err(of_flag(error, file)),
        Err(trouble) => return Ok(failed(console, &trouble.to_string())),
    };
    console.complain(&format!("seed {seed}")); // Whoever wants the same games again needs it.
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    // The thread waits for input that may never come, so it is not joined.
    std::thread::spawn(move || {
        if until_exit(io::stdin().lock()) {
            stopping.cancel();
        }
    });
    let (sender, mut reports) = mpsc::channel(REPORTS);
    let running = runtime.spawn(server.run(sender, stop.clone()));
    runtime.block_on(async {
        let mut look = interval(LOOK);
        let mut asked = false;
        loop {
            tokio::select! {
                report = reports.recv() => match report {
                    Some(Report::Recorded { seed, record, .. }) => {
                        if let Some(keeping) = &keeping {
                            keeping.keep(seed, &record, console);
                        }
                    }
                    Some(report) => tell(console, &report),
                    None => return,
                },
                _ = look.tick() => if console.stopped() && !asked {
                    asked = true;
                    console.complain("no more players are taken; games that run are played to their end");
                    stop.cancel();
                },
            }
        }
    });
    match runtime.block_on(running) {
        Ok(ServerEnd::Played | ServerEnd::Stopped) => Ok(Exit::Fine),
        Ok(ServerEnd::Nobody) => Ok(failed(console, "nobody came")),
        Err(error) => Ok(failed(console, &error.to_string())),
    }
}

fn tell(console: &mut dyn Console, report: &Report) {
    match report {
        Report::Refused { .. } | Report::TurnedAway { .. } | Report::Hint(_) => {
            console.complain(&shown(&report.to_string()));
        }
        _ => report.to_string().lines().for_each(|line| console.say(line)),
    }
}

/// Reads lines; returns true at the line `exit`, false at the end of the input (R63).
fn until_exit(input: impl BufRead) -> bool {
    input.split(b'\n').map_while(Result::ok).any(|line| line.trim_ascii() == b"exit")
}

/// Prints an error that is not the user's mistake (R56: exit status 1).
fn failed(console: &mut dyn Console, why: &str) -> Exit {
    console.complain(why);
    Exit::Wanting
}

fn threads(console: &mut dyn Console) -> Option<Runtime> {
    let runtime = Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| console.complain(&format!("no threads to run on: {error}"))).ok()
}

pub(super) fn join(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let Visit { address, port, name, bot } = Visit::from_flags(flags)?;
    let parse = |name: &String| {
        Name::parse(name).ok_or_else(|| Invalid::new("name", format!("{name:?}"), "1 to 32 letters and digits"))
    };
    let name = name.as_ref().map(parse).transpose()?;
    let bot = match bot.as_deref() {
        None => None,
        Some(bot) => {
            let called = name.or_else(|| Name::parse(bot)).unwrap_or_else(|| Name::numbered("bot", 1));
            Some(Machine::new(bot, called, Random::stream(clock(), 0))?)
        }
    };
    let Some(runtime) = threads(console) else { return Ok(Exit::Wanting) };
    let client = match runtime.block_on(Client::connect(&address, port)) {
        Ok(client) => client,
        Err(error) => return Ok(failed(console, &format!("cannot connect to {address}:{port}: {error}"))),
    };
    let mut player = AtTerminal::new(console, bot, name);
    let farewell = runtime.block_on(client.play(&mut player));
    match &farewell {
        Ok(Farewell::Played(result)) => player.tell(result),
        Ok(Farewell::Closed(why)) => player.stay(&format!("The server closed the connection: {}.", shown(why))),
        _ => {}
    }
    match farewell {
        Ok(Farewell::Played(_)) => Ok(Exit::Fine),
        Ok(Farewell::Left) if console.stopped() => Ok(Exit::Stopped),
        Ok(Farewell::Left) => Ok(failed(console, "left before the game was over")),
        Ok(Farewell::Closed(why)) => {
            Ok(failed(console, &format!("the server closed the connection before the game was over: {}", shown(&why))))
        }
        Err(error) => Ok(failed(console, &format!("the connection failed: {error}"))),
    }
}
