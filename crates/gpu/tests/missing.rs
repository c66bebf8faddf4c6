//! A machine without a GPU, which most are: what is missing is said in one line, and the kernels are there all the same.

use gridhaunt_gpu::{Device, Error, kernels};

/// The kernels that every game has.
const EACH: [&str; 16] = [
    "sizes", "unload", "begin", "reset", "show_0", "show_mask", "show_asked", "roll", "roll_masked", "tally", "step",
    "more", "rest", "turn", "told_turn", "hash",
];

#[test]
fn without_a_driver_one_line_says_so() {
    match Device::open(0) {
        Ok(device) => {
            let many = Device::open(1000).expect_err("nobody has so many");
            assert!(matches!(many, Error::NoDevice { number: 1000, .. }), "{many}");
            println!("there is a device: {}", device.name().unwrap());
        }
        Err(missing) => {
            let line = missing.to_string();
            assert!(!line.is_empty() && !line.contains('\n'), "{line}");
            assert!(matches!(missing, Error::NoDriver | Error::NoDevice { .. } | Error::OldDriver { .. }), "{line}");
        }
    }
}

#[test]
fn every_game_has_its_kernels() {
    let all = kernels::all();
    let registry = gridhaunt_roster::registry();
    let lens = serde_json::Map::new();
    let mut used = std::collections::BTreeSet::new();
    for game in registry.games() {
        let opened = game.open(&serde_json::json!({})).unwrap();
        used.insert((opened.cargo(&lens, 1, 1, true).unwrap().kernels, opened.encodings(&lens).unwrap().len()));
    }
    let named = |name: &str| kernels::sections(&all).find(|(known, _)| *known == name).map(|(_, text)| text);
    for (name, arrays) in &used {
        let text = named(name).unwrap_or_else(|| panic!("{name} has no kernels"));
        for kernel in EACH
            .map(|what| format!("{name}_{what}"))
            .iter()
            .map(String::as_str)
            .chain(["give_heap", "heap_end", "give_desks"])
        {
            assert!(text.contains(&format!(".entry {kernel}(")), "{kernel} is missing");
        }
        let shown = text.matches(&format!(".entry {name}_show_")).count();
        assert_eq!(shown, *arrays, "{name} has a kernel for each of its arrays");
        let (major, minor) = kernels::LEAST;
        assert!(text.contains(&format!(".target sm_{major}{minor}\n")), "{name} is made for another device");
        assert!(!text.contains(".extern"), "{name} needs something that is not there");
    }
    assert!(used.len() >= 5);
}

#[test]
fn a_limit_of_registers_goes_to_the_kernels_it_is_for() {
    let text = kernels::of("pyrat_10").unwrap();
    let limited = kernels::with_registers(&text, |kernel| (kernel == "pyrat_10_roll").then_some(80));
    assert_eq!(limited.matches(".maxnreg 80\n{\n").count(), 1);
    assert_eq!(limited.replace(".maxnreg 80\n", ""), text);
}

#[test]
fn a_game_without_kernels_is_named() {
    assert_eq!(kernels::of("chess"), None);
    assert_eq!(
        Error::NoKernels("chess".into()).to_string(),
        "there are no kernels called chess: no device plays this game with these settings"
    );
}
