"""What a row of the table cannot say: manifests, seeds, builds, and a host that is interrupted or killed."""

import json
import os
import signal
import subprocess
import time

import siege
import trial

EVIL = "\\u001b]0;owned\\u0007"

# Texts of bot.toml that are wrong, with a word that the message must hold.
MANIFESTS = [
    ("", "run"),
    ("run", "line 1"),
    ("run = []", "run"),
    ('run = ""', "run"),
    ("run = [7]", "run"),
    ('run = [""]', "run"),
    ('run = ["a\\u0000b"]', "run"),
    ('run = ["./missing"]', "missing"),
    ('run = ["."]', "."),
    ('run = ["./plain.txt"]', "plain.txt"),
    (f'run = ["./{EVIL}"]', "owned"),
    ('run = ["./plain"]\nrum = 1', "rum"),
    (f'run = ["./plain"]\n"{EVIL}" = 1', "owned"),
    ('run = ["./plain"]\nrun = ["./plain"]', "line 2"),
    ('run = ["./plain"]\nname = ""', "name"),
    (f'run = ["./plain"]\nname = "{EVIL}"', "name"),
    ('run = ["./plain"]\nname = "../../etc"', "name"),
    ('run = ["./plain"]\nname = "' + "a" * 65 + '"', "name"),
    ('run = ["./plain"]\ngames = "pyrat"', "games"),
    ('run = ["./plain"]\ngames = ["tag"]', "tag"),
    ('run = ["./plain"]\nenv = ["A"]', "env"),
    ('run = ["./plain"]\nenv = { "A=B" = "c" }', "A=B"),
    ('run = ["./plain"]\nenv = { A = 1 }', "env"),
    ('run = ["./plain"]\nenv = { A = "b\\u0000" }', "env"),
    ('run = ["./plain"]\noptions = 1', "options"),
    ('run = ["./plain"]\nreuse = "yes"', "reuse"),
    ('run = ["./plain"]\nlegal = 0', "legal"),
    ('run = ["./plain"]\nteam = 1', "team"),
    ('run = ["./plain"]\nbuild = "make"', "build"),
    ('run = ["./plain"]\nstartup = "61s"', "startup"),
    ('run = ["./plain"]\nstartup = "0s"', "startup"),
    ('run = ["./plain"]\nstartup = "-1s"', "startup"),
    ('run = ["./plain"]\nstartup = 10', "startup"),
    ('run = ["./plain"]\nx = ' + "[" * 50_000, "bot.toml"),
    ("#" * (1 << 20), "bytes"),
]


def folder(stage, case: str):
    """A folder with a program that would play, and no manifest."""
    home = stage.bot("plain", case, {})
    (home / "bot.toml").unlink()
    (home / "plain.txt").write_text("no program")
    return home


def refuse(stage, case: str, home, word: str) -> None:
    done = trial.play(stage, case, [*trial.board(1), home, "idle"], 10)
    if done.code == 0 or word not in done.said:
        raise siege.Finding(f"{case}: exit code {done.code}, and not a word of {word!r}:\n{done.said[-500:]}")
    if len(done.said) > 4000:
        raise siege.Finding(f"{case}: an error of {len(done.said)} characters")


def manifests(stage, levels, again: str = "") -> str:
    """A manifest of every wrong kind."""
    for number, (text, word) in enumerate(MANIFESTS):
        case = f"manifest-{number}{again}"
        home = folder(stage, case)
        (home / "bot.toml").write_text(text)
        refuse(stage, case, home, word)
    for kind in ("none", "folder", "fifo", "zero", "utf8", "nul", "link", "large", "pipe inside"):
        case = f"manifest-{kind.replace(' ', '-')}{again}"
        home = folder(stage, case)
        file = home / "bot.toml"
        if kind == "folder":
            file.mkdir()
        elif kind == "fifo":
            os.mkfifo(file)
        elif kind == "zero":
            file.symlink_to("/dev/zero")
        elif kind == "utf8":
            file.write_bytes(b'run = ["./plain"]\n# \xff\xfe')
        elif kind == "nul":
            file.write_bytes(b'run = ["./plain"]\n\0')
        elif kind != "none":
            file.write_text('run = ["./plain"]')
        word = "bot.toml"
        if kind == "link":
            (home / "link").symlink_to("/etc/passwd")
            word = "link"
        elif kind == "large":
            with open(home / "large", "wb") as large:
                large.truncate(300 << 20)
            word = "MiB"
        elif kind == "pipe inside":
            os.mkfifo(home / "pipe")
            word = "pipe"
        refuse(stage, case, home, word)
    return f"{len(MANIFESTS) + 9} manifests"


def seeds(stage, levels, again: str = "") -> str:
    """A bot's seed says nothing of the match's: it is another each time, though the match is the same."""
    given = []
    for number in range(3):
        case = f"seeds-{number}{again}"
        bots = [stage.bot("seed_guesser", f"{case}-{seat}", {}) for seat in range(2)]
        done = trial.play(stage, case, [*trial.board(2), *bots, "--sandbox", "0"], trial.SECONDS)
        for seat in range(2):
            note = done.matches[0].notes(seat)[0]
            told = json.loads(note["text"] if isinstance(note, dict) else note)
            given += [str(told["seed"])]
            if seat == 0:
                given += [str(told["match"])]
            if "7" == str(told["match"]) or str(told["seed"]) == "7":
                raise siege.Finding(f"the match's seed is told: {told}")
    if len(set(given)) != len(given):
        raise siege.Finding(f"seeds and names of matches come twice: {given}")
    return f"{len(given)} seeds and names, all different"


