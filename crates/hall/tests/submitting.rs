//! Bots of teams over real sockets: who may send what, what is found, who reads it, and that a kill loses nothing.
//!
//! The test is its own keeper (B16), so it has a `main` of its own.
#![cfg(target_os = "linux")]

mod guest;

use gridhaunt_hall::{open_league, submit, upload};
use gridhaunt_host::manifest::Program;
use gridhaunt_store::{Address, Board, EventId, State, Store};
use guest::person::{asked, block_on, play, sit, table};
use guest::{Open, PATIENCE, elsewhere, open, organiser, registry, store, team, told};
use serde_json::Value;
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

fn main() {
    gridhaunt_host::keeper::main_if_asked();
    if let Some(folder) = std::env::var_os("HALL_OF_THE_TEST") {
        return serve_in(Path::new(&folder));
    }
    gridhaunt_testing::run_tests(&[
        ("a_bot_is_sent_checked_and_plays", a_bot_is_sent_checked_and_plays),
        ("what_must_not_be_sent_is_refused", what_must_not_be_sent_is_refused),
        ("slow_clients_hold_up_nobody", slow_clients_hold_up_nobody),
        ("after_a_kill_everything_goes_on", after_a_kill_everything_goes_on),
        ("after_a_kill_a_table_goes_on", after_a_kill_a_table_goes_on),
        ("the_whole_hall_stands_on_postgresql", the_whole_hall_stands_on_postgresql),
    ]);
}

/// A folder that every uid can enter.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

fn python() -> &'static str {
    if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" }
}

/// A bot of the corpus in a folder of its own.
fn bot(home: &Path, name: &str, source: &str) -> PathBuf {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bad-bots");
    let folder = home.join("bots").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::copy(corpus.join("honest.py"), folder.join("honest.py")).unwrap();
    fs::write(folder.join("bot.py"), source).unwrap();
    fs::write(folder.join("bot.toml"), format!("name = \"{name}\"\nrun = [\"{}\", \"bot.py\"]\n", python())).unwrap();
    folder
}

const HONEST: &str = "import honest\nhonest.play()\n";

fn wrapped(folder: &Path) -> Vec<u8> {
    upload::wrap(&Program::find(&folder.to_string_lossy()).unwrap()).unwrap()
}

fn address(hall: &Open) -> String {
    format!("http://{}", hall.address)
}

/// The submission when it was checked.
fn checked(hall: &Open, token: &str, id: &Value) -> Value {
    let path = format!("/api/v1/submissions/{id}");
    let state = |hall: &Open| hall.get_as(token, &path).json()["state"].as_str().unwrap().to_string();
    hall.until("it is checked", |hall| matches!(state(hall).as_str(), "fit" | "unfit"));
    hall.get_as(token, &path).json()
}

