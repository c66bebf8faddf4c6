//! However a bot finds its choices, it makes the same ones: the last states of matches are those of the first version.

use gridhaunt_kernel::Seat;
use gridhaunt_kernel::bot::read_words;
use gridhaunt_kernel::json::parse;

/// A game, its settings, the bots of sides that do not have their usual ones, how many matches from seed 0 on, and the
/// hashes of their last states in one number.
type Row = (&'static str, &'static str, &'static [(&'static str, &'static str)], u64, u64);

const ROWS: [Row; 15] = [
    ("pyrat", "{}", &[], 6, 0x8dbe_8169_6840_162f),
    ("pyrat", "{}", &[("python", "greedy:ties=first"), ("rat", "random")], 6, 0xfb0c_66f9_7bf4_2d2c),
    ("pyrat", r#"{"preset":"open"}"#, &[], 3, 0x9721_f9b3_4a43_24a7),
    ("pyrat", r#"{"width":40,"height":33,"mud_density":0.5,"symmetric":false}"#, &[], 2, 0x84c3_89f8_2dfd_4609),
    ("tag", "{}", &[], 6, 0xa655_588b_e8c3_10f5),
    ("tag", "{}", &[("survivor", "direct"), ("killer", "guard")], 6, 0x54c8_f38c_3d37_d9be),
    ("tag", "{}", &[("survivor", "random"), ("killer", "still")], 3, 0xe4ac_1ed8_b095_6393),
    ("ghost-grid", "{}", &[], 8, 0x1a79_1a09_ad4b_4982),
    ("ghost-grid", "{}", &[("ghost", "climber"), ("sentinel", "chaser")], 8, 0x9f7c_37c4_93ec_15a0),
    ("ghost-grid", "{}", &[("sentinel", "camper")], 8, 0x62fb_d442_0e5f_731b),
    ("ghost-grid", "{}", &[("ghost", "random"), ("sentinel", "random")], 4, 0x9a97_2427_7dab_7c8c),
    ("snarl", "{}", &[], 3, 0x4d68_0c6c_c6d7_a9cb),
    ("sproutopia", "{}", &[], 2, 0x6ecc_200f_9fca_b951),
    ("sproutopia", "{}", &[("north", "hunter"), ("east", "random"), ("south", "square")], 2, 0x18ee_79e5_8194_aa61),
    (
        "sproutopia",
        r#"{"rules":"v2024.0.8","cols":30,"rows":64}"#,
        &[("north", "hunter"), ("east", "hunter"), ("south", "hunter"), ("west", "hunter")],
        2,
        0x5c39_f487_5a29_f98a,
    ),
];

#[test]
fn the_bots_play_the_matches_they_always_played() {
    let registry = gridhaunt_bots::registry();
    for (name, settings, bots, matches, expected) in ROWS {
        let game = registry.find(name).unwrap();
        let opened = game.open(&parse(settings.as_bytes()).unwrap()).unwrap();
        let mut hashes = 0u64;
        for seed in 0..matches {
            let mut session = opened.begin(seed).unwrap();
            let seated = |seat: Seat| {
                let role = game.info().roles[session.role(seat)];
                let words = bots.iter().find(|(side, _)| *side == role.side).map_or(role.bot, |(_, words)| words);
                let (bot, options) = read_words(words).unwrap();
                let mut player = opened.player(&bot, &options, seed, seat).unwrap();
                player.start(session.as_ref(), seat);
                player
            };
            let mut players: Vec<_> = (0..session.seats()).map(|seat| seated(Seat(seat as u8))).collect();
            while !session.phase().is_over() {
                let asked = session.phase().seats().iter_from(session.first_to_arrive());
                let choose = |seat: Seat| Some((seat, players[seat.index()].choose(session.as_ref(), seat)?));
                let choices: Vec<_> = asked.filter_map(choose).collect();
                session.step(&choices);
            }
            hashes = hashes.rotate_left(1) ^ session.hash();
        }
        assert_eq!(hashes, expected, "{name} {settings} {bots:?}: {hashes:#x}");
    }
}

#[test]
fn what_a_step_was_is_told_alike_whenever_somebody_asks() {
    let registry = gridhaunt_bots::registry();
    for game in registry.games() {
        let opened = game.open(&parse(b"{}").unwrap()).unwrap();
        // One is asked after every step; of the other only copies are, so that it has not been asked before.
        let (mut asked, mut quiet) = (opened.begin(3).unwrap(), opened.begin(3).unwrap());
        let mut players: Vec<_> = (0..asked.seats())
            .map(|seat| {
                let (seat, none) = (Seat(seat as u8), Default::default());
                let mut player = opened.player(game.info().roles[asked.role(seat)].bot, &none, 3, seat).unwrap();
                player.start(asked.as_ref(), seat);
                player
            })
            .collect();
        for step in 0..60 {
            let seats = asked.phase().seats().iter_from(asked.first_to_arrive());
            let choose = |seat: Seat| Some((seat, players[seat.index()].choose(asked.as_ref(), seat)?));
            let choices: Vec<_> = seats.filter_map(choose).collect();
            asked.step(&choices);
            quiet.step(&choices);
            let copy = quiet.fork();
            let told = (copy.heading(), copy.tell(), copy.log());
            assert_eq!(told, (asked.heading(), asked.tell(), asked.log()), "{} {step}", game.info().name);
        }
    }
}
