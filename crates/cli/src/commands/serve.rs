//! `serve`: the arena in a browser, and what its organiser does; `submit`: a bot is sent there.

use super::events::{self, find, words};
use crate::args::{Board, Hall, Kept, Open, Serve, Submit, Team};
use crate::failure::Failure;
use crate::output::{Output, complain, line, table};
use crate::stop;
use gridhaunt_events::spec::Resolved;
use gridhaunt_hall::{MOST_WORDS, Options, checked, open_league, submit as send, token};
use gridhaunt_host::manifest::is_name;
use gridhaunt_host::sandbox::{Level, missing};
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::shown::shown;
use gridhaunt_store::{Address, Board as Times, Store};
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

/// The port where nobody says.
const PORT: u16 = 8080;

pub(crate) fn run(registry: &'static Registry, args: &Serve, output: Output) -> Result<(), Failure> {
    match &args.command {
        None => open(registry, &args.open, output),
        Some(Hall::Team(team)) => of_team(team, output),
        Some(Hall::Token(plain)) => {
            let (store, token) = (make(&plain.kept)?, token::fresh()?);
            store.add_organiser(&hash(&token)?)?;
            told(&token, "an organiser", output)
        }
        Some(Hall::Board(board)) => set_board(registry, board, output),
        Some(Hall::Announce(announce)) => {
            let words = announce.words.trim();
            if words.is_empty() || words.chars().count() > MOST_WORDS {
                return Err(Failure::Usage(format!("words: need 1 to {MOST_WORDS} letters")));
            }
            make(&announce.kept)?.announce(words)?;
            Ok(())
        }
    }
}

/// Opens the store that flags name; it is made if it is not there.
fn make(kept: &Kept) -> Result<Store, Failure> {
    Ok(Store::open(&Address::find(kept.db.as_deref())?)?)
}

fn hash(token: &str) -> Result<[u8; 32], Failure> {
    token::hash(token).ok_or_else(|| Failure::Usage("token: it is none of a hall".into()))
}

/// Prints a token; this is the only time.
fn told(token: &str, whose: &str, output: Output) -> Result<(), Failure> {
    if output.json {
        return Ok(line(json!({"token": token, "of": whose}))?);
    }
    complain(&format!("gridhaunt: the token of {whose}; it is shown this once, and only its hash is kept"));
    Ok(line(token)?)
}

fn of_team(team: &Team, output: Output) -> Result<(), Failure> {
    match team {
        Team::Add(one) => {
            if !is_name(&one.name) {
                let got = brief(&Value::from(one.name.as_str()));
                return Err(Failure::Usage(format!("name: {got} is not 1 to 64 letters, digits, - _ .")));
            }
            let (store, token) = (make(&one.kept)?, token::fresh()?);
            let team = store.add_team(&one.name, &hash(&token)?)?;
            told(&token, &format!("team {}", team.name), output)
        }
        Team::Token(one) => {
            let (store, token) = (events::open(&one.kept)?, token::fresh()?);
            let team = store.renew_token(&one.name, &hash(&token)?)?;
            told(&token, &format!("team {}", team.name), output)
        }
        Team::Close(one) => {
            let team = events::open(&one.kept)?.close_team(&one.name)?;
            Ok(line(format!("team {} is closed: its token is void, its bots play on", team.name))?)
        }
        Team::List(plain) => {
            let teams = events::open(&plain.kept)?.teams()?;
            if output.json {
                for team in &teams {
                    line(json!({"team": team.name, "made_at": team.made_at, "closed_at": team.closed_at}))?;
                }
                return Ok(());
            }
            let closed = |team: &gridhaunt_store::Team| team.closed_at.map_or("", |_| "closed");
            let row = |team: &gridhaunt_store::Team| {
                vec![team.name.clone(), words::moment(team.made_at), closed(team).to_string()]
            };
            Ok(table(&teams.iter().map(row).collect::<Vec<_>>())?)
        }
    }
}

/// A time to come: a moment, so long from now, or none.
fn time(flag: &str, text: &str, now: i64) -> Result<Option<i64>, Failure> {
    if text == "none" {
        return Ok(None);
    }
    let from_now = words::age(text).and_then(|span| now.checked_add(i64::try_from(span.as_millis()).ok()?));
    let read = from_now.or_else(|| words::since(text, now));
    let wrong = || {
        let text = brief(&Value::from(text));
        Failure::Usage(format!("{flag}: {text} is not a time such as 2026-12-01, 2026-12-01T12:00:00Z or 7d, or none"))
    };
    read.map(Some).ok_or_else(wrong)
}

fn set_board(registry: &Registry, board: &Board, output: Output) -> Result<(), Failure> {
    let store = events::open(&board.kept)?;
    let event = find(&store, Some(&board.event))?;
    if event.kind != "ladder" && event.kind != "round-robin" && event.kind != "gauntlet" {
        let words = "only leagues, round-robins and gauntlets take bots later";
        return Err(Failure::Usage(format!("event: {} is a {}: {words}", event.id, event.kind)));
    }
    Resolved::read(registry, &event.spec)?;
    let now = store.now()?;
    let mut times = store.board(event.id)?.unwrap_or(Times { event: event.id, deadline: None, freeze: None });
    if let Some(text) = &board.deadline {
        times.deadline = time("--deadline", text, now)?;
    }
    if let Some(text) = &board.freeze {
        times.freeze = time("--freeze", text, now)?;
    }
    store.set_board(&times)?;
    if output.json {
        return Ok(line(json!({"event": event.id.0, "deadline": times.deadline, "freeze": times.freeze}))?);
    }
    let told = |time: Option<i64>| time.map_or_else(|| "none".into(), |time| format!("{} UTC", words::moment(time)));
    let (name, deadline, freeze) = (&event.name, told(times.deadline), told(times.freeze));
    Ok(line(format!("{name} takes bots; deadline: {deadline}, freeze: {freeze}"))?)
}

