use super::Playing;
use gridhaunt_kernel::info::Information;
use gridhaunt_record::replay::read_all;
use gridhaunt_record::verify::verify;
use serde_json::{Value, json};

/// Asks, and expects no error.
fn ask(playing: &mut Playing, request: &Value) -> Value {
    let answer = playing.answer(request.to_string().as_bytes());
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer
}

fn refused(playing: &mut Playing, request: &Value) -> String {
    let answer = playing.answer(request.to_string().as_bytes());
    answer["error"].as_str().unwrap_or_else(|| panic!("{request}: {answer}")).to_string()
}

/// The first match of a game that somebody plays, as the page begins it.
fn first(game: &Value, seat: usize) -> Value {
    json!({
        "do": "begin", "game": game["name"], "settings": game["openings"][0]["settings"], "seed": "7", "seat": seat,
        "look": { "cell": 24, "moments": 1 },
    })
}

/// Takes one of the offers of a sheet, another one each time.
fn take(playing: &mut Playing, sheet: &Value, turn: usize) -> Value {
    let entries = sheet["entries"].as_array().unwrap();
    let offers = entries.get(turn * 7 % entries.len().max(1)).map(|entry| entry["offers"][0][1].clone());
    ask(playing, &json!({ "do": "step", "offer": offers, "look": { "cell": 24 } }))
}

fn games(playing: &mut Playing) -> Vec<Value> {
    ask(playing, &json!({ "do": "games" })).as_array().unwrap().clone()
}

#[test]
fn a_person_plays_every_seat_of_every_game_and_the_record_verifies() {
    let mut playing = Playing::default();
    let registry = gridhaunt_bots::registry();
    for game in games(&mut playing) {
        let set_up = json!({ "do": "set_up", "game": game["name"], "settings": game["openings"][0]["settings"] });
        let set_up = ask(&mut playing, &set_up);
        for role in set_up["roles"].as_array().unwrap() {
            assert!(role["bots"].as_array().unwrap().iter().any(|bot| bot["name"] == role["bot"]), "{role}");
        }
        let seats = set_up["seats"].as_array().unwrap();
        for seat in (0..seats.len()).filter(|&seat| seats[seat]["plays"] == json!(true)) {
            let mut sheet = ask(&mut playing, &first(&game, seat));
            let mut asked = 0;
            for turn in 0..60 {
                assert!(sheet["board"].as_str().unwrap().starts_with("<svg"), "{sheet}");
                if sheet["over"] == json!(true) {
                    break;
                }
                asked += usize::from(sheet["asks"] == json!(true));
                assert_eq!((&sheet["seats"], &sheet["outcome"]), (&json!([]), &Value::Null), "told at the end alone");
                sheet = take(&mut playing, &sheet, turn);
            }
            // There may be nobody to move on the first level of a dungeon.
            assert!(asked > 0 || seat > 0, "{}: seat {seat} is never asked", game["name"]);
            let record = ask(&mut playing, &json!({ "do": "record" }));
            let replays = read_all(record["record"].as_str().unwrap()).unwrap();
            verify(&registry, &replays[0]).unwrap_or_else(|error| panic!("{}: {error}", game["name"]));
            assert_eq!(replays[0].header.seats[seat], "human");
        }
    }
}

#[test]
fn a_match_comes_to_its_end_and_says_who_won() {
    let mut playing = Playing::default();
    for game in games(&mut playing) {
        let mut sheet = ask(&mut playing, &first(&game, 0));
        for turn in 0..2000 {
            if sheet["over"] == json!(true) {
                break;
            }
            sheet = if sheet["asks"] == json!(true) {
                take(&mut playing, &sheet, turn)
            } else {
                ask(&mut playing, &json!({ "do": "hurry" }))
            };
        }
        assert_eq!(sheet["over"], json!(true), "{}", game["name"]);
        assert!(sheet["outcome"]["who"].is_string() && sheet["outcome"]["result"]["seats"].is_array(), "{sheet}");
    }
}

#[test]
fn a_choice_is_taken_back_where_nothing_is_hidden() {
    let mut playing = Playing::default();
    for game in games(&mut playing) {
        let begun = ask(&mut playing, &first(&game, 0));
        let hidden = gridhaunt_bots::registry().find(game["name"].as_str().unwrap()).unwrap().info().information
            == Information::Hidden;
        if begun["asks"] != json!(true) {
            continue;
        }
        let second = take(&mut playing, &begun, 0);
        assert_eq!(second["undo"], json!(!hidden));
        if hidden {
            assert!(refused(&mut playing, &json!({ "do": "undo" })).contains("no choice that can be taken back"));
            continue;
        }
        let third = take(&mut playing, &second, 1);
        let mut back = ask(&mut playing, &json!({ "do": "undo", "look": { "cell": 24 } }));
        assert_eq!((&back["board"], &back["entries"]), (&second["board"], &second["entries"]));
        // The others do the same again.
        back = take(&mut playing, &back, 1);
        assert_eq!(back["board"], third["board"]);
        for _ in 0..2 {
            back = ask(&mut playing, &json!({ "do": "undo", "look": { "cell": 24 } }));
        }
        assert_eq!((&back["board"], &back["undo"]), (&begun["board"], &json!(false)));
    }
}

#[test]
fn a_hint_is_an_offer_and_knows_what_went_before() {
    let mut playing = Playing::default();
    for game in games(&mut playing) {
        let mut sheet = ask(&mut playing, &first(&game, 0));
        for turn in 0..6 {
            if sheet["asks"] == json!(true) && turn > 1 {
                let hint = ask(&mut playing, &json!({ "do": "hint" }));
                let offer = hint["offer"].as_u64().unwrap_or_else(|| panic!("{}: {hint}", game["name"]));
                sheet = ask(&mut playing, &json!({ "do": "step", "offer": offer }));
            } else {
                sheet = take(&mut playing, &sheet, turn);
            }
        }
    }
}