def holds(stage, case: str, level: str):
    """Starts a match that does not end by itself, with bots that cling to life; returns it once both play."""
    bots = [stage.bot(name, case, {"options": {"sleep": 0.01}}) for name in ("late_always", "daemon")]
    work = stage.home / "work" / case
    (work / "tmp").mkdir(parents=True)
    (work / "tmp").chmod(0o1777)
    words = [*trial.board(60_000), *bots, "--sandbox", level, "--clock", "1s", "-o", work / "record.jsonl"]
    environment = os.environ | {"TMPDIR": str(work / "tmp"), "GRIDHAUNT_BAD_BOTS": f"{stage.word}/{case}"}
    words = [str(word) for word in [trial.GRIDHAUNT, "play", *words]]
    going = subprocess.Popen(words, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    end = time.monotonic() + 20
    # Two bots, a daemon, at least one keeper and the command.
    while len(trial.ours(f"{stage.word}/{case}")) < 4:
        if going.poll() is not None or time.monotonic() > end:
            going.kill()
            raise siege.Finding(f"the bots do not start: {going.communicate()[0].decode(errors='replace')}")
        time.sleep(0.05)
    time.sleep(0.5)
    return going


def interrupted(stage, levels, again: str = "") -> str:
    """SIGINT and SIGTERM stop a match within a second (B17), and what was played verifies."""
    for level in levels:
        for number in (signal.SIGINT, signal.SIGTERM):
            case = f"{number.name}-{level}{again}"
            going = holds(stage, case, level)
            began = time.monotonic()
            going.send_signal(number)
            try:
                said = going.communicate(timeout=10)[0]
            except subprocess.TimeoutExpired:
                going.kill()
                raise siege.Finding(f"{case}: no end after 10 s") from None
            took = time.monotonic() - began
            siege.look([case], going.returncode if going.returncode != 130 else 0, said)
            trial.check_gone(f"{stage.word}/{case}")
            # A second for the host, and as much for a machine that does other things beside.
            if took > 2:
                raise siege.Finding(f"{case}: it took {took:.1f} s to stop")
    return f"{2 * len(levels)} signals"


def killed(stage, levels, again: str = "") -> str:
    """After SIGKILL of the host no bot is left a second later (B16, B17)."""
    for level in levels:
        case = f"SIGKILL-{level}{again}"
        going = holds(stage, case, level)
        going.kill()
        going.communicate()
        trial.check_gone(f"{stage.word}/{case}")
    return f"{len(levels)} kills"


def others_play_on(stage, levels, again: str = "") -> str:
    """Where more than two play, a bot that is out ends nothing for the others (B14, B15)."""
    for name, verdict in [("exits_mid_turn", "crashed"), ("long_line", "flooded"), ("closes_output", "closed"), ("turn_before", "late")]:
        case = f"others-{name}{again}"
        bots = [stage.bot(name, case, {}), *[stage.bot("plain", f"{case}-{seat}", {}) for seat in range(3)]]
        words = ["sproutopia", "-s", "7", "-c", "max_ticks=30", *bots, "--clock", trial.CLOCK, "--strikes", trial.STRIKES, "--sandbox", "0"]
        done = trial.play(stage, case, words, trial.SECONDS)
        match = done.matches[0]
        if not match.verdicts(0) or set(match.verdicts(0)) - {verdict, "garbled"}:
            raise siege.Finding(f"{case}: verdicts {match.verdicts(0)}, expected {verdict}\n{done.said}")
        rest = [match.verdicts(seat) for seat in range(1, 4)]
        if any(rest) or len(match.steps) != 30 or "stopped" in match.end:
            raise siege.Finding(f"{case}: the others have {rest}, {len(match.steps)} of 30 steps, {match.end.get('stopped')}")
        if match.end["ranks"][0] != 4:
            raise siege.Finding(f"{case}: who is out is not last: {match.end['ranks']}")
    return "4 matches of four"


def builds(stage, levels, again: str = "") -> str:
    """A build that writes outside and fails, and one that hangs until the host is told to stop (B2, B3)."""
    for level in levels:
        case = f"build-{level}{again}"
        outside = stage.home / "outside" / case
        outside.mkdir(parents=True)
        outside.chmod(0o777)
        home = with_build(stage, case, f"touch {outside}/written; exit 3")
        done = trial.play(stage, case, [*trial.board(1), home, "idle", "--sandbox", level], trial.SECONDS)
        if done.code == 0 or "does not build" not in done.said:
            raise siege.Finding(f"{case}: exit code {done.code}\n{done.said}")
        if level != "0" and list(outside.iterdir()):
            raise siege.Finding(f"{case}: a build wrote outside its folder")
        case = f"build-hangs-{level}{again}"
        home = with_build(stage, case, f"sleep 600; : {stage.word}/{case}")
        words = [trial.GRIDHAUNT, "play", *trial.board(1), home, "idle", "--sandbox", level, "--no-replay"]
        going = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(1)
        going.send_signal(signal.SIGINT)
        try:
            going.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            going.kill()
            raise siege.Finding(f"{case}: no end after 10 s") from None
        trial.check_gone(f"{stage.word}/{case}")
    return f"{2 * len(levels)} builds"


def with_build(stage, case: str, script: str):
    home = stage.bot("plain", case, {})
    with open(home / "bot.toml", "a") as manifest:
        manifest.write(f"build = {json.dumps(['sh', '-c', script])}\n")
    home.chmod(0o777)
    return home


ALL = [manifests, seeds, builds, interrupted, killed, others_play_on]
