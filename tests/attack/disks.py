"""Full disks and folders that cannot be written: the result is printed, then the command fails with 4."""

import os
import resource

import siege


def full():
    """Files of at most 512 bytes: as a disk that is full after so much."""
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


def attack(clock, seed):
    tried = 0
    with siege.folder() as work:
        shut = work / "shut"
        shut.mkdir()
        shut.chmod(0o500)
        for game in siege.games():
            for words in (
                ["play", game, "-s", 3, "-o", work / "full.jsonl"],
                ["play", game, "-s", 3, "-o", work / "full.svg"],
                ["play", game, "-s", 3, "-n", 2, "-o", work / "full.jsonl"],
            ):
                done = siege.run(*words, cwd=work, before=full)
                if done.returncode != 4 or not done.stdout.strip():
                    raise siege.Finding(f"a full disk: {words} ends with {done.returncode} and says {done.stdout!r} {done.stderr!r}")
                tried += 1
            for path in work.glob("full.*"):
                raise siege.Finding(f"{path.name} is there although it could not be written whole")
            if os.getuid() != 0:
                done = siege.run("play", game, "-s", 3, "-o", shut / "x.jsonl", cwd=work)
                if done.returncode != 4 or not done.stdout.strip():
                    raise siege.Finding(f"a shut folder: {game} ends with {done.returncode}")
                tried += 1
            done = siege.run("play", game, "-s", 3, "-o", "/dev/full", cwd=work)
            if done.returncode not in (2, 4):
                raise siege.Finding(f"/dev/full: {game} ends with {done.returncode}")
            tried += 1
    return f"{tried} commands without room, each told its result and failed"