#[test]
fn one_plays_on_from_any_moment_of_a_replay() {
    let mut playing = Playing::default();
    let registry = gridhaunt_bots::registry();
    for game in games(&mut playing) {
        let mut sheet = ask(&mut playing, &first(&game, 0));
        for turn in 0..12 {
            sheet = take(&mut playing, &sheet, turn);
        }
        let record = ask(&mut playing, &json!({ "do": "record" }))["record"].as_str().unwrap().to_string();
        let set_up =
            json!({ "do": "set_up", "game": game["name"], "settings": game["openings"][0]["settings"], "seed": "7" });
        let set_up = ask(&mut playing, &set_up);
        let seat = set_up["seats"].as_array().unwrap().iter().rposition(|seat| seat["plays"] == json!(true)).unwrap();
        let forked = json!({ "do": "go_on", "replay": record, "step": 5, "seat": seat, "look": { "cell": 24 } });
        sheet = ask(&mut playing, &forked);
        assert_eq!(sheet["step"], json!(5));
        for turn in 0..6 {
            sheet = take(&mut playing, &sheet, turn);
        }
        let other = ask(&mut playing, &json!({ "do": "record" }))["record"].as_str().unwrap().to_string();
        let replays = [&record, &other].map(|text| read_all(text).unwrap().remove(0));
        verify(&registry, &replays[1]).unwrap_or_else(|error| panic!("{}: {error}", game["name"]));
        let hashes = |n: usize| replays[n].steps[..5].iter().map(|step| step.hash).collect::<Vec<_>>();
        assert_eq!(hashes(0), hashes(1));
        let torn = record.replacen("\"step\":3", "\"step\":9", 1);
        assert!(!refused(&mut playing, &json!({ "do": "go_on", "replay": torn, "step": 5, "seat": 0 })).is_empty());
    }
}

#[test]
fn who_played_a_seat_goes_on_there_unless_the_page_does_not_have_it() {
    let mut playing = Playing::default();
    let settings = json!({ "preset": "tiny" });
    let begin =
        json!({ "do": "begin", "game": "pyrat", "settings": settings, "seat": 1, "bots": { "python": "random" } });
    let sheet = ask(&mut playing, &begin);
    take(&mut playing, &sheet, 0);
    let record = ask(&mut playing, &json!({ "do": "record" }))["record"].clone();
    let taken = ask(&mut playing, &json!({ "do": "take_over", "replay": record }));
    let seats = |of: &str| taken["seats"].as_array().unwrap().iter().map(|seat| seat[of].clone()).collect::<Vec<_>>();
    assert_eq!(seats("player"), ["random", "human"]);
    let usual = taken["roles"][1]["bot"].clone();
    assert_eq!(seats("bot"), [json!("random"), usual.clone()], "a person is not in the page");
    let names = |playing: &mut Playing, request: Value| {
        ask(playing, &request);
        let record = ask(playing, &json!({ "do": "record" }));
        read_all(record["record"].as_str().unwrap()).unwrap().remove(0).header.seats
    };
    let go_on =
        |seat: u8, bots: Value| json!({ "do": "go_on", "replay": record, "step": 1, "seat": seat, "bots": bots });
    assert_eq!(names(&mut playing, go_on(1, json!({}))), ["random", "human"]);
    assert_eq!(names(&mut playing, go_on(0, json!({}))), ["human", usual.as_str().unwrap()]);
    assert_eq!(names(&mut playing, go_on(1, json!({ "python": "greedy" }))), ["greedy", "human"]);
}

#[test]
fn what_cannot_be_asked_is_told() {
    let mut playing = Playing::default();
    for (request, words) in [
        (json!({}), "do: null is not a text"),
        (json!({ "do": "step" }), "do: \"step\" is not games, set_up, begin, take_over or go_on"),
        (json!({ "do": "begin", "game": "chess" }), "game: \"chess\" is not one of"),
        (json!({ "do": "begin", "game": "pyrat", "settings": { "width": 1 }, "seat": 0 }), "width: 1 is not in 2..=64"),
        (json!({ "do": "begin", "game": "pyrat", "seat": 9 }), "seat: 9 is not in 0..=1"),
        (json!({ "do": "begin", "game": "pyrat", "seed": "x", "seat": 0 }), "seed: \"x\" is not"),
        (json!({ "do": "begin", "game": "pyrat", "seat": 0, "bots": { "rat": "nobody" } }), "\"nobody\" is not"),
        (json!({ "do": "begin", "game": "pyrat", "seat": 0, "bots": { "rat": 7 } }), "bots.rat: 7 is not the name"),
        (json!({ "do": "begin", "game": "pyrat", "seat": 0, "bots": [] }), "bots: [] is not an object"),
        (json!({ "do": "go_on", "replay": "", "step": 0, "seat": 0 }), "the file is empty"),
        (json!({ "do": "go_on", "replay": "{}", "step": 0, "seat": 0 }), "gridhaunt"),
    ] {
        let told = refused(&mut playing, &request);
        assert!(told.contains(words), "{request}: {told}");
    }
    assert!(playing.answer(b"\xff{")["error"].as_str().unwrap().contains("this is no request"));
    ask(&mut playing, &json!({ "do": "begin", "game": "pyrat", "seat": 0 }));
    for request in
        [json!({ "do": "step" }), json!({ "do": "step", "offer": 99 }), json!({ "do": "undo" }), json!({ "do": "fly" })]
    {
        refused(&mut playing, &request);
    }
}