fn a_bot_is_sent_checked_and_plays() {
    let home = folder();
    let kept = store(home.path());
    let (id, _) = open_league(&kept, registry(), "pyrat", &["greedy".into(), "random".into()]).unwrap();
    let (ada, bo, chief) = (team(&kept, "ada"), team(&kept, "bo"), organiser(&kept));
    let hall = open(store(home.path()), true, Some(&home.path().join("copies")));
    let to = address(&hall);
    assert_eq!(kept.event(id).unwrap().state, State::Paused, "it waits for somebody");
    // By the command.
    let good = bot(home.path(), "good", HONEST);
    let sent = submit(&to, &ada, None, &good.to_string_lossy()).unwrap();
    assert_eq!((&sent["version"], &sent["team"], &sent["name"]), (&1.into(), &"ada".into(), &"good".into()));
    // In the page: a bot that is late now and then is told so.
    let faulty = bot(
        home.path(),
        "faulty",
        "import honest, sys\nsys.stderr.write('my own words\\n')\nprint('a stray line', flush=True)\nhonest.play()\n",
    );
    let form = [
        b"--edge\r\nContent-Disposition: form-data; name=\"bot\"; filename=\"b.tar.gz\"\r\n\r\n".to_vec(),
        wrapped(&faulty),
        b"\r\n--edge--\r\n".to_vec(),
    ]
    .concat();
    let headers = [("Content-Type", "multipart/form-data; boundary=edge"), ("Cookie", &format!("gridhaunt={bo}")[..])];
    let answer = hall.ask("POST", &format!("/events/{id}/submit"), &headers, &form);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let page = answer.header("location").unwrap();
    let number: Value = page.rsplit('/').next().unwrap().parse::<i64>().unwrap().into();
    // One that does not start.
    let broken = bot(home.path(), "broken", "raise SystemExit('no luck')\n");
    let dead = submit(&to, &ada, Some(&id.to_string()), &broken.to_string_lossy()).unwrap();
    assert_eq!(dead["version"], 2);
    let first = checked(&hall, &ada, &sent["id"]);
    assert_eq!(first["state"], "fit", "{first}");
    let second = checked(&hall, &bo, &number);
    assert_eq!(second["state"], "fit", "{second}");
    assert!(second["report"].to_string().contains("a stray line"), "{second}");
    let third = checked(&hall, &ada, &dead["id"]);
    assert_eq!(third["state"], "unfit", "{third}");
    assert!(third["report"].to_string().contains("no luck"), "its own words: {third}");
    // What belongs to a team is read by it and by organisers.
    for path in [page.clone(), format!("/api/v1/submissions/{number}")] {
        let seen = [&bo, &chief, &ada].map(|token| hall.get_as(token, &path).status);
        assert_eq!((seen, hall.get(&path).status), ([200, 200, 404], 401), "{path}");
    }
    assert!(hall.get_as(&bo, &page).text().contains("a stray line"));
    // The league goes on with those who are fit, under the names of their teams.
    let results = |hall: &Open| hall.get(&format!("/api/v1/events/{id}")).json();
    let played = |hall: &Open, name: &str| {
        let results = results(hall);
        let standings = results["standings"].as_array().unwrap();
        standings.iter().any(|one| one["name"] == name && one["games"].as_u64() > Some(0))
    };
    hall.until("both play", |hall| played(hall, "ada") && played(hall, "bo"));
    // A later version takes the place of the first.
    fs::write(good.join("bot.py"), format!("# better\n{HONEST}")).unwrap();
    let better = submit(&to, &ada, None, &good.to_string_lossy()).unwrap();
    assert_eq!(checked(&hall, &ada, &better["id"])["state"], "fit");
    let entrants = kept.entrants(id).unwrap();
    let own: Vec<bool> = entrants.iter().filter(|one| one.name == "ada").map(|one| one.benched.is_some()).collect();
    assert_eq!(own, [true, false]);
    assert_eq!(hall.get_as(&ada, "/api/v1/submissions").json().as_array().unwrap().len(), 3, "versions are kept");
    let told = told().join("\n");
    assert!(told.contains("ada submitted version 1") && !told.contains("gridhaunt_"), "no token in what is told");
    drop(hall);
    crash(home.path(), id, &ada, &bo, &chief);
}

/// A bot that crashes has a transcript, which its team and organisers read.
fn crash(home: &Path, id: EventId, ada: &str, bo: &str, chief: &str) {
    let hall = open(store(home), true, Some(&home.join("copies")));
    // It plays well in the short matches of the check, and leaves a long one.
    let source = "import honest, sys\nturns = 0\n\n\ndef turn(message):\n    global turns\n    turns += 1\n    if turns > 45:\n        sys.exit('tired')\n    honest.turn(message)\n\n\ndef start(message):\n    global turns\n    turns = 0\n    honest.start(message)\n\n\nhonest.play(start=start, turn=turn)\n";
    let tired = bot(home, "tired", source);
    let sent = submit(&address(&hall), bo, None, &tired.to_string_lossy()).unwrap();
    let found = checked(&hall, bo, &sent["id"]);
    let entrant = found["entrant"].as_u64().unwrap_or_else(|| panic!("it is fit in short matches: {found}"));
    let path = format!("/api/v1/events/{id}/matches?entrant={entrant}");
    let faulty = |hall: &Open| {
        let matches = hall.get(&path).json();
        let found = matches["matches"].as_array().unwrap().iter().find(|one| one["faults"].as_u64() > Some(0)).cloned();
        found.map(|one| one["id"].as_str().unwrap().to_string())
    };
    hall.until("it crashes", |hall| faulty(hall).is_some());
    let one = faulty(&hall).unwrap();
    let seats = hall.get_as(bo, &format!("/api/v1/matches/{one}")).json()["transcripts"].clone();
    let seat = seats[0].as_u64().unwrap_or_else(|| panic!("{seats}"));
    let transcript = format!("/api/v1/matches/{one}/transcripts/{seat}");
    let seen = [bo, chief, ada].map(|token| hall.get_as(token, &transcript).status);
    assert_eq!((seen, hall.get(&transcript).status), ([200, 200, 404], 401));
    assert!(hall.get_as(bo, &transcript).text().contains("tired"));
}

