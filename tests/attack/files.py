"""Mutated files of every kind, given to every command that reads that kind: an answer or one line that says why not."""

import random

import siege


def kinds(work):
    """Commands and the real files that they read."""
    root = siege.ROOT
    records = []
    for game in siege.games():
        record = work / f"{game}.jsonl"
        siege.run("play", game, "-s", 7, "-o", record)
        records.append(record.read_bytes())
    siege.run("experiment", "pyrat", "greedy", "random", "-c", "preset=tiny", "-n", 6, "-o", "ledger", cwd=work)
    ledger = (work / "ledger" / "games.jsonl").read_bytes()
    packed = [path.read_bytes() for path in sorted((root / "corpus").glob("*.zst")) if path.stat().st_size < 50_000]
    text = lambda folder, *endings: [p.read_bytes() for p in sorted((root / folder).rglob("*")) if p.suffix in endings and p.is_file()]
    settings = [b'{"width": 9, "height": 9}', b'preset = "tiny"\nmud_range = [2, 5]\n', b'{"players": 2, "names": ["a", "b"]}', b'{"n": 4}']
    recipe = b'game = "tag"\ngames = 3\nbots = ["survivor=score", "killer=chase"]\n[vary]\nkillers = [2, 3]\n[settings]\nwidth = 12\nheight = 12\n'
    yield "records", records + packed, [
        (".jsonl", "replay", "verify", "FILE"), (".jsonl.zst", "replay", "verify", "FILE"), (".jsonl", "replay", "show", "FILE"),
        (".jsonl", "replay", "log", "FILE"), (".jsonl", "replay", "convert", "FILE", "-o", "-.txt"), (".jsonl", "replay", "convert", "FILE", "-o", "-.svg"),
    ]  # fmt: skip
    yield "levels", text("examples/snarl", ".levels"), [
        (".levels", "snarl", "check", "FILE"), (".levels", "play", "snarl", "-c", "levels=@FILE", "-c", "max_rounds=20", "--no-replay"),
        (".levels", "snarl", "scenario", "FILE"), (".json", "snarl", "test-state", "FILE"), (".json", "snarl", "test-manager", "FILE"),
    ]  # fmt: skip
    yield "graphs", text("examples/ghost-grid", ".graph"), [
        (".graph", "ghost-grid", "graph", "FILE"), (".graph", "play", "ghost-grid", "-c", "map=@FILE", "--no-replay"),
    ]  # fmt: skip
    yield "settings", settings, [
        (ending, "play", game, "--settings", "FILE", "-c", f"{limit}=20", "--no-replay")
        for ending in (".json", ".toml")
        for game, limit in (("pyrat", "max_turns"), ("tag", "max_rounds"), ("snarl", "max_rounds"), ("sproutopia", "max_ticks"))
    ]
    yield "experiments", [recipe], [(".toml", "experiment", "FILE", "-n", "2")]
    yield "ledgers", [ledger], [("/games.jsonl", "experiment", "pyrat", "greedy", "random", "-c", "preset=tiny", "-n", "8", "-o", "FILE")]
    yield "scenarios", text("docs", ".jsonl") or records, [(".jsonl", "tag", "scenario", "FILE"), (".jsonl", "sproutopia", "import", "FILE")]


def attack(clock, seed):
    dice, tried = random.Random(seed), {}
    with siege.folder() as work:
        everything = list(kinds(work))
        others = [data for _, seeds, _ in everything for data in seeds]
        while clock.runs():
            for kind, seeds, commands in everything:
                ending, *words = dice.choice(commands)
                file = work / f"attack{ending}"
                # A ledger is a file of a folder, and the folder is what is named.
                file.parent.mkdir(exist_ok=True)
                named = file if ending.startswith(".") else file.parent
                file.write_bytes(siege.mutate(dice.choice(seeds), dice, others))
                try:
                    siege.run(*(word.replace("FILE", str(named)) for word in words), cwd=work)
                except siege.Finding as finding:
                    kept = siege.ROOT / "target" / f"attack-finding{file.suffix}"
                    kept.parent.mkdir(exist_ok=True)
                    kept.write_bytes(file.read_bytes())
                    raise siege.Finding(f"{finding}\nthe file is kept as {kept.relative_to(siege.ROOT)}") from None
                tried[kind] = tried.get(kind, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in tried.items())
