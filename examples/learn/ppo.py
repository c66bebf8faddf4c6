"""Proximal policy optimisation over Gridhaunt's native vector: a network learns PyRat against bots, or Ghost Tag by self-play.

    python ppo.py train pyrat --out runs/pyrat
    python ppo.py judge pyrat runs/pyrat/net.npz --games 8192

`train` writes the curve of its strength (`curve.csv`) and the network (`net.npz`); `judge` plays worlds that training has not seen.
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gridhaunt
import numpy as np
import torch
from torch import Tensor, nn

TRAINING_SEED, CURVE_SEED, JUDGE_SEED = 1, 1_000_003, 2_000_003
"""The worlds of training, of the curve and of the last judgement are drawn from seeds of their own."""


@dataclass(frozen=True)
class Group:
    """Games of one kind in the batch: who is learned, and whom it plays. Without opponents it plays itself."""

    share: float
    opponents: Any = None
    seats: Sequence[str] | None = None


@dataclass(frozen=True)
class Task:
    """What is learned: a game, the arrays that the network reads, and the lessons."""

    game: str
    rows: str
    """An array with a row for every thing that matters; a row tells from its column 3 on which steps lead there."""
    numbers: str
    steps: int
    """How many columns of steps a row has. They are the first actions of the game."""
    lengths: Sequence[int]
    """The columns that hold lengths."""
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    lessons: Mapping[float, Sequence[Group]]
    """The groups of the batch from this share of the training on."""
    contests: Mapping[str, Sequence[tuple[Sequence[str], str]]]
    """How strength is told: learned seats and their opponents, in as many games each."""
    points: float = 0.2
    """What the game's own reward is worth."""
    prize: float = 1.0
    """What winning is worth, and losing costs."""
    discount: float = 0.99

    def vector(self, games: int, seed: int, threads: int, **more: Any) -> gridhaunt.Vector:
        """Games of this task, with the arrays that the network reads."""
        arrays = [self.rows, self.numbers, "mask", "asked", "lasts"]
        return gridhaunt.vector(
            self.game, num_envs=games, seed=seed, threads=threads, observations=arrays, options=dict(self.options),
            worlds=4096, results=True, writable=True, **more, **self.settings,
        )  # fmt: skip


TASKS = {
    "pyrat": Task(
        game="pyrat",
        rows="routes",
        numbers="scalars",
        steps=4,
        lengths=(1, 2, 7, 8),
        options={"orientation": "own", "routes": 13},
        settings={"preset": "tiny"},
        lessons={
            0.0: [Group(1.0, "random", ["python"])],
            0.05: [Group(1.0, {"greedy": 1, "random": 1}, ["python"])],
            0.15: [Group(0.75, "greedy", ["python"]), Group(0.25)],
        },
        contests={bot: [(["python"], bot), (["rat"], bot)] for bot in ("random", "greedy")},
    ),
    "tag": Task(
        game="tag",
        rows="nearest",
        numbers="numbers",
        steps=9,
        lengths=(1, 2, 12, 13),
        options={},
        settings={"width": 20, "height": 20, "survivors": 2, "killers": 2},
        lessons={0.0: [Group(1.0)]},
        contests={
            "survivors against random": [(["survivor"], "random")],
            "survivors against chase": [(["survivor"], "chase")],
            "killers against random": [(["killer"], "random")],
            "killers against score": [(["killer"], "score")],
        },
        points=1.0,
    ),
}


class Sight(NamedTuple):
    """What seats see, one after another."""

    rows: Tensor
    numbers: Tensor
    mask: Tensor