fn what_must_not_be_sent_is_refused() {
    let home = folder();
    let kept = store(home.path());
    let (id, _) = open_league(&kept, registry(), "pyrat", &["greedy".into(), "random".into()]).unwrap();
    let (ada, chief) = (team(&kept, "ada"), organiser(&kept));
    let hall = open(store(home.path()), false, None);
    let good = wrapped(&bot(home.path(), "good", HONEST));
    let post = |token: &str, path: &str, body: &[u8]| {
        let answer = hall.ask("POST", path, &[("Authorization", &format!("Bearer {token}"))], body);
        (answer.status, answer.text())
    };
    let path = "/api/v1/submissions";
    assert_eq!(hall.ask("POST", path, &[], &good).status, 401);
    assert_eq!(post(&chief, path, &good).0, 403, "organisers have no bots");
    let table: [(&str, Vec<u8>, u16, &str); 4] = [
        ("/api/v1/submissions?event=99", good.clone(), 409, "no event"),
        (path, b"no archive".to_vec(), 400, "a zip or a tar.gz"),
        (path, vec![0; 11 << 20], 400, "10 MiB"),
        (path, Vec::new(), 400, "a zip or a tar.gz"),
    ];
    for (path, body, status, words) in table {
        let (got, text) = post(&ada, path, &body);
        assert!(got == status && text.contains(words), "{got} {text}");
    }
    // Every hostile archive of the unit tests goes through the same function; one goes the whole way.
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("../../evil", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"x").unwrap();
    let (status, text) = post(&ada, path, &zip.finish().unwrap().into_inner());
    assert!(status == 400 && text.contains("leads out of the folder"), "{text}");
    // Who sends many in a row waits.
    assert!((0..4).any(|_| post(&ada, path, b"again").0 == 429));
    let bo = team(&kept, "bo");
    kept.set_board(&Board { event: id, deadline: Some(1), freeze: None }).unwrap();
    let (status, text) = post(&bo, path, &good);
    assert!(status == 409 && text.contains("took bots until 1970-01-01"), "{text}");
    kept.set_board(&Board { event: id, deadline: None, freeze: None }).unwrap();
    assert_eq!(post(&bo, path, &good).0, 200);
    let waiting = kept.submissions(id).unwrap();
    assert_eq!(waiting.len(), 1, "nothing else was kept");
    kept.close_team("bo").unwrap();
    assert_eq!(post(&bo, path, &good).0, 401);
}

fn slow_clients_hold_up_nobody() {
    let home = folder();
    let kept = store(home.path());
    open_league(&kept, registry(), "pyrat", &["greedy".into(), "random".into()]).unwrap();
    let ada = team(&kept, "ada");
    let hall = open(kept, false, None);
    // Heads that never end, bodies that never come, readers that never read.
    let mut slow = Vec::new();
    for at in 0..90 {
        let mut stream = hall.connect();
        let begun = match at % 3 {
            0 => "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ".to_string(),
            1 => "POST /enter HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n".to_string(),
            _ => "GET /games/pyrat HTTP/1.1\r\nHost: x\r\n\r\n".repeat(50),
        };
        stream.write_all(begun.as_bytes()).unwrap();
        slow.push(stream);
    }
    let mut upload = hall.connect();
    let head = format!(
        "POST /api/v1/submissions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ada}\r\nContent-Length: 1000000\r\n\r\n"
    );
    upload.write_all(head.as_bytes()).unwrap();
    let mut silent = hall.connect();
    let begun = Instant::now();
    for _ in 0..20 {
        assert_eq!(hall.get("/events").status, 200);
    }
    assert!(begun.elapsed() < PATIENCE / 2);
    // Whoever sends nonsense is told, or cut off.
    for nonsense in ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
        let mut stream = hall.connect();
        stream.write_all(nonsense.as_bytes()).unwrap();
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(100_000));
    let mut stream = hall.connect();
    let _ = stream.write_all(long.as_bytes());
    assert_eq!(hall.get("/").status, 200);
    // Who says nothing, or never comes to an end, is sent away.
    let mut rest = Vec::new();
    let _ = silent.read_to_end(&mut rest);
    let _ = slow[0].read_to_end(&mut rest);
    assert!(begun.elapsed() < PATIENCE, "they are still there");
}

/// A hall in a process of its own, which can be killed.
fn serve_in(folder: &Path) {
    let hall = open(store(folder), true, Some(&folder.join("copies")));
    println!("{}", hall.address);
    loop {
        std::thread::park();
    }
}

/// Such a process. It is killed where this is dropped, by a test that fails too.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Such a process, and how it is reached.
fn start(home: &Path) -> (Process, Open) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let mut hall = Process(command.env("HALL_OF_THE_TEST", home).stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(hall.0.stdout.as_mut().unwrap()), &mut line).unwrap();
    (hall, elsewhere(line.trim().parse().unwrap()))
}

