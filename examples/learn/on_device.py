"""The PPO of `ppo.py` with everything on a GPU: games, arrays, network, choices and learning. Nothing goes to the host.

    python on_device.py --minutes 5 --out runs/device

The games are PyRat `medium`. In most of them one seat walks to the nearest cheese, as the bot `greedy` does, which the array
`routes` says; in the others both seats learn. At the end the network plays the bot itself, on the processor and in mazes that
training has not seen.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import gridhaunt
import torch
from ppo import JUDGE_SEED, TRAINING_SEED, Learning, Net, Rollout, Sight, Task, between, judge, log_chance, update
from torch import Tensor

TASK = Task(
    game="pyrat",
    settings={"preset": "medium"},
    options={"orientation": "own", "routes": 16},
    rows="routes",
    numbers="scalars",
    steps=4,
    lengths=(1, 2, 7, 8),
    curriculum={},
    contests={"greedy": [(["python"], "greedy"), (["rat"], "greedy")]},
    points=0.2,
    prize=1.0,
    choices=0,
)

SELF_PLAY = 0.25
"""The share of the games in which both seats learn."""


class Games:
    """Games on the device, a graph that plays a stretch of them, and what is remembered of it."""

    def __init__(self, games: int, steps: int, width: int) -> None:
        self.env = gridhaunt.vector(
            TASK.game,
            num_envs=games,
            seed=TRAINING_SEED,
            worlds=4096,
            observations=[TASK.rows, TASK.numbers, "mask"],
            options=TASK.options,
            results=True,
            device="cuda",
            **TASK.settings,
        )
        arrays = [torch.from_dlpack(self.env.observations[name]) for name in (TASK.rows, TASK.numbers, "mask")]
        self.sight = Sight(*(array.flatten(0, 1) for array in arrays))
        self.rewards, self.results = torch.from_dlpack(self.env.rewards), torch.from_dlpack(self.env.results)
        self.dones = torch.from_dlpack(self.env.dones)
        self.net = Net(self.sight.rows.shape[-1], self.sight.numbers.shape[-1], self.env.num_actions, TASK, width).cuda()
        apart = torch.arange(games, device="cuda")
        learns = torch.ones((games, 2), dtype=torch.bool, device="cuda")
        led = apart >= int(games * SELF_PLAY)
        learns[led, apart[led] % 2] = False
        self.learned = learns.flatten().nonzero()[:, 0]
        self.steps = steps
        room = (steps, len(self.learned))
        self.sights = Sight(*(array.new_empty((*room, *array.shape[1:])) for array in self.sight))
        self.chosen = torch.empty(room, dtype=torch.long, device="cuda")
        self.log_chances, self.values, self.paid = (torch.empty(room, device="cuda") for _ in range(3))
        self.ends = torch.empty(room, dtype=torch.bool, device="cuda")
        self.last = torch.empty(room[1], device="cuda")
        self.graph = self._captured()

    def _play(self) -> None:
        """One stretch of all games."""
        for step in range(self.steps):
            seen = Sight(*(array[self.learned] for array in self.sight))
            logits, value = self.net(seen)
            # The largest of logits with Gumbel noise is a draw by their chances.
            actions = (logits - torch.empty_like(logits).exponential_().log()).argmax(1)
            for room, array in zip(self.sights, seen, strict=True):
                room[step].copy_(array)
            self.chosen[step], self.values[step] = actions, value
            self.log_chances[step] = log_chance(logits, actions)
            # Whoever does not learn takes a first step towards the nearest cheese, any of them.
            steps = self.sight.rows[:, 0, 3 : 3 + TASK.steps]
            choices = (steps + 0.5 * torch.rand_like(steps)).argmax(1)
            choices[self.learned] = actions
            self.env.step(choices)
            won = (2 * self.results - 1).nan_to_num(0.0)
            self.paid[step] = (TASK.points * self.rewards + TASK.prize * won).flatten()[self.learned]
            self.ends[step] = self.dones[:, None].expand(-1, 2).flatten()[self.learned]
        self.last.copy_(self.net(Sight(*(array[self.learned] for array in self.sight)))[1])

    @torch.no_grad()
    def _captured(self) -> torch.cuda.CUDAGraph:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self._play()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=stream):
                self._play()
        torch.cuda.current_stream().wait_stream(stream)
        return graph

    @torch.no_grad()
    def play(self, trace: float) -> Rollout:
        """Plays a stretch, and estimates the advantage of each choice (GAE)."""
        self.graph.replay()
        advantage, value = torch.zeros_like(self.last), self.last
        advantages = torch.empty_like(self.values)
        for step in reversed(range(self.steps)):
            goes_on = TASK.discount * ~self.ends[step]
            advantage = self.paid[step] + goes_on * (value + trace * advantage) - self.values[step]
            value = self.values[step]
            advantages[step] = advantage
        returns = advantages + self.values
        flat = [array.flatten(0, 1) for array in (*self.sights, self.chosen, self.log_chances, advantages, returns)]
        return Rollout(Sight(*flat[:3]), *flat[3:])


def train(out: Path, learning: Learning, minutes: float, seed: int) -> Net:
    """Learns for so long; prints how fast."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    games = Games(learning.games, learning.steps, learning.width)
    optimizer = torch.optim.Adam(games.net.parameters(), eps=1e-5, fused=True)
    began, rounds, told = time.monotonic(), 0, 0.0
    played = learned = 0.0
    while (passed := time.monotonic() - began) < 60 * minutes:
        progress = passed / 60 / minutes
        optimizer.param_groups[0]["lr"] = between(learning.rate, progress)
        torch.cuda.synchronize()
        start = time.monotonic()
        rollout = games.play(learning.trace)
        torch.cuda.synchronize()
        between_them = time.monotonic()
        losses = update(games.net, optimizer, rollout, learning, between(learning.entropy, progress))
        torch.cuda.synchronize()
        played, learned, rounds = played + between_them - start, learned + time.monotonic() - between_them, rounds + 1
        if passed > told:
            steps = rounds * learning.games * learning.steps
            speed, alone = steps / (played + learned), steps / played
            print(f"{passed:.0f} s: {speed / 1e6:.2f} M steps/s with learning, {alone / 1e6:.2f} without; losses {losses}", flush=True)
            told += 6 * minutes
    net = games.net.cpu()
    out.mkdir(parents=True, exist_ok=True)
    net.save(out / "net.npz")
    steps = rounds * learning.games * learning.steps
    print(f"{steps} steps in {played + learned:.1f} s: {played:.1f} s of play, {learned:.1f} s of learning")
    return net


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs"), help="the folder that training writes to")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to learn")
    parser.add_argument("--envs", type=int, default=16384, help="how many games are played side by side")
    parser.add_argument("--steps", type=int, default=32, help="how many steps are learned from at once")
    parser.add_argument("--batch", type=int, default=32768, help="how many choices are one step of learning")
    parser.add_argument("--width", type=int, default=128, help="how wide the network is")
    parser.add_argument("--games", type=int, default=8192, help="how many games to judge by")
    parser.add_argument("--seed", type=int, default=1, help="of the network and its choices; worlds have fixed seeds")
    parser.add_argument("--threads", type=int, default=8, help="of the processor, for the judgement")
    given = parser.parse_args()
    learning = Learning(games=given.envs, steps=given.steps, epochs=2, batch=given.batch, width=given.width)
    net = train(given.out, learning, given.minutes, given.seed)
    torch.set_num_threads(given.threads)
    score = judge(net, TASK, "greedy", given.games, JUDGE_SEED, given.threads)
    low, high = score.interval()
    print(f"greedy: {score.share:.3f} ({low:.3f} to {high:.3f}): {score.wins} won, {score.draws} drawn, {score.losses} lost")


if __name__ == "__main__":
    main()
