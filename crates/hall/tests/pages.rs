//! Pages and JSON over real sockets: everything is shown, escaped, described, and kept from whom it does not concern.

mod guest;

use gridhaunt_events::event::create;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::spec::Spec;
use gridhaunt_store::{EventId, Store};
use guest::{Open, board, open, organiser, played, registry, store, team};
use serde_json::{Value, json};

/// A hall with events of several kinds.
fn furnished(folder: &std::path::Path) -> (Open, Store) {
    let kept = store(folder);
    played(&kept, EventKind::RoundRobin, "pyrat", &["greedy", "random", "idle"]);
    played(&kept, EventKind::Bracket, "pyrat", &["greedy", "random", "idle", "greedy:ties=first"]);
    played(&kept, EventKind::Swiss, "pyrat", &["greedy", "random", "idle"]);
    kept.announce("<script>alert('announced')</script>").unwrap();
    (open(store(folder), false, None), kept)
}

#[test]
fn every_page_is_there_and_runs_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let (hall, _kept) = furnished(folder.path());
    let first = hall.get("/api/v1/events/1/matches").json()["matches"][0]["id"].as_str().unwrap().to_string();
    let pages = [
        "/",
        "/games",
        "/games/pyrat",
        "/games/tag",
        "/leaderboards/pyrat",
        "/leaderboards/pyrat?role=rat",
        "/leaderboards/snarl",
        "/events",
        "/events/1",
        "/events/2",
        "/events/3",
        "/events/1/matches",
        "/events/1/matches?entrant=1&page=1",
        "/live",
        "/play",
        "/play?game=ghost-grid",
        "/tables",
        "/api",
        "/enter",
        &format!("/matches/{first}"),
    ];
    for page in pages {
        let answer = hall.get(page);
        let text = answer.text();
        assert_eq!(answer.status, 200, "{page}: {text}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{page}: {policy}");
        assert_eq!(answer.header("x-content-type-options").as_deref(), Some("nosniff"), "{page}");
        for text_that_would_run in ["<script>", " onclick", " onload", " style=\"", "javascript:", "<b>"] {
            assert!(!text.contains(text_that_would_run), "{page}: {text_that_would_run}");
        }
        assert!(text.contains("<h1>") && text.contains("lang=\"en\""), "{page}");
    }
    assert!(hall.get("/").text().contains("&lt;script&gt;alert('announced')&lt;/script&gt;"));
    let event = hall.get("/events/1").text();
    for part in
        ["Standings", "Cross table", "As python", "&lt;b&gt;round-robin &amp; pyrat&lt;/b&gt;", "12", "class=\"plot\""]
    {
        assert!(event.contains(part), "{part}: {event}");
    }
    assert!(hall.get("/events/2").text().contains("Third place"));
    assert!(hall.get("/events/3").text().contains("Rounds"));
    for asset in ["/assets/hall.css", "/assets/live.js", "/assets/seat.js"] {
        assert_eq!(hall.get(asset).status, 200, "{asset}");
    }
    for picture in ["/pictures/pyrat/light.svg", "/pictures/tag/dark.svg"] {
        assert!(hall.get(picture).text().starts_with("<svg"), "{picture}");
    }
    for none in ["/pictures/chess/light.svg", "/pictures/pyrat/red.svg"] {
        assert_eq!(hall.get(none).status, 404, "{none}");
    }
}

#[test]
fn a_match_is_shown_in_an_origin_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (hall, _kept) = furnished(folder.path());
    let id = hall.get("/api/v1/events/1/matches").json()["matches"][0]["id"].as_str().unwrap().to_string();
    let page = hall.get(&format!("/matches/{id}")).text();
    assert!(
        page.contains(&format!("<iframe src=\"/matches/{id}/view\""))
            && page.contains("sandbox=\"allow-scripts allow-downloads allow-forms\"")
    );
    let replay = hall.get(&format!("/matches/{id}/replay.jsonl"));
    assert!(replay.text().starts_with("{\"gridhaunt\":\"replay\""), "{}", replay.text());
    let view = hall.get(&format!("/matches/{id}/view"));
    if gridhaunt_page::is_ready().is_ok() {
        let policy = view.header("content-security-policy").unwrap();
        assert!(policy.contains("sandbox allow-scripts") && !policy.contains("allow-same-origin"), "{policy}");
        assert!(view.text().contains("'sha256-"), "the file has a policy of its own");
    } else {
        assert_eq!(view.status, 503);
    }
}

