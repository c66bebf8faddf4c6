"""Dialogues as a host leads them, made with `gridhaunt step`: what every starter of a game is asked."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ["pyrat", "tag", "ghost-grid", "snarl", "sproutopia"]
VIEWS = 200  # of each game, at least
TURNS = 40  # of a seat in one match, at most
STEPS = 400  # of one match, at most

# Who plays in the matches that are recorded: of every two matches one is between these, the other between `random`.
BOTS = {
    "pyrat": lambda start: "greedy",
    "tag": lambda start: "direct" if start["side"] == "survivors" else "chase",
    "ghost-grid": lambda start: "chaser" if start["role"] == "sentinel" else "courier:copies=1",
    "snarl": lambda start: {"player": "explorer"}.get(start["role"], start["role"]),
    "sproutopia": lambda start: ["claimer", "hunter", "square", "random"][start["seat"]],
}
SETTINGS = {
    "pyrat": [{"preset": "tiny"}, {}],
    "tag": [{"width": 12, "height": 9, "survivors": 2, "killers": 2, "killer_sight": 4}, {}],
    "ghost-grid": [{}, {"preset": "tiny"}],
    "snarl": [{"players": 2, "generate": {"levels": 2, "rooms": 4}}, {}],
    "sproutopia": [{"players": 2, "rows": 14, "cols": 14}, {}],
}


class Match:
    """A match at the other end of a pipe."""

    def __init__(self, gridhaunt, game):
        command = [gridhaunt, "step", game]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


def record(gridhaunt, game):
    """The lines of a dialogue, many matches in one process."""
    lines, views, seed = [{"type": "hello", "protocol": 1, "host": "gridhaunt"}], 0, 0
    with Match(gridhaunt, game) as match:
        while views < VIEWS or seed < 4:
            seed += 1
            more = play(match, game, seed)
            lines += more
            views += sum(line["type"] == "turn" for line in more)
    return lines


def play(match, game, seed):
    first = {"settings": SETTINGS[game][seed // 2 % 2], "seed": seed}
    match.ask(first)
    starts = []
    while "start" in (told := match.ask({"view": len(starts)})):
        starts.append(told["start"])
    bots = {str(seat): BOTS[game](start) if seed % 2 else "random" for seat, start in enumerate(starts)}
    report = match.ask({**first, "bots": bots})
    turns = {seat: [] for seat in range(len(starts))}
    for step in range(STEPS):
        for seat in report["phase"].get("seats", []):
            if len(turns[seat]) < TURNS:
                view, legal = match.ask({"view": seat})["view"], match.ask({"legal": seat})["legal"]
                known = {"id": f"{seed}-{seat}-{step}", "turn": step, "seat": seat, "view": view, "legal": legal}
                turns[seat].append({"type": "turn", **known, "left_ms": 1000, "bank_ms": 0})
        if report["phase"]["over"]:
            break
        report = match.ask({"choices": []})
    lines = []
    for seat, asked in turns.items():
        if asked:
            names = [None] * len(starts)
            told = {"match": f"{seed}", "game": game, "rules": 1, "seat": seat, "role": "any", "seats": len(starts)}
            more = {"roles": ["any"] * len(starts), "names": names, "start": starts[seat], "options": {}}
            clock = {"kind": "turn", "turn_ms": 1000, "bank_ms": 0, "total_ms": None, "cpu": False}
            # Unknown fields and messages are for bots to ignore.
            lines.append({"type": "start", **told, **more, "clock": clock, "seed": str(2**64 - seed), "unknown": [{}]})
            lines.append({"type": "unknown", "text": "\u00e4\"\\\n\U0001f47b"})
            lines += asked
            lines.append({"type": "end", "seat": seat, "view": asked[-1]["view"], "outcome": None, "verdicts": {}})
            lines.append({"type": "ping", "id": f"ping-{seed}-{seat}"})
    return lines
