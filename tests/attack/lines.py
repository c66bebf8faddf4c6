"""Lines to `step`: each gets one line of JSON, and the game goes on."""

import json
import random

import siege

GOOD = ['{"seed":%d}', '{"choices":[]}', '{"choices":[[0,1]]}', '{"choices":[[0,0],[1,3]]}', '{"view":0}', '{"legal":0}', '{"seed":1,"bots":{"0":"uniform"}}', '{"settings":{},"seed":3}']  # fmt: skip


def attack(clock, seed):
    dice, sent = random.Random(seed), 0
    with siege.folder() as work:
        while clock.runs():
            for game in siege.games():
                lines = []
                for _ in range(400):
                    line = dice.choice(GOOD).replace("%d", str(dice.getrandbits(dice.choice([3, 64, 70])))).encode()
                    if dice.random() < 0.6:
                        line = siege.mutate(line, dice, [word.encode() for word in GOOD]).replace(b"\n", b" ")
                    if line.strip():
                        lines.append(line)
                done = siege.run("step", game, given=b"\n".join(lines) + b"\n", cwd=work, seconds=60)
                answers = done.stdout.splitlines()
                if len(answers) != len(lines):
                    raise siege.Finding(f"step {game}: {len(lines)} lines got {len(answers)} answers")
                for answer in answers:
                    json.loads(answer)
                sent += len(lines)
    return f"{sent} lines answered"