#[test]
fn every_address_of_the_api_answers_as_it_is_described() {
    let folder = tempfile::tempdir().unwrap();
    let (hall, kept) = furnished(folder.path());
    let (ada, chief) = (team(&kept, "ada"), organiser(&kept));
    let described = hall.get("/api/v1/openapi.json").json();
    assert_eq!(described["openapi"], "3.1.0");
    let id = hall.get("/api/v1/events/1/matches").json()["matches"][0]["id"].as_str().unwrap().to_string();
    let mut tried = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let filled = path.replace("{game}", "pyrat").replace("{event}", "1").replace("{match}", &id);
            let missing = filled.contains('{') || path.ends_with("/live/{match}") || method == "post";
            let filled = filled.replace("{seat}", "0").replace("{submission}", "1");
            let filled = filled.replace("{table}", "1");
            let token = if path.ends_with("/teams") { &chief } else { &ada };
            let answer =
                hall.ask(&method.to_uppercase(), &filled, &[("Authorization", &format!("Bearer {token}"))], b"no zip");
            let status = if missing { "default" } else { "200" };
            assert_eq!(answer.status == 200, !missing, "{method} {filled}: {}", answer.text());
            let content = &operation["responses"][status]["content"];
            let Some(schema) = content.get("application/json").map(|kind| &kind["schema"]) else { continue };
            // The schemas refer to each other within the document.
            let mut whole = if schema.is_object() { schema.clone() } else { json!({}) };
            whole["components"] = described["components"].clone();
            let validator = jsonschema::validator_for(&whole).unwrap();
            let json = answer.json();
            let wrong: Vec<String> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{method} {filled}: {wrong:?}");
            tried += 1;
            if operation.get("security").is_some() {
                assert_eq!(hall.ask(&method.to_uppercase(), &filled, &[], b"").status, 401, "{filled} without a token");
            }
        }
    }
    assert!(tried >= 14, "{tried}");
}

#[test]
fn errors_name_the_field_the_value_and_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path());
    let token = team(&kept, "ada");
    played(&kept, EventKind::RoundRobin, "pyrat", &["greedy", "random"]);
    let hall = open(kept, false, None);
    let table = [
        ("/api/v1/games/chess", 404, "game"),
        ("/api/v1/events/99", 404, "event"),
        ("/api/v1/events/one", 404, "event"),
        ("/api/v1/matches/nonsense", 404, "match"),
        ("/api/v1/matches/1.7", 404, "match"),
        ("/api/v1/live/1.7", 404, "match that is played now,"),
        ("/api/v1/leaderboards/snarl", 400, ""),
        ("/api/v1/leaderboards/pyrat?role=cat", 400, "role"),
        ("/api/v1/events/1/matches?page=minus", 400, "request"),
        ("/api/v1/nothing", 404, "request"),
        ("/api/v1/submissions/7", 404, "submission of yours"),
    ];
    for (path, status, field) in table {
        let answer = hall.get_as(&token, path);
        let wrong = answer.json();
        assert_eq!(answer.status, status, "{path}: {wrong}");
        assert!(field.is_empty() || wrong["field"] == field, "{path}: {wrong}");
        assert!(["error", "got", "expected"].iter().all(|key| wrong[key].is_string()), "{path}: {wrong}");
    }
    assert_eq!(hall.ask("POST", "/api/v1/games", &[], b"").status, 405);
    let page = hall.get("/events/<script>alert(1)</script>");
    assert!(page.status >= 400 && !page.text().contains("<script>"), "{}", page.text());
}

