"""Tampered records: every edit of a line that leaves the seals must be refused by `replay verify`, whatever it changes.

Edits that are sealed anew need the engine's own seals: crates/arena/tests/attacks.rs makes those.
"""

import json
import random

import siege


def edits(lines, dice):
    """One edit of a record, in words and as lines."""
    at = dice.randrange(1, len(lines) - 1)
    step = json.loads(lines[at])
    choices = step.get("choices", [])
    kind = dice.choice(["drop", "double", "swap", "invent", "change", "repeat", "hash", "settings", "seed", "seats", "end", "cut"])
    head, end = json.loads(lines[0]), json.loads(lines[-1])
    write = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if kind == "drop":
        return kind, lines[:at] + lines[at + 1 :]
    if kind == "double":
        return kind, lines[:at] + [lines[at]] + lines[at:]
    if kind == "swap" and at + 1 < len(lines) - 1:
        return kind, lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2 :]
    if kind == "invent":
        step["choices"] = choices + [[dice.randrange(4), dice.randrange(5)]]
    elif kind == "change" and choices:
        one = dice.choice(choices)
        one[1] = 0 if one[1] != 0 else 1
    elif kind == "repeat" and choices:
        step["choices"] = choices + [dice.choice(choices)]
    elif kind == "hash":
        step["hash"] = f"0x{dice.getrandbits(64):016x}"
    elif kind == "settings":
        head["settings"][dice.choice(["width", "sight", "killer_sight", "preset", "player_window_size", "max_rounds"])] = dice.choice([3, 9, "all", "open"])
        return kind, [write(head)] + lines[1:]
    elif kind == "seed":
        head["seed"] = str(dice.getrandbits(60))
        return kind, [write(head)] + lines[1:]
    elif kind == "seats":
        head["seats"] = ["random"] + head["seats"][1:] if head["seats"][0] != "random" else ["idle"] + head["seats"][1:]
        return kind, [write(head)] + lines[1:]
    elif kind == "end":
        end["outcome"]["reason"] = "because"
        return kind, lines[:-1] + [write(end)]
    else:
        return "cut", lines[:-1]
    return kind, lines[:at] + [write(step)] + lines[at + 1 :]


def attack(clock, seed):
    dice, refused = random.Random(seed), 0
    with siege.folder() as work:
        records = []
        for game in siege.games():
            record = work / f"{game}.jsonl"
            siege.run("play", game, "-s", 11, "-o", record)
            records.append(record.read_text().splitlines())
        file = work / "attack.jsonl"
        while clock.runs():
            for lines in records:
                kind, tampered = edits(lines, dice)
                if tampered == lines:
                    continue
                file.write_text("\n".join(tampered) + "\n")
                if siege.run("replay", "verify", file).returncode == 0:
                    kept = siege.ROOT / "target" / "attack-finding.jsonl"
                    kept.write_bytes(file.read_bytes())
                    raise siege.Finding(f"replay verify lets pass: {kind} (kept as target/attack-finding.jsonl)")
                refused += 1
    return f"{refused} tampered records refused"