class Net(nn.Module):
    """Looks at every row, then at every row again in the light of all; each row votes for or against the steps that lead to it."""

    def __init__(self, columns: int, numbers: int, actions: int, task: Task, width: int = 64, attend=0, crowd=False) -> None:
        super().__init__()
        self.steps, self.crowd, self.attend = task.steps, crowd, attend
        self.scale: Tensor
        self.register_buffer("scale", torch.ones(columns))
        self.scale[list(task.lengths)] = 8.0
        columns += 3 * crowd
        if attend:
            self.ask = nn.Linear(width, attend)
            self.show = nn.Linear(width, attend)
            self.hear = nn.Linear(width, width, bias=False)
        self.look = nn.Linear(columns, width)
        self.gather = nn.Linear(2 * width + numbers, width)
        self.again = nn.Linear(width, width)
        self.light = nn.Linear(width, width, bias=False)
        self.vote = nn.Linear(width, 1)
        self.sum = nn.Linear(3 * width, width)
        self.act = nn.Linear(width, actions)
        self.worth = nn.Linear(width, 1)
        for layer in (self.vote, self.act):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, sight: Sight) -> tuple[Tensor, Tensor]:
        """The logarithms of the odds of each action, and what the position is worth."""
        rows, there = sight.rows * self.scale, sight.rows[..., :1]
        if self.crowd:
            place = rows[..., -2:]
            far = (place[:, :, None] - place[:, None]).abs().sum(-1) * 4.0
            rows = torch.cat([rows] + [((-far / r).exp() * there[:, None, :, 0]).sum(-1, keepdim=True) for r in (1.0, 2.0, 4.0)], -1)
        seen = self.look(rows).relu() * there
        light = self.gather(torch.cat([seen.amax(1), seen.mean(1), sight.numbers], 1)).relu()
        judged = self.again(seen) + self.light(light)[:, None]
        if self.attend:
            near = self.ask(seen) @ self.show(seen).transpose(1, 2) / self.attend**0.5
            judged = judged + self.hear(near.masked_fill(there[:, None, :, 0] == 0, -1e9).softmax(-1) @ seen)
        judged = judged.relu() * there
        whole = self.sum(torch.cat([judged.amax(1), judged.mean(1), light], 1)).relu()
        votes = (self.vote(judged) * rows[..., 3 : 3 + self.steps]).sum(1)
        odds = self.act(whole) + nn.functional.pad(votes, (0, self.act.out_features - self.steps))
        return odds.masked_fill(sight.mask == 0, -1e9), self.worth(whole)[:, 0]

    def save(self, path: Path) -> None:
        """Writes the weights as NumPy arrays."""
        np.savez_compressed(path, **{name: weight.numpy() for name, weight in self.state_dict().items()})

    @classmethod
    def load(cls, task: Task, path: Path) -> Net:
        """Reads what `save` wrote."""
        weights = {name: torch.from_numpy(array) for name, array in np.load(path).items()}
        width, columns = weights["look.weight"].shape
        net = cls(columns, weights["gather.weight"].shape[1] - 2 * width, len(weights["act.bias"]), task, width)
        net.load_state_dict(weights)
        return net