#[test]
fn who_has_a_token_enters_and_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path());
    let (ada, chief) = (team(&kept, "ada"), organiser(&kept));
    let hall = open(store(folder.path()), false, None);
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let wrong = hall.ask("POST", "/enter", &form, b"token=gridhaunt_0000");
    assert_eq!(wrong.status, 401);
    let entered = hall.ask("POST", "/enter", &form, format!("token={ada}").as_bytes());
    assert_eq!(entered.status, 303, "{}", entered.text());
    let cookie = entered.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("Secure"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap().to_string();
    let own = hall.ask("GET", "/team", &[("Cookie", &cookie)], b"");
    assert!(own.text().contains("Team ada"), "{}", own.text());
    assert_eq!(hall.get_as(&ada, "/api/v1/me").json(), json!({"organiser": false, "team": "ada"}));
    assert_eq!(hall.get_as(&chief, "/api/v1/me").json(), json!({"organiser": true, "team": null}));
    assert_eq!(hall.get("/api/v1/me").json(), json!({"organiser": false, "team": null}));
    // What another site sends is not done, whatever cookie comes along.
    let foreign = [("Cookie", cookie.as_str()), ("Origin", "http://evil.example")];
    assert_eq!(hall.ask("POST", "/leave", &foreign, b"").status, 403);
    let left = hall.ask("POST", "/leave", &[("Cookie", &cookie), ("Origin", &format!("http://{}", hall.address))], b"");
    assert!(left.header("set-cookie").unwrap().contains("Max-Age=0"));
    kept.close_team("ada").unwrap();
    assert_eq!(hall.get_as(&ada, "/api/v1/me").status, 401);
    assert_eq!(hall.ask("GET", "/", &[("Cookie", &cookie)], b"").status, 200, "the public stays public");
}

#[test]
fn who_guesses_tokens_waits() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path());
    let ada = team(&kept, "ada");
    let hall = open(kept, false, None);
    let guesses: Vec<u16> = (0..12).map(|at| hall.get_as(&format!("gridhaunt_{at}"), "/api/v1/me").status).collect();
    assert_eq!(guesses[0], 401);
    assert_eq!(guesses[11], 429, "{guesses:?}");
    assert_eq!(hall.get_as(&ada, "/api/v1/me").status, 200, "who has a token does not wait for others");
    let void = hall.ask("GET", "/", &[("Cookie", "gridhaunt=gridhaunt_0")], b"");
    assert_eq!(void.status, 200, "nor does who has an old cookie");
    assert_eq!(hall.get("/").status, 200);
}

#[test]
fn a_frozen_board_tells_the_public_nothing_new() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path());
    let id = played(&kept, EventKind::RoundRobin, "pyrat", &["greedy", "random"]);
    let (ada, chief) = (team(&kept, "ada"), organiser(&kept));
    let hall = open(store(folder.path()), false, None);
    let games = |answer: Value| answer["standings"][0]["games"].as_u64().unwrap();
    let path = format!("/api/v1/events/{id}");
    let all = games(hall.get(&path).json());
    assert!(all > 0);
    let match_id = hall.get(&format!("{path}/matches")).json()["matches"][0]["id"].as_str().unwrap().to_string();
    // Frozen before anything was played.
    board(&kept, id, None, Some(kept.event(EventId(id.0)).unwrap().created_at - 1));
    assert_eq!(games(hall.get(&path).json()), 0);
    assert_eq!(games(hall.get_as(&ada, &path).json()), 0);
    assert_eq!(games(hall.get_as(&chief, &path).json()), all);
    for path in [
        format!("/matches/{match_id}"),
        format!("/matches/{match_id}/view"),
        format!("/matches/{match_id}/replay.jsonl"),
        format!("/api/v1/matches/{match_id}/replay"),
    ] {
        assert_eq!((hall.get(&path).status, hall.get_as(&ada, &path).status), (404, 404), "{path}");
    }
    assert_eq!(hall.get_as(&chief, &format!("/matches/{match_id}")).status, 200);
    assert_eq!(hall.get("/api/v1/leaderboards/pyrat").status, 400, "nothing is left to rate");
    assert!(hall.get(&format!("/events/{id}")).text().contains("The board is frozen"));
    board(&kept, id, None, None);
    assert_eq!(games(hall.get(&path).json()), all);
}