fn after_a_kill_everything_goes_on() {
    let home = folder();
    let kept = store(home.path());
    let (id, _) = open_league(&kept, registry(), "pyrat", &["greedy".into(), "random".into()]).unwrap();
    let ada = team(&kept, "ada");
    let good = bot(home.path(), "good", HONEST);
    let (hall, reached) = start(home.path());
    let sent = submit(&address(&reached), &ada, None, &good.to_string_lossy()).unwrap();
    let submission = || kept.submission(sent["id"].as_i64().unwrap()).unwrap().unwrap();
    let matches = || kept.matches(&gridhaunt_store::Filter { event: Some(id), ..Default::default() }).unwrap().len();
    let wait = |what: &str, holds: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < PATIENCE, "{what}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    // Killed while the bot is checked.
    wait("it is taken up", &|| submission().state.word() != "waiting");
    drop(hall);
    let (hall, _) = start(home.path());
    wait("it is checked all the same", &|| submission().entrant.is_some());
    wait("the league goes on", &|| matches() > 2);
    // Killed in the middle of a match.
    drop(hall);
    let before = matches();
    let (hall, _) = start(home.path());
    wait("the league goes on again", &|| matches() > before + 2);
    drop(hall);
    sound(&kept);
}

/// Looks at everything that is kept, and plays every replay again.
fn sound(kept: &Store) -> gridhaunt_store::Checked {
    let mut checker = gridhaunt_events::checked::Checker::new(registry());
    let sound = kept.check(&mut checker, &mut |_, _| {}).unwrap();
    assert_eq!(sound.wrong, 0, "{:?}", sound.findings);
    sound
}

/// A person plays a table to its end; where the match is shown.
fn played_to_the_end(hall: &Open, seat: &str) -> String {
    let over = block_on(async { play(&mut sit(hall, seat).await.unwrap(), None, u64::MAX).await });
    over["match"].as_str().unwrap_or_else(|| panic!("{over}")).to_string()
}

fn after_a_kill_a_table_goes_on() {
    let home = folder();
    let (hall, reached) = start(home.path());
    let form = "game=pyrat&preset=tiny&seat=0&bot=greedy&limit=60";
    let (over, under_way, waiting) = (table(&reached, form).0, table(&reached, form).0, table(&reached, form).0);
    let first = played_to_the_end(&reached, &over);
    let before = block_on(async {
        let mut socket = sit(&reached, &under_way).await.unwrap();
        let shown = play(&mut socket, None, 5).await;
        asked(&mut socket, Some(shown)).await
    });
    drop(hall);
    let (hall, reached) = start(home.path());
    assert_eq!(reached.get(&over).header("location"), Some(first), "what was over is there");
    let after = block_on(async {
        let mut socket = sit(&reached, &under_way).await.unwrap();
        asked(&mut socket, None).await
    });
    assert_eq!((&after["step"], &after["picture"]), (&before["step"], &before["picture"]), "no choice is lost");
    played_to_the_end(&reached, &under_way);
    played_to_the_end(&reached, &waiting);
    drop(hall);
    assert_eq!(sound(&store(home.path())).tables, 3);
}

fn the_whole_hall_stands_on_postgresql() {
    let Some(server) = gridhaunt_testing::postgres::database() else { return };
    let home = folder();
    let connect = || Store::open(&Address::parse(&server).unwrap()).unwrap();
    let kept = connect();
    let (id, _) = open_league(&kept, registry(), "pyrat", &["greedy".into(), "random".into()]).unwrap();
    let (ada, chief) = (team(&kept, "ada"), organiser(&kept));
    let hall = open(connect(), true, Some(&home.path().join("copies")));
    let good = bot(home.path(), "good", HONEST);
    let sent = submit(&address(&hall), &ada, None, &good.to_string_lossy()).unwrap();
    assert_eq!(checked(&hall, &ada, &sent["id"])["state"], "fit");
    hall.until("its team has a place", |hall| {
        let results = hall.get(&format!("/api/v1/events/{id}")).json();
        let mut standings = results["standings"].as_array().unwrap().iter();
        standings.any(|one| one["name"] == "ada" && one["games"].as_u64() > Some(0))
    });
    assert!(hall.get(&format!("/events/{id}")).text().contains("Standings"));
    assert!(hall.get_as(&chief, "/organise").text().contains("fit"));
    let (seat, _) = table(&hall, "game=pyrat&preset=tiny&seat=0&bot=random&limit=60");
    block_on(async { play(&mut sit(&hall, &seat).await.unwrap(), None, 4).await });
    drop(hall);
    let hall = open(connect(), true, Some(&home.path().join("copies")));
    let shown = played_to_the_end(&hall, &seat);
    let replay = hall.get(&format!("{shown}/replay.jsonl")).text();
    assert!(replay.starts_with("{\"gridhaunt\":\"replay\"") && hall.get("/tables").text().contains(&shown));
    drop(hall);
    let sound = sound(&kept);
    assert!(sound.tables == 1 && sound.replays > 0, "{sound:?}");
}