class Seats:
    """All learned seats of several vectors, as one batch."""

    def __init__(self, task: Task, vectors: Sequence[gridhaunt.Vector]) -> None:
        self.task = task
        self.vectors = vectors
        self.ends = np.cumsum([vector.rewards.size for vector in vectors])[:-1]

    def array(self, name: str) -> Tensor:
        """One of the arrays, a row for every seat."""
        parts = [vector.observations[name] for vector in self.vectors]
        return torch.from_numpy(np.concatenate([part.reshape(-1, *part.shape[2:]) for part in parts]))

    def sight(self) -> Sight:
        """What the seats see now."""
        return Sight(self.array(self.task.rows), self.array(self.task.numbers), self.array("mask"))

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Plays; gives what the step was worth to each seat, and for which ones it ended their episode."""
        worth, over = [], []
        for vector, chosen in zip(self.vectors, np.split(actions.numpy(), self.ends), strict=True):
            vector.step(chosen)
            done = np.broadcast_to(vector.dones[:, None], vector.rewards.shape)
            worth.append((self.task.points * vector.rewards + self.task.prize * done * (2 * vector.results - 1)).ravel())
            over.append((done | (vector.observations["lasts"][..., 0] == 0)).ravel())
        return torch.from_numpy(np.concatenate(worth)), torch.from_numpy(np.concatenate(over))


class Rollout(NamedTuple):
    """Choices that were asked for, and what came of them."""

    sight: Sight
    actions: Tensor
    odds: Tensor
    advantages: Tensor
    returns: Tensor


def draw(odds: Tensor) -> Tensor:
    """An action for each seat, by its odds."""
    return (odds - torch.empty_like(odds).exponential_().log()).argmax(1)


def log_chance(odds: Tensor, actions: Tensor) -> Tensor:
    """The logarithm of the chance of each action."""
    return odds.log_softmax(1).gather(1, actions[:, None])[:, 0]


@torch.no_grad()
def play(net: Net, seats: Seats, steps: int, fade: float) -> Rollout:
    """Plays some steps, then looks back from the last one to tell how much better each choice was than expected.

    A seat that was not asked did not choose: what it gets meanwhile belongs to its last choice.
    """
    sights, chosen, chances, worths, asked, rewards, overs = [], [], [], [], [], [], []
    for _ in range(steps):
        sight = seats.sight()
        odds, worth = net(sight)
        actions = draw(odds)
        sights.append(sight)
        chosen.append(actions)
        chances.append(log_chance(odds, actions))
        worths.append(worth)
        asked.append(seats.array("asked")[:, 0] != 0)
        reward, over = seats.step(actions)
        rewards.append(reward)
        overs.append(over)
    discount, next_worth = seats.task.discount, net(seats.sight())[1]
    next_gain, since = torch.zeros_like(next_worth), torch.zeros_like(next_worth)
    goes_on, known = torch.ones_like(next_worth), seats.array("asked")[:, 0] != 0
    gains, used = [], []
    for t in reversed(range(steps)):
        since = rewards[t] + since * ~overs[t]
        goes_on, known = goes_on * ~overs[t], known | overs[t]
        gain = since + discount * goes_on * (next_worth + fade * next_gain) - worths[t]
        gains.append(gain)
        used.append(asked[t] & known)
        next_worth, next_gain = torch.where(asked[t], worths[t], next_worth), torch.where(asked[t], gain, next_gain)
        since, goes_on, known = since * ~asked[t], torch.where(asked[t], 1.0, goes_on), known | asked[t]
    gains, used = torch.cat(gains[::-1]), torch.cat(used[::-1])
    sight = Sight(*(torch.cat(parts)[used] for parts in zip(*sights, strict=True)))
    gain = gains[used]
    return Rollout(sight, torch.cat(chosen)[used], torch.cat(chances)[used], gain, gain + torch.cat(worths)[used])


def learn(net: Net, optimizer: torch.optim.Optimizer, rollout: Rollout, epochs: int, batch: int, clip: float, curiosity: float) -> Tensor:
    """Makes good choices likelier, but never by much at once. Gives losses of policy and value, and the entropy."""
    told = []
    for _ in range(epochs):
        for part in torch.randperm(len(rollout.actions)).split(batch):
            sight = Sight(*(array[part] for array in rollout.sight))
            odds, worth = net(sight)
            ratio = (log_chance(odds, rollout.actions[part]) - rollout.odds[part]).exp()
            gain = rollout.advantages[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
            value = 0.5 * (worth - rollout.returns[part]).square().mean()
            chances = odds.log_softmax(1)
            entropy = -(chances.exp() * chances).sum(1).mean()
            optimizer.zero_grad()
            (policy + value - curiosity * entropy).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            told.append(torch.stack([policy.detach(), value.detach(), entropy.detach()]))
    return torch.stack(told).mean(0)


@dataclass
class Score:
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def count(self, results: np.ndarray) -> None:
        """Takes in results: 1, a half or 0."""
        self.wins += int((results == 1).sum())
        self.draws += int((results == 0.5).sum())
        self.losses += int((results == 0).sum())

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins and half the draws, as a share."""
        return (self.wins + self.draws / 2) / self.games

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 % for the score. Draws make it wider than it must be."""
        z, n = 1.96, self.games
        middle = (self.score + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(self.score * (1 - self.score) / n + z * z / (4 * n * n))
        return middle - half, middle + half


@torch.no_grad()
def judge(net: Net, task: Task, contest: str, games: int, seed: int, threads: int) -> Score:
    """Plays every game once to its end; the network takes the likeliest action."""
    score = Score()
    meetings = task.contests[contest]
    for learned, opponents in meetings:
        vector = task.vector(games // len(meetings), seed, threads, seats=learned, opponents=opponents)
        seats, left = Seats(task, [vector]), np.ones(vector.num_envs, dtype=bool)
        while left.any():
            seats.step(net(seats.sight())[0].argmax(1))
            score.count(vector.results[left & vector.dones, 0])
            left &= ~vector.dones
    return score


@dataclass
class Habits:
    """How learning goes; of two numbers the first is that of the beginning, the second that of the end."""

    games: int = 512
    steps: int = 64
    epochs: int = 3
    batch: int = 1024
    rate: tuple[float, float] = (1e-3, 1e-4)
    curiosity: tuple[float, float] = (0.01, 0.001)
    clip: float = 0.2
    fade: float = 0.95
    width: int = 64
    attend: int = 0
    crowd: bool = False


def between(ends: tuple[float, float], progress: float) -> float:
    """The number at this share of the way."""
    return ends[0] + (ends[1] - ends[0]) * progress


def lessons(task: Task, habits: Habits, threads: int) -> Iterator[tuple[float, Seats]]:
    """When each lesson begins, and its games."""
    for number, (begin, groups) in enumerate(sorted(task.lessons.items())):
        vectors = [
            task.vector(round(habits.games * group.share), TRAINING_SEED + number, threads, seats=group.seats, opponents=group.opponents)
            for group in groups
        ]
        yield begin, Seats(task, vectors)


def train(task: Task, out: Path, choices: int, minutes: float, seed: int, threads: int, habits: Habits, marks: int = 20) -> Net:
    """Learns for so many choices, or minutes; writes the curve and the network."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    schedule = list(lessons(task, habits, threads))
    first = schedule[0][1].vectors[0]
    net = Net(first.observations[task.rows].shape[-1], first.observations[task.numbers].shape[-1], first.num_actions, task, habits.width, habits.attend, habits.crowd)
    optimizer = torch.optim.Adam(net.parameters(), eps=1e-5)
    learned, spent, mark = 0, 0.0, 0
    with (out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["choices", "seconds", "policy", "value", "entropy", *task.contests])
        while mark <= marks:
            progress = min(1.0, max(learned / choices, spent / 60 / minutes))
            told = torch.full((3,), math.nan)
            if progress < 1:
                began = time.monotonic()
                seats = [seats for begin, seats in schedule if begin <= progress][-1]
                rollout = play(net, seats, habits.steps, habits.fade)
                optimizer.param_groups[0]["lr"] = between(habits.rate, progress)
                told = learn(net, optimizer, rollout, habits.epochs, habits.batch, habits.clip, between(habits.curiosity, progress))
                learned += len(rollout.actions)
                spent += time.monotonic() - began
            if progress >= mark / marks:
                scores = [judge(net, task, contest, 512, CURVE_SEED, threads).score for contest in task.contests]
                row = [learned, round(spent, 1), *(round(number, 4) for number in (*told.tolist(), *scores))]
                table.writerow(row)
                file.flush()
                print(*row, f"{learned / max(spent, 1e-9):.0f}/s", flush=True)
                net.save(out / "net.npz")
                mark += 1
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=["train", "judge"])
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("net", nargs="?", type=Path, help="the network to judge")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="the folder that training writes to")
    parser.add_argument("--choices", type=int, default=12_000_000, help="how many choices to learn from")
    parser.add_argument("--minutes", type=float, default=math.inf, help="how long to learn at most; judging for the curve does not count")
    parser.add_argument("--games", type=int, default=8192, help="how many games to judge by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    task = TASKS[asked.task]
    torch.set_num_threads(asked.threads)
    net = Net.load(task, asked.net) if asked.do == "judge" else train(task, asked.out, asked.choices, asked.minutes, asked.seed, asked.threads, Habits())
    for contest in task.contests:
        score = judge(net, task, contest, asked.games, JUDGE_SEED, asked.threads)
        low, high = score.interval()
        print(f"{contest}: {score.score:.3f} ({low:.3f} to {high:.3f}), {score.wins} won, {score.draws} drawn, {score.losses} lost")


if __name__ == "__main__":
    main()
