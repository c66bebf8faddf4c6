"""Kills: an experiment that is killed again and again ends with the same bytes, and what a killed match left behind is cleaned."""

import random
import shutil
import signal
import subprocess
import time

import siege


def attack(clock, seed):
    dice, kills = random.Random(seed), 0
    recipe = ["experiment", "pyrat", "greedy", "random", "-c", "preset=tiny", "--vary", "mud_density=0,0.3", "-n", "400", "-s", "5"]
    with siege.folder() as work:
        siege.run(*recipe, "-o", "calm", cwd=work, seconds=120)
        calm = (work / "calm" / "games.jsonl").read_bytes()
        ledger = work / "killed" / "games.jsonl"
        while clock.runs() or not kills:
            words = [siege.GRIDHAUNT, *recipe, "-o", "killed"]
            going = subprocess.Popen([str(word) for word in words], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0.01, 0.4))
            if going.poll() is not None:
                # It went all the way: compare, and begin again.
                if ledger.read_bytes() != calm:
                    raise siege.Finding(f"after {kills} kills the ledger differs from an undisturbed run")
                shutil.rmtree(work / "killed")
                continue
            going.send_signal(signal.SIGKILL)
            going.wait()
            kills += 1
        siege.run(*recipe, "-o", "killed", cwd=work, seconds=120)
        if ledger.read_bytes() != calm:
            raise siege.Finding(f"after {kills} kills the ledger differs from an undisturbed run")
        # Matches: what is there under its own name is whole, and rests are cleaned by the next.
        for _ in range(20):
            going = subprocess.Popen([siege.GRIDHAUNT, "play", "sproutopia", "-n", "4"], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0.0, 0.15))
            going.send_signal(signal.SIGKILL)
            going.wait()
            kills += 1
        siege.run("play", "sproutopia", cwd=work)
        rests = list((work / "replays").glob("*.part")) if (work / "replays").exists() else []
        if rests:
            raise siege.Finding(f"rests of killed matches stay: {rests}")
        for record in (work / "replays").glob("*.jsonl*"):
            if siege.run("replay", "verify", record).returncode != 0:
                raise siege.Finding(f"{record.name} stands under its own name and is not whole")
    return f"{kills} kills, the same bytes each time"
