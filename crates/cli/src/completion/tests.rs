use super::*;

fn offered(line: &str) -> Vec<String> {
    let registry = gridhaunt_serve::registry();
    let line = Line::read(line);
    let found = candidates(crate::command(&registry), &registry, &line.words);
    found.into_iter().map(|candidate| candidate.word).collect()
}

fn has(line: &str, wanted: &[&str]) {
    let found = offered(line);
    assert!(
        wanted.iter().all(|word| found.iter().any(|known| known == word)),
        "{line}: {found:?} lacks some of {wanted:?}"
    );
}

#[test]
fn every_game_is_offered_where_one_is_asked_for() {
    let registry = gridhaunt_serve::registry();
    let games: Vec<&str> = registry.games().map(|game| game.info().name).collect();
    for line in ["play ", "step ", "bench ", "games show ", "experiment ", "new "] {
        has(&format!("gridhaunt {line}"), &games);
    }
    assert_eq!(offered("gridhaunt play py"), ["pyrat"]);
    assert_eq!(offered("gridhaunt new pyrat mybot --lang j"), ["javascript", "java"]);
}

#[test]
fn bots_are_those_of_the_game_by_name_by_role_and_with_options() {
    let registry = gridhaunt_serve::registry();
    for game in registry.games() {
        let line = format!("gridhaunt play {} ", game.info().name);
        has(&line, &game.bots().iter().map(|bot| bot.name).collect::<Vec<_>>());
        for role in game.info().roles {
            let named: Vec<String> = game.bots().iter().map(|bot| format!("{}={}", role.name, bot.name)).collect();
            has(&format!("{line}{}=", role.name), &named.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
    assert_eq!(offered("gridhaunt play pyrat gr"), ["greedy", "greedy:"]);
    assert_eq!(offered("gridhaunt play pyrat greedy rat=ra"), ["rat=random"]);
    assert_eq!(offered("gridhaunt play pyrat greedy:"), ["greedy:ties="]);
    assert_eq!(offered("gridhaunt play pyrat rat=greedy:ties="), ["rat=greedy:ties=random", "rat=greedy:ties=first"]);
    assert_eq!(offered("gridhaunt play tag killer=chase:spread=300,l"), ["killer=chase:spread=300,lean="]);
    assert_eq!(offered("gridhaunt play pyrat nobody:"), [""; 0]);
    assert_eq!(offered("gridhaunt sproutopia serve --fill cl"), ["claimer"], "also where a tool asks for a bot");
}

#[test]
fn settings_are_those_of_the_game_with_their_values() {
    let registry = gridhaunt_serve::registry();
    for game in registry.games() {
        let names: Vec<String> = game.fields().iter().map(|field| format!("{}=", field.name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let name = game.info().name;
        for line in
            [format!("play {name} -c "), format!("experiment {name} --vary "), format!("bench {name} --config ")]
        {
            let found = offered(&format!("gridhaunt {line}"));
            assert_eq!(found, names, "{line}");
        }
        let flags: Vec<String> =
            game.fields().iter().map(|field| format!("--{}", field.name.replace('_', "-"))).collect();
        // A flag of the command itself goes before a setting of the same name.
        has(&format!("gridhaunt play {name} --"), &flags.iter().map(String::as_str).collect::<Vec<_>>());
    }
    assert_eq!(offered("gridhaunt play pyrat -c preset=t"), ["preset=tiny"]);
    assert_eq!(offered("gridhaunt play tag -c killer_sight="), ["killer_sight=all"]);
    assert_eq!(offered("gridhaunt play tag -ccycle=f"), ["-ccycle=forbid"]);
    assert_eq!(offered("gridhaunt play tag -c multi_escape="), ["multi_escape=true", "multi_escape=false"]);
    assert_eq!(offered("gridhaunt play tag --win-rule "), ["strict", "score"]);
    assert_eq!(offered("gridhaunt play tag --win-rule=sc"), ["--win-rule=score"]);
    assert_eq!(offered("gridhaunt play tag -c width="), ["width=50"]);
    assert_eq!(offered("gridhaunt experiment tag --vary priority=id,"), ["priority=id,score", "priority=id,distance"]);
    assert_eq!(offered("gridhaunt experiment tag-sight -c foll"), ["follow="], "an experiment has a game");
    assert!(!offered("gridhaunt play pyrat --").iter().any(|flag| flag == "--killers"), "another game's");
}

#[test]
fn commands_flags_tools_and_words_of_flags_are_offered() {
    assert_eq!(offered("gridhaunt rep"), ["replay", "repro"]);
    assert_eq!(offered("gridhaunt replay ver"), ["verify"]);
    has("gridhaunt tag ", &["solve", "scenario"]);
    has("gridhaunt tag solve --", &["--exits", "--killers"]);
    assert_eq!(offered("gridhaunt --format "), ["auto", "table", "json", "csv"]);
    assert_eq!(offered("gridhaunt play pyrat --format js"), ["json"]);
    assert_eq!(offered("gridhaunt completions fi"), ["fish"]);
    assert_eq!(offered("gridhaunt play tag --human s"), ["survivor"]);
    has("gridhaunt experiment ", &["tag-sight", "snarl-bots"]);
    assert!(!offered("gridhaunt ").iter().any(|word| word == "complete"), "what shells ask is not for people");
    for nothing in ["", "gridhaunt nonsense ", "gridhaunt play chess -c ", "gridhaunt play pyrat -c nothing="] {
        assert!(offered(nothing).iter().all(|word| word.starts_with("--")), "{nothing}");
    }
}

#[test]
fn replays_are_offered_and_folders_to_look_into() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("replays")).unwrap();
    for name in
        ["a.jsonl", "b.jsonl.zst", "c.txt", "my match.jsonl", ".hidden.jsonl", "settings.toml", "replays/d.jsonl"]
    {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let at = folder.path().to_str().unwrap();
    let of = |line: &str, typed: &str| {
        let found = offered(&format!("gridhaunt {line} {at}/{typed}"));
        found.iter().map(|word| word.replace(&format!("{at}/"), "")).collect::<Vec<_>>()
    };
    for line in ["watch", "replay show", "replay verify x.jsonl", "replay convert", "replay log"] {
        assert_eq!(of(line, ""), ["a.jsonl", "b.jsonl.zst", "my match.jsonl", "replays/"], "{line}");
    }
    assert_eq!(of("watch", "replays/"), ["replays/d.jsonl"]);
    assert_eq!(of("play pyrat --settings", "s"), ["settings.toml"]);
    assert_eq!(of("play pyrat -c", ""), [""; 0]);
    let map = offered(&format!("gridhaunt play ghost-grid -c map=@{at}/c"));
    assert_eq!(map, [format!("map=@{at}/c.txt")]);
}

/// A new operand or flag is either completed or known to be a number or a text of one's own.
#[test]
fn every_value_is_completed_or_free() {
    const FREE: &[&str] = &[
        "seed", "games", "step", "which", "view", "seat", "knows", "from", "to", "every", "fps", "tween", "cell",
        "scale", "speed", "measures", "done", "seconds", "rounds", "line", "breaks", "seal", "strikes", "turn", "sprt",
        "alpha", "beta", "fixed", "concurrency", "number", "map", "role", "since", "entrant", "conditions",
        "bootstrap", "anchor", "older", "jobs", "cpus", "blocks", "best_of", "judge", "most", "device", "prove",
        "limit", "gap", "samples", "matches", "bind", "deadline", "freeze", "words", "team",
    ];
    const KNOWN: &[&str] = &[
        "game", "name", "bots", "bot", "human", "debug", "clock", "sandbox", "config", "vary", "file", "files",
        "settings", "language", "first", "second", "others", "entrants", "event", "events", "side", "changes", "maps",
        "replays", "league",
    ];
    let registry = gridhaunt_serve::registry();
    fn walk(command: &Command, path: &str, missing: &mut Vec<String>) {
        for arg in command.get_arguments().filter(|arg| takes_value(arg) && !arg.is_hide_set()) {
            let id = arg.get_id().as_str();
            let paths = !matches!(arg.get_value_hint(), clap::ValueHint::Unknown | clap::ValueHint::Other);
            if !(paths || !arg.get_possible_values().is_empty() || KNOWN.contains(&id) || FREE.contains(&id)) {
                missing.push(format!("{path} {id}"));
            }
        }
        for command in command.get_subcommands() {
            walk(command, &format!("{path} {}", command.get_name()), missing);
        }
    }
    let mut missing = Vec::new();
    let mut command = crate::command(&registry);
    command.build();
    for top in command.get_subcommands() {
        // Flags of tools are fields, which say themselves what they take.
        if registry.games().all(|game| game.info().name != top.get_name()) {
            walk(top, top.get_name(), &mut missing);
        }
    }
    assert!(missing.is_empty(), "{missing:?} are neither completed nor free");
}

#[test]
fn entrants_kinds_and_sides_are_those_of_the_game() {
    has("gridhaunt duel pyrat ", &["greedy", "random"]);
    has("gridhaunt duel pyrat greedy ra", &["random"]);
    assert_eq!(offered("gridhaunt duel sproutopia claimer hunter --with square,cl"), ["square,claimer"]);
    has("gridhaunt tournament run --game pyrat gr", &["greedy"]);
    has("gridhaunt league run --game=tag ", &["chase"]);
    assert_eq!(offered("gridhaunt tournament run --kind s"), ["swiss"]);
    assert_eq!(offered("gridhaunt duel tag --side k"), ["killer"]);
    assert_eq!(offered("gridhaunt tournament set 1 c"), ["concurrency="]);
    assert_eq!(offered("gridhaunt rate --model n"), ["nash"]);
    has(
        "gridhaunt tournament ",
        &["run", "list", "status", "pause", "continue", "set", "cancel", "add", "results", "replay"],
    );
    let flags_alone = offered("gridhaunt tournament status --db /no/such/store.db ");
    assert!(flags_alone.iter().all(|word| word.starts_with("--")), "no store, no events: {flags_alone:?}");
    assert_eq!(offered("gridhaunt tournament results --replays a"), ["all"]);
    assert_eq!(offered("gridhaunt serve --league pyr"), ["pyrat"]);
    has("gridhaunt serve --league pyrat --with greedy,ra", &["greedy,random"]);
    has("gridhaunt serve team ", &["add", "token", "close", "list"]);
}

#[test]
fn programs_are_offered_where_a_bot_is_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().to_str().unwrap();
    for folder in ["mine", "plain"] {
        std::fs::create_dir(home.path().join(folder)).unwrap();
    }
    std::fs::write(home.path().join("mine/bot.toml"), "run = [\"./a\"]").unwrap();
    std::fs::write(home.path().join("other.py"), "").unwrap();
    std::fs::write(home.path().join("notes.txt"), "").unwrap();
    let all = [format!("{path}/mine"), format!("{path}/other.py"), format!("{path}/plain/")];
    for line in ["play pyrat ", "check ", "experiment pyrat ", "repro m.jsonl "] {
        assert_eq!(offered(&format!("gridhaunt {line}{path}/")), all, "{line}");
    }
    assert_eq!(offered(&format!("gridhaunt play pyrat rat={path}/m")), [format!("rat={path}/mine")]);
    assert_eq!(offered(&format!("gridhaunt play pyrat rat=pyrat:{path}/o")), [format!("rat=pyrat:{path}/other.py")]);
    assert_eq!(offered("gridhaunt play pyrat py"), ["python=", "pyrat:"]);
    assert_eq!(offered("gridhaunt play pyrat --sandbox "), ["0", "0+", "1", "2", "best"]);
    assert_eq!(offered("gridhaunt check mine --clock c"), ["cpu:50ms"]);
    assert_eq!(offered("gridhaunt play pyrat --faults s"), ["soft", "strict"]);
    has("gridhaunt check mine --game ", &["pyrat", "tag"]);
    has("gridhaunt bots ", &["pyrat", "tag"]);
    has("gridhaunt ", &["check", "repro", "bots", "doctor"]);
}