#[test]
fn an_organiser_needs_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path());
    let id = played(&kept, EventKind::RoundRobin, "pyrat", &["greedy", "random"]);
    let shut = played(&kept, EventKind::RoundRobin, "pyrat", &["greedy", "idle"]);
    // One that has not come to its end, and so takes bots.
    let spec = Spec { game: "pyrat".into(), entrants: vec!["greedy".into(), "random".into()], ..Spec::default() };
    let open_one = create(&kept, registry(), &spec).unwrap().id;
    board(&kept, id, None, None);
    board(&kept, open_one, None, None);
    let (ada, chief) = (team(&kept, "<i>ada</i>"), organiser(&kept));
    let hall = open(store(folder.path()), false, None);
    let here = format!("http://{}", hall.address);
    let post = |token: &str, from: &str, path: &str, body: &str| {
        let kind = ("Content-Type", "application/x-www-form-urlencoded");
        let cookie = format!("gridhaunt={token}");
        hall.ask("POST", path, &[kind, ("Cookie", &cookie), ("Origin", from)], body.as_bytes()).status
    };
    let page = || hall.ask("GET", "/organise", &[("Cookie", &format!("gridhaunt={chief}"))], b"").text();
    // Only an organiser, and only from a page of ours.
    let stranger = hall.get("/organise");
    assert_eq!((stranger.status, stranger.header("location").as_deref()), (303, Some("/enter")));
    let path = format!("/organise/events/{open_one}");
    for (path, body) in [(path.as_str(), "change=close"), ("/organise/announcements", "words=x")] {
        let refused = [
            post("", &here, path, body),
            post(&ada, &here, path, body),
            post(&chief, "http://evil.example", path, body),
        ];
        assert_eq!(refused, [401, 403, 403], "{path}");
    }
    assert_eq!(hall.get_as(&ada, "/organise").status, 403);
    let teams = hall.get_as(&chief, "/api/v1/teams").json();
    assert_eq!((&teams[0]["name"], &teams[0]["submissions"]), (&json!("<i>ada</i>"), &json!(0)));
    assert_eq!(hall.get_as(&ada, "/api/v1/teams").status, 403);
    let before = page();
    assert!(before.contains("&lt;i&gt;ada&lt;/i&gt;") && before.contains("Take no more bots"), "{before}");
    // Bots are taken, and no more, and again.
    let card = |field: &str| {
        let events = hall.get("/api/v1/events").json();
        let found = events.as_array().unwrap().iter().find(|event| event["id"] == open_one.0).cloned();
        found.unwrap()[field].clone()
    };
    assert_eq!(card("takes_bots"), true);
    assert_eq!(post(&chief, &here, &path, "change=close"), 303);
    assert_eq!(card("takes_bots"), false);
    assert!(page().contains("Take bots again"));
    assert_eq!(post(&chief, &here, &path, "change=open"), 303);
    assert_eq!(card("takes_bots"), true);
    // The board is frozen, and not.
    assert_eq!(post(&chief, &here, &path, "change=freeze"), 303);
    assert!(card("frozen_since").is_i64() && page().contains("Show the board as it is"));
    assert_eq!(post(&chief, &here, &path, "change=unfreeze"), 303);
    assert!(card("frozen_since").is_null());
    // Which events take bots is said where the hall is opened.
    assert_eq!(post(&chief, &here, &format!("/organise/events/{shut}"), "change=open"), 404);
    assert_eq!(post(&chief, &here, &path, "change=burn"), 400);
    assert_eq!(post(&chief, &here, "/organise/announcements", "words=+"), 400);
    assert_eq!(post(&chief, &here, "/organise/announcements", "words=noon+%3Cb%3E"), 303);
    assert!(hall.get("/").text().contains("noon &lt;b&gt;"));
}