fn open(registry: &'static Registry, args: &Open, output: Output) -> Result<(), Failure> {
    let usual = if args.expose { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let bind = args.bind.unwrap_or(SocketAddr::from((usual, PORT)));
    if !args.expose && !bind.ip().is_loopback() {
        return Err(Failure::Usage(format!("--bind: {bind} lets other machines in, which needs --expose")));
    }
    let store = make(&args.kept)?;
    for game in &args.league {
        let (id, made) = open_league(&store, registry, game, &args.with)?;
        let what = if made { "is made" } else { "goes on" };
        let deadline = store.board(id)?.and_then(|board| board.deadline);
        let is_open = match deadline {
            Some(deadline) => store.now()? < deadline,
            None => true,
        };
        let takes = if is_open { "takes bots" } else { "takes no more bots" };
        complain(&format!("gridhaunt: event {id}, {:?}, {what} and {takes}", store.event(id)?.name));
    }
    if args.expose {
        check_exposed(&store, registry)?;
    }
    let listener = TcpListener::bind(bind).map_err(|error| {
        Failure::Infrastructure(format!("--bind: {bind} cannot be used ({error}): name another with --bind"))
    })?;
    let at = listener.local_addr().map_err(|error| Failure::Infrastructure(error.to_string()))?;
    let (stop, abandon) = stop::drain();
    let options = Options {
        plays: !args.only_show,
        jobs: args.jobs,
        level: if args.expose { Level::One } else { Level::Zero },
        tls: args.tls,
        copies: None,
        as_root: args.running.as_root,
        stop,
        abandon,
        tell: |words| complain(&format!("gridhaunt: {words}")),
    };
    let link = gridhaunt_hall::Hall::link(at);
    match output.json {
        true => line(json!({"address": link}))?,
        false => line(format!("the hall is open at {link}"))?,
    }
    gridhaunt_hall::Hall::new(store, registry, options).serve(listener)?;
    Err(Failure::Interrupted("stopped; the same command goes on".into()))
}

/// Refuses to let others in where that would not be safe.
fn check_exposed(store: &Store, registry: &Registry) -> Result<(), Failure> {
    if !store.has_organiser()? {
        let words = "nobody could look after it: make an organiser's token first, with `gridhaunt serve token`";
        return Err(Failure::Usage(format!("--expose: {words}")));
    }
    if let Some(why) = missing(Level::One) {
        let words = "bots of others need a sandbox of level 1, which does not work here";
        return Err(Failure::Infrastructure(format!("--expose: {words}: {why}; `gridhaunt doctor` says more")));
    }
    for board in store.boards()? {
        let event = store.event(board.event)?;
        if event.state.is_closed() {
            continue;
        }
        let level = Resolved::read(registry, &event.spec)?.level()?;
        if level < Level::One {
            let words = format!("event {} takes bots and is played at level {level} of the sandbox", event.id);
            return Err(Failure::Usage(format!("--expose: {words}, need at least 1")));
        }
    }
    Ok(())
}

pub(crate) fn submit(args: &Submit, output: Output) -> Result<(), Failure> {
    let token = match &args.token_file {
        Some(path) => std::fs::read_to_string(path).map_err(|error| Failure::reading(path, &error))?,
        None => std::env::var("GRIDHAUNT_TOKEN").unwrap_or_default(),
    };
    let token = token.trim();
    if token::hash(token).is_none() {
        let words = if token.is_empty() {
            "need the token of your team, in GRIDHAUNT_TOKEN or in a file that --token-file names"
        } else {
            "what was given is no token: one is gridhaunt_ and 64 digits, as the organiser gave it to your team"
        };
        return Err(Failure::Usage(format!("token: {words}")));
    }
    let sent = send(&args.to, token, args.event.as_deref(), &args.bot)?;
    let sent = checked(&args.to, token, sent);
    if output.json {
        line(&sent)?;
    } else {
        report(args, &sent)?;
    }
    match sent["state"].as_str() {
        Some("unfit") => Err(Failure::Finding("the bot is not fit, and does not take part".into())),
        _ => Ok(()),
    }
}

/// Tells a person what became of a bot.
fn report(args: &Submit, sent: &Value) -> Result<(), Failure> {
    let number = |field: &str| sent[field].as_u64().unwrap_or_default();
    let page = format!("{}/submissions/{}", args.to.trim_end_matches('/'), number("id"));
    let (name, version) = (sent["name"].as_str().unwrap_or_default(), number("version"));
    line(format!("{name} is version {version} of your team for event {}", number("event")))?;
    let words = |finding: &Value, key: &str| shown(finding[key].as_str().unwrap_or_default()).into_owned();
    for finding in sent["report"].as_array().into_iter().flatten().filter(|finding| finding["result"] != "pass") {
        line(format!("{} {}: {}", words(finding, "result"), words(finding, "check"), words(finding, "words")))?;
    }
    Ok(line(match sent["state"].as_str() {
        Some("fit") => format!("It is fit and takes part: {page}"),
        Some("unfit") => format!("All that was found: {page}"),
        _ => format!("It is not checked yet: {page} will tell"),
    })?)
}
