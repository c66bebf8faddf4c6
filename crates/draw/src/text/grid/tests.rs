use crate::columns::width;
use crate::samples::dungeon::{crawl, dimmed, eye, ground, vast};
use crate::samples::farm::{garden, harvest};
use crate::samples::{actor, at, bare, hunt, look, maze, nonsense};
use crate::text::{Charset, Style, render};
use gridhaunt_kernel::scene::{Thing, Tile};
use insta::assert_snapshot;

const ASCII: Style = Style { charset: Charset::Ascii, color: false, width: None, height: None, alone: false };
const UNICODE: Style = Style { charset: Charset::Unicode, ..ASCII };

#[test]
fn a_dungeon_has_no_border_and_its_walls_have_no_gaps() {
    assert_snapshot!(render(&crawl(), &UNICODE), @r"
    ████████████████                        ████████████████████       level   2/3
    ██· · · · · · ██                        ██· · · · · · · · ██       round   14
    ██· · 1 · · · + : : : :                 ██· · · · · · · · ██       exit    open
    ██· · · · · · ██      :                 ██· · ████· · · · ██       ana     in, exits 1, keys 0, ejects 0
    ██· · · · Z · ██      : : 2!: : : : : : + · · ████· G · · ██       bo      in, exits 1, keys 1, ejects 0
    ████+ ██████████                        ██· Z ┄┄┄┄╱ · · · ██       cyrill  in, exits 0, keys 1, ejects 1
        :                                 ┄┄████████+ ██████████       dee     in, exits 1, keys 0, ejects 0
        :                         ┄┄┄┄┄┄╱           :                  bo found the key
        G         ██████████████████                :                  1=ana, 2=bo, 3=cyrill, 4=dee
        :         ██┄┄┄┄╱ · · · · ██      : : : : : :
        : : : : : + · · · · · · · + : : : 3
                  ██· · · · · · · ██      :
                  ████████· ████████      :           ██████████████
                  ██· · · · Z✗· · ██      :           ██· · · · · ██
                  ██· · · · · · · ██      : : : : : : + · 4 · · · ██
                  ██████████████████                  ██· · · O↑· ██
                                                      ██████████████
    ");
    assert_snapshot!(render(&crawl(), &Style { width: Some(68), ..ASCII }), @r"
    ########            ##########     level   2/3
    #......#            #........#     round   14
    #..1...+::::        #........#     exit    open
    #......#   :        #..##....#     ana     in, exits 1, keys 0,
    #....Z.#   ::2::::::+..##.G..#             ejects 0
    ##+#####            #.Z--/...#     bo      in, exits 1, keys 1,
      :                -####+#####             ejects 0
      :            ---/     :          cyrill  in, exits 0, keys 1,
      G    #########        :                  ejects 1
      :    #--/....#   ::::::          dee     in, exits 1, keys 0,
      :::::+.......+:::3                       ejects 0
           #.......#   :               bo found the key
           ####.####   :     #######   1=ana, 2=bo, 3=cyrill, 4=dee
           #....Z..#   :     #.....#
           #.......#   ::::::+.4...#
           #########         #...^.#
                             #######
    ");
}

#[test]
fn what_one_player_sees_and_where_it_is_about_to_go() {
    assert_snapshot!(render(&eye(), &ASCII), @r"
    . . . . G    level  1/3
    ####+ ####   exit   locked
    . . @ . .    @=bo
    E . . * .
    . Z . . K
    ");
    assert_snapshot!(render(&eye(), &Style { width: Some(16), ..UNICODE }), @r"
    ····G
    ██+██
    ··@··
    E··◇·
    ·Z··K

    level  1/3
    exit   locked
    @=bo
    ");
    let text = render(&eye(), &Style { color: true, ..UNICODE });
    assert_snapshot!(text.replace('\u{1b}', "␛"), @r"
    ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m ␛[38;5;16m␛[48;5;189mG␛[0m    ␛[38;5;244mlevel␛[0m  1/3
    ␛[38;5;244m████␛[0m␛[38;5;172m+␛[0m ␛[38;5;244m████␛[0m   ␛[38;5;244mexit␛[0m   locked
    ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m ␛[38;5;16m␛[48;5;208m@␛[0m ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m    @=bo
    ␛[38;5;139mE␛[0m ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m ␛[38;5;16m␛[48;5;215m◇ ␛[0m␛[38;5;244m·␛[0m
    ␛[38;5;244m·␛[0m ␛[38;5;16m␛[48;5;65mZ␛[0m ␛[38;5;244m·␛[0m ␛[38;5;244m·␛[0m ␛[38;5;178mK␛[0m
    ");
}

#[test]
fn an_aim_is_seen_on_what_lies_there_and_on_who_stands_there() {
    let mut board = ground("...");
    board.things = vec![Thing { at: at(0, 0), look: look("key") }];
    board.actors = vec![actor("zombie", 'Z', at(1, 0))];
    board.tiles.extend((0..3).map(|x| Tile { at: at(x, 0), look: look("aim") }));
    assert_eq!(render(&bare(board.clone()), &ASCII), "K*Z**\n");
    let narrow = Style { color: true, width: Some(3), ..ASCII };
    assert_eq!(render(&bare(board), &narrow).replace('\u{1b}', "␛"), "␛[38;5;16m␛[48;5;215mKZ*␛[0m\n");
}

#[test]
fn the_unseen_is_dimmed() {
    let text = render(&dimmed(), &Style { color: true, width: Some(60), ..ASCII });
    let hallway = text.lines().nth(4).and_then(|row| row.split('#').nth(2)).unwrap_or_default().replace('\u{1b}', "␛");
    let seen = "␛[38;5;137m::␛[0m␛[38;5;16m␛[48;5;220m2␛[0m␛[38;5;137m::␛[0m";
    assert_eq!(hallway, format!("␛[0m   {seen}␛[2m␛[38;5;137m::::␛[0m␛[2m␛[38;5;172m+␛[0m␛[2m␛[38;5;244m.."));
}

#[test]
fn the_unseen_has_signs_of_its_own_where_nothing_dims() {
    assert_snapshot!(render(&dimmed(), &Style { width: Some(60), ..ASCII }), @"
    %%%%%%%%            %%%%%%%%%%     level   2/3
    %,,,,,,%            %,,,,,,,,%     round   14
    %,,,,,,+;;;:        %,,,,,,,,%     exit    open
    %,,,,,,%   :        %,,%%,,,,%     ana     in, exits 1,
    %,,,,,,%   ::2::;;;;+,,%%,,,,%             keys 0, ejects 0
    %%+%%%%%            %,,,,,,,,%     bo      in, exits 1,
      ;                 %%%%+%%%%%             keys 1, ejects 0
      ;                     ;          cyrill  in, exits 0,
      ;    %%%%%%%%%        ;                  keys 1, ejects 1
      ;    %,,,,,,,%   ;;;;;;          dee     in, exits 1,
      ;;;;;+,,,,,,,+;;;;                       keys 0, ejects 0
           %,,,,,,,%   ;               bo found the key
           %%%%,%%%%   ;     %%%%%%%   2=bo
           %,,,,,,,%   ;     %,,,,,%
           %,,,,,,,%   ;;;;;;+,,,,,%
           %%%%%%%%%         %,,,,,%
                             %%%%%%%
    ");
}

#[test]
fn a_board_that_is_too_large_is_shown_in_part_round_its_focus() {
    assert_snapshot!(render(&vast(), &Style { width: Some(60), height: Some(12), ..UNICODE }), @r"
                                            level  1/1
                                            exit   locked
    ███████   █████████████   ███████████
    ······█   █···········█   █··········
    ······█   █···········█   █··········
    ······█   █···········█   █··········
    ······█   █·······1···█   █··········
    ······█   █···········█   █··········
    ······+:::█···········+:::█··········
    ······█   █··········Z█   █··········
    ······█   █···········█   █··········
    ······█   █···········█   █··········
    ");
    let corner = render(&hunt(), &Style { width: Some(40), height: Some(24), ..ASCII });
    assert!(
        corner.lines().nth(9).unwrap().starts_with("..........A..."),
        "without a focus its first corner:\n{corner}"
    );
}

#[test]
fn a_board_that_is_too_high_is_shown_in_part_and_says_which() {
    let style = Style { width: Some(80), height: Some(20), ..ASCII };
    let part = |pan| {
        let (lines, part) = crate::text::runs_of_part(&maze(9, 50), &style, pan);
        assert_eq!(lines.len(), 20);
        part.map(|part| (part.words(60), part.pan))
    };
    let says = |rows: &str, down| Some((format!("board 9x50, showing columns 0-8, rows {rows}"), (0, down)));
    assert_eq!(part((0, 0)), says("31-49", 0), "row 0 is at the bottom, and the wall at the top takes a line");
    assert_eq!(part((3, 4)), says("27-45", 4));
    assert_eq!(part((-3, 99)), says("0-18", 31));
    assert_eq!(crate::text::runs_of_part(&maze(9, 9), &style, (5, 5)).1, None);
    assert_eq!(render(&maze(9, 50), &Style { width: Some(9), height: Some(0), ..ASCII }), "");
}

#[test]
fn a_page_is_never_larger_than_it_should_be() {
    for scene in [crawl(), eye(), hunt(), nonsense(), garden(), harvest()] {
        for high in (0..12).chain([20, 30, 100]) {
            for wide in (0..12).chain([20, 40, 80, 300]) {
                let text = render(&scene, &Style { width: Some(wide), height: Some(high), ..UNICODE });
                assert!(text.lines().count() <= high, "{wide} x {high}:\n{text}");
                let widest = text.lines().map(width).max().unwrap_or(0);
                // A board with walls has at least one column a cell, and a character at least one.
                assert!(widest <= wide.max(3), "{wide} x {high}:\n{text}");
            }
        }
    }
}

#[test]
fn a_farm_has_letters_for_land_trails_weeds_and_things() {
    assert_snapshot!(render(&garden(), &ASCII), @"
    A A A A . . . . .    tick  12/1000
    A A A a a a . . .
    A A 5 A . a @ B B
    . . . . . a B B B
    . . # # . a a @>B
    3 . . . . | B B B+
    ");
    assert_snapshot!(render(&garden(), &Style { width: Some(27), ..UNICODE }), @r"
    AAAA·····   tick  12/1000
    AAAaaa···
    AA5A·a@BB
    ·····aBBB
    ··♣♣·aa@B
    3····│BBB
    ");
}

#[test]
fn a_farm_in_colour_is_told_by_what_lies_behind_the_letters() {
    let text = render(&garden(), &Style { color: true, width: Some(25), ..UNICODE });
    assert_snapshot!(text.replace('\u{1b}', "␛"), @r"
    ␛[38;5;16m␛[48;5;209m··␛[0m␛[38;5;16m␛[48;5;216m  ␛[0m␛[38;5;244m·····␛[0m   ␛[38;5;244mtick␛[0m  12/1000
    ␛[38;5;16m␛[48;5;209m··␛[0m␛[38;5;16m␛[48;5;216m ␛[0m␛[38;5;16m␛[48;5;202m   ␛[0m␛[38;5;244m···␛[0m
    ␛[38;5;16m␛[48;5;216m  ␛[0m␛[38;5;169m␛[48;5;216m5␛[0m␛[38;5;16m␛[48;5;216m ␛[0m␛[38;5;244m·␛[0m␛[38;5;16m␛[48;5;202m ␛[0m␛[38;5;231m␛[48;5;27m@␛[0m␛[38;5;160m␛[48;5;111m──␛[0m
    ␛[38;5;244m·····␛[0m␛[38;5;16m␛[48;5;202m ␛[0m␛[38;5;16m␛[48;5;111m   ␛[0m
    ␛[38;5;244m··␛[0m␛[38;5;16m␛[48;5;101m♣♣␛[0m␛[38;5;244m·␛[0m␛[38;5;16m␛[48;5;202m  ␛[0m␛[38;5;231m␛[48;5;160m▶␛[0m␛[38;5;16m␛[48;5;111m ␛[0m
    ␛[38;5;98m3␛[0m␛[38;5;244m····␛[0m␛[38;5;160m│␛[0m␛[38;5;16m␛[48;5;111m  ␛[0m␛[38;5;16m␛[48;5;220m ␛[0m
    ");
}
