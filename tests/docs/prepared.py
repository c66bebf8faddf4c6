"""What pages speak of without making it, and what of them cannot be run."""

from pages import ROOT

# The beginning of a command, and why it is not run. Everything else is.
NOT_RUN = {
    "cargo ": "builds the program, as the test has done already",
    "make ": "this test is part of it",
    "pip ": "installs what the tests of the Python package install",
    "python3 -m venv ": "makes an environment, as the test has one",
    "python examples/learn/ppo.py ": "needs torch and minutes; tests/frameworks runs it",
    "npm ": "installs what the tests of the clients install",
    "npx ": "the same",
    "node ": "played by tests/clients",
    "python3 bot.py": "played by tests/clients",
    "RUNNER_IPV4=": "played by tests/clients",
    "gridhaunt ghost-grid graph examples/ghost-grid/m3.graph --to dot | dot": "needs Graphviz",
    "ffmpeg ": "a program of its own",
    "curl ": "needs a server that waits; crates/serve tests what it answers",
    "docs/pictures/make": "makes the pictures of the repository anew",
    "gridhaunt play nim": "a game that is made on its page alone",
    "gridhaunt replay verify replays/nim": "the same",
    "printf '%s\\n' '{\"settings\":{\"stones\"": "the same",
    "$gridhaunt play nim": "the same",
    "gridhaunt tournament run class.toml --db postgres:": "needs a server; crates/store and crates/events test it with one",
    "gridhaunt worker --db postgres:": "the same",
    "gridhaunt serve --league": "serves until it is stopped; test_hall.py opens it",
    "GRIDHAUNT_TOKEN=": "needs a hall; test_hall.py sends a bot to one",
    "python bench/hall.py": "takes minutes",
    "gridhaunt play pyrat random random --device cuda": "needs a GPU; tests/driver plays it without one",
    "gridhaunt play snarl random random random random zombie ghost --device cuda": "the same",
    "gridhaunt bench --device cuda": "needs a GPU; tests/driver plays it without one",
}

# Files by name: the commands that make them, or their text.
BY_COMMANDS = {
    "replays/pyrat-greedy-random-7.jsonl": ["gridhaunt play pyrat greedy random -s 7 -o replays/pyrat-greedy-random-7.jsonl"],
    "match.jsonl": ["gridhaunt play sproutopia claimer hunter square random -s 19 -o match.jsonl"],
    "edited.jsonl": [
        "gridhaunt play pyrat greedy random -s 7 -c preset=tiny -o edited.jsonl",
        # The choice of step 3 is another one.
        "sed -i '4s/\"choices\":\\[\\[0,[0-9]/\"choices\":[[0,4/' edited.jsonl",
    ],
    "cut.jsonl": ["gridhaunt play pyrat greedy random -s 7 -c preset=tiny -o whole.jsonl", "head -n 20 whole.jsonl > cut.jsonl"],
    "torn.jsonl": [
        "gridhaunt play pyrat greedy random -s 7 -c preset=tiny -o whole.jsonl",
        "{ head -n 13 whole.jsonl; sed -n 14p whole.jsonl | head -c 43; } > torn.jsonl",
    ],
    "foreign.jsonl": ["echo 'seed,score' > foreign.jsonl"],
    "submissions": [
        "mkdir submissions",
        "gridhaunt new pyrat submissions/ana --lang python",
        "gridhaunt new pyrat submissions/bo --lang python",
        "cp mybot.py submissions/chris.py",
        # Two folders that are equal are one bot (B3).
        "echo '# Mine.' >> submissions/bo/bot.py",
    ],
    "snarl.levels": ["gridhaunt snarl generate --rooms 9 --seed 7 > snarl.levels 2>/dev/null"],
    "my.json": ["gridhaunt ghost-grid graph examples/ghost-grid/m3.graph --to json > my.json"],
    "261115215224_inputs.log": ["gridhaunt sproutopia export first.jsonl --output made", "cp made/*_inputs.log 261115215224_inputs.log"],
}

# Files that stand in a block of a page, and words of that block.
MARKS = {"client.py": "RUNNER_IPV4", "mud.toml": "[[arms]]", "class.toml": "# The tournament of the class.", "mybot.py": "# The first bot"}

TEXTS = {
    "old.jsonl": (ROOT / "crates" / "arena" / "tests" / "format-1" / "pyrat-fixed.jsonl").read_text(),
    "my.toml": 'preset = "tiny"\nmud_density = 0.5\n',
    "bad.levels": """1
{"type":"level","rooms":[{"type":"room","origin":[0,0],"bounds":{"rows":3,"columns":5},"layout":[[0,0,0,0,0],[0,1,2,1,2],[0,0,0,0,0]]},{"type":"room","origin":[2,4],"bounds":{"rows":3,"columns":3},"layout":[[0,0,0],[2,1,0],[0,0,0]]}],"hallways":[{"type":"hallway","from":[1,4],"to":[3,4],"waypoints":[[1,6]]}],"objects":[{"type":"key","position":[0,0]},{"type":"exit","position":[1,1]},{"type":"exit","position":[1,3]}]}
""",
    "bad.graph": """# A map with faults.
graph 3
layer 0: 0
layer 1: 1 2
layer 2: 3
layer 3: 4
0-1:2 0-2:11
1->3:2 1-1:3
1-2:4 1-2:5
0-4:1 2-3:4 3-4:1
end
""",
}
