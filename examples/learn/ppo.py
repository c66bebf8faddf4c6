"""Proximal policy optimisation over Gridhaunt's native vector: a network learns PyRat against bots, or Ghost Tag by self-play.

    python ppo.py train pyrat --out runs/pyrat
    python ppo.py judge pyrat --net runs/pyrat/net.npz

`train` writes its learning curve (`curve.csv`) and the network (`net.npz`). Both end with a judgement: games on worlds that
training has not seen, with the likeliest action taken.
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gridhaunt
import numpy as np
import torch
from torch import Tensor, nn

TRAINING_SEED, CURVE_SEED, JUDGE_SEED = 1, 1_000_003, 2_000_003
"""Training, the curve and the judgement draw their worlds from seeds of their own."""


@dataclass(frozen=True)
class Group:
    """Games of one kind: their share, which seats learn, and whom they play. Where all seats learn it is self-play."""

    share: float
    seats: Sequence[str] | None = None
    opponents: Any = None


@dataclass(frozen=True)
class Task:
    """What is learned: a game, the arrays that the network reads, and a curriculum."""

    game: str
    settings: Mapping[str, Any]
    options: Mapping[str, Any]
    rows: str
    """The array with a row for each thing that matters. Column 0 is 1 where there is one; the steps towards it begin in column 3."""
    numbers: str
    steps: int
    """How many steps a row tells: these are the game's first actions."""
    lengths: Sequence[int]
    """The columns that hold lengths, which are small numbers on small boards."""
    curriculum: Mapping[float, Sequence[Group]]
    """Who plays from which share of the training on."""
    contests: Mapping[str, Sequence[tuple[Sequence[str], str]]]
    """What is judged: learned seats and their opponents, each in the same number of games."""
    points: float
    """What the game's own reward counts."""
    prize: float
    """What a win is worth, and a loss costs."""
    choices: int
    """From how many choices it is learned."""
    discount: float = 0.99

    def vector(self, games: int, seed: int, threads: int, **others: Any) -> gridhaunt.Vector:
        """Games of this task, side by side."""
        return gridhaunt.vector(
            self.game,
            num_envs=games,
            seed=seed,
            threads=threads,
            worlds=4096,
            observations=[self.rows, self.numbers, "mask", "asked", "lasts"],
            options=self.options,
            results=True,
            writable=True,
            **others,
            **self.settings,
        )

    def seats(self, groups: Sequence[Group], games: int, threads: int) -> Seats:
        """The games of a lesson, one batch of all that learn in them."""
        each = [(round(games * group.share), group.seats, group.opponents) for group in groups]
        return Seats(self, [self.vector(share, TRAINING_SEED, threads, seats=seats, opponents=bots) for share, seats, bots in each])


TASKS = {
    "pyrat": Task(
        game="pyrat",
        settings={"preset": "tiny"},
        options={"orientation": "own", "routes": 13},
        rows="routes",
        numbers="scalars",
        steps=4,
        lengths=(1, 2, 7, 8),
        curriculum={
            0.0: [Group(1.0, ["python"], "random")],
            0.04: [Group(1.0, ["python"], {"greedy": 1, "random": 1})],
            0.1: [Group(0.75, ["python"], "greedy"), Group(0.125)],
        },
        contests={bot: [(["python"], bot), (["rat"], bot)] for bot in ("random", "greedy")},
        points=0.2,
        prize=1.0,
        choices=4_500_000,
    ),
    "tag": Task(
        game="tag",
        settings={"width": 20, "height": 20, "survivors": 2, "killers": 2},
        options={"own": True},
        rows="nearest",
        numbers="numbers",
        steps=9,
        lengths=(1, 2, 12, 13),
        curriculum={0.0: [Group(1.0)]},
        contests={
            f"{side}s against {bot}": [([side], bot)]
            for side, bot in [("survivor", "random"), ("survivor", "chase"), ("killer", "random"), ("killer", "score")]
        },
        points=1.0,
        prize=0.0,
        choices=6_000_000,
    ),
}


class Sight(NamedTuple):
    """What seats see."""

    rows: Tensor
    numbers: Tensor
    mask: Tensor


class Net(nn.Module):
    """Looks at each row alone, then again in the light of all; each row votes for or against the steps that lead to it."""

    def __init__(self, columns: int, numbers: int, actions: int, task: Task, width: int) -> None:
        super().__init__()
        self.steps = task.steps
        self.scale: Tensor
        self.register_buffer("scale", torch.ones(columns))
        self.scale[list(task.lengths)] = 8.0
        self.look = nn.Linear(columns, width)
        self.pool = nn.Linear(2 * width + numbers, width)
        self.again = nn.Linear(width, width)
        self.context = nn.Linear(width, width, bias=False)
        self.vote = nn.Linear(width, 1)
        self.whole = nn.Linear(3 * width, width)
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer in (self.vote, self.policy):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, sight: Sight) -> tuple[Tensor, Tensor]:
        """The logits of the actions, and the value."""
        there = sight.rows[..., :1]
        looked = self.look(sight.rows * self.scale).relu() * there
        pooled = self.pool(torch.cat([looked.amax(1), looked.mean(1), sight.numbers], 1)).relu()
        again = (self.again(looked) + self.context(pooled)[:, None]).relu() * there
        whole = self.whole(torch.cat([again.amax(1), again.mean(1), pooled], 1)).relu()
        votes = (self.vote(again) * sight.rows[..., 3 : 3 + self.steps]).sum(1)
        logits = self.policy(whole) + nn.functional.pad(votes, (0, self.policy.out_features - self.steps))
        return logits.masked_fill(sight.mask == 0, -1e9), self.value(whole)[:, 0]

    def save(self, path: Path) -> None:
        """Writes the weights as NumPy arrays."""
        np.savez_compressed(path, **{name: weight.numpy() for name, weight in self.state_dict().items()})

    @classmethod
    def load(cls, path: Path, task: Task) -> Net:
        """Reads what `save` wrote."""
        weights = {name: torch.from_numpy(array) for name, array in np.load(path).items()}
        width, columns = weights["look.weight"].shape
        net = cls(columns, weights["pool.weight"].shape[1] - 2 * width, len(weights["policy.bias"]), task, width)
        net.load_state_dict(weights)
        return net


class Seats:
    """All learned seats of several vectors, as one batch."""

    def __init__(self, task: Task, vectors: Sequence[gridhaunt.Vector]) -> None:
        self.task = task
        self.vectors = vectors
        self.cuts = np.cumsum([vector.rewards.size for vector in vectors])[:-1]

    def array(self, name: str) -> Tensor:
        """An array of the engine, a row for each seat."""
        arrays = [vector.observations[name] for vector in self.vectors]
        return torch.from_numpy(np.concatenate([array.reshape(-1, *array.shape[2:]) for array in arrays]))

    def sight(self) -> Sight:
        """What the seats see now."""
        return Sight(self.array(self.task.rows), self.array(self.task.numbers), self.array("mask"))

    def asked(self) -> Tensor:
        """Which seats choose now."""
        return self.array("asked")[:, 0] != 0

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Plays a step; gives the rewards, and whose episode it ended."""
        rewards, ends = [], []
        for vector, chosen in zip(self.vectors, np.split(actions.numpy(), self.cuts), strict=True):
            vector.step(chosen)
            dones = np.broadcast_to(vector.dones[:, None], vector.rewards.shape)
            rewards.append((self.task.points * vector.rewards + self.task.prize * np.nan_to_num(2 * np.asarray(vector.results) - 1)).ravel())
            ends.append((dones | (vector.observations["lasts"][..., 0] == 0)).ravel())
        return torch.from_numpy(np.concatenate(rewards)), torch.from_numpy(np.concatenate(ends))


class Rollout(NamedTuple):
    """The choices that seats were asked for, and what came of them."""

    sight: Sight
    actions: Tensor
    log_chances: Tensor
    advantages: Tensor
    returns: Tensor


def log_chance(logits: Tensor, actions: Tensor) -> Tensor:
    """The logarithm of the chance of each action."""
    return logits.log_softmax(1).gather(1, actions[:, None])[:, 0]


@torch.no_grad()
def play(net: Net, seats: Seats, steps: int, trace: float) -> Rollout:
    """Plays some steps, and estimates the advantage of each choice (GAE).

    A seat that is not asked does not choose: what it gets meanwhile belongs to its last choice. Choices whose next one lies
    beyond the rollout are left out.
    """
    sights, chosen, log_chances, values, asked, rewards, ends = [], [], [], [], [], [], []
    for _ in range(steps):
        sight = seats.sight()
        logits, value = net(sight)
        # The largest of logits with Gumbel noise is a draw by their chances.
        actions = (logits - torch.empty_like(logits).exponential_().log()).argmax(1)
        sights.append(sight)
        chosen.append(actions)
        log_chances.append(log_chance(logits, actions))
        values.append(value)
        asked.append(seats.asked())
        reward, end = seats.step(actions)
        rewards.append(reward)
        ends.append(end)
    next_value, known = net(seats.sight())[1], seats.asked()
    next_advantage, since, goes_on = torch.zeros_like(next_value), torch.zeros_like(next_value), torch.ones_like(next_value)
    advantages, used = [], []
    for t in reversed(range(steps)):
        since = rewards[t] + since * ~ends[t]
        goes_on, known = goes_on * ~ends[t], known | ends[t]
        advantage = since + seats.task.discount * goes_on * (next_value + trace * next_advantage) - values[t]
        advantages.append(advantage)
        used.append(asked[t] & known)
        next_value, next_advantage = torch.where(asked[t], values[t], next_value), torch.where(asked[t], advantage, next_advantage)
        since, goes_on, known = since * ~asked[t], torch.where(asked[t], 1.0, goes_on), known | asked[t]
    use, advantage = torch.cat(used[::-1]), torch.cat(advantages[::-1])
    sight = Sight(*(torch.cat(arrays)[use] for arrays in zip(*sights, strict=True)))
    returns = advantage + torch.cat(values)
    return Rollout(sight, torch.cat(chosen)[use], torch.cat(log_chances)[use], advantage[use], returns[use])


@dataclass(frozen=True)
class Learning:
    """How it learns. Of two numbers the first holds at the start and the second at the end."""

    games: int = 512
    steps: int = 64
    epochs: int = 3
    batch: int = 1024
    rate: tuple[float, float] = (1e-3, 1e-4)
    entropy: tuple[float, float] = (0.01, 0.001)
    clip: float = 0.2
    trace: float = 0.95
    width: int = 64


def update(net: Net, optimizer: torch.optim.Optimizer, rollout: Rollout, learning: Learning, entropy_bonus: float) -> list[float]:
    """Makes choices with an advantage likelier, but never by much at once. Gives the losses of policy and value, and the entropy."""
    losses = []
    for _ in range(learning.epochs):
        for part in torch.split(torch.randperm(len(rollout.actions), device=rollout.actions.device), learning.batch):
            logits, value = net(Sight(*(array[part] for array in rollout.sight)))
            ratio = (log_chance(logits, rollout.actions[part]) - rollout.log_chances[part]).exp()
            advantage = rollout.advantages[part]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            policy_loss = -torch.min(ratio * advantage, ratio.clamp(1 - learning.clip, 1 + learning.clip) * advantage).mean()
            value_loss = 0.5 * (value - rollout.returns[part]).square().mean()
            log_chances = logits.log_softmax(1)
            entropy = -(log_chances.exp() * log_chances).sum(1).mean()
            optimizer.zero_grad()
            (policy_loss + value_loss - entropy_bonus * entropy).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            losses.append(torch.stack([policy_loss.detach(), value_loss.detach(), entropy.detach()]))
    return torch.stack(losses).mean(0).tolist()


class Score(NamedTuple):
    """Results of games."""

    wins: int
    draws: int
    losses: int

    @property
    def share(self) -> float:
        """Wins and half the draws, as a share of the games."""
        return (self.wins + self.draws / 2) / sum(self)

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %. It takes every game for won or lost, so with draws it is wider than it need be."""
        n, z = sum(self), 1.96
        middle = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        return middle - half, middle + half


@torch.no_grad()
def judge(net: Net, task: Task, contest: str, games: int, seed: int, threads: int) -> Score:
    """Plays each game once to its end, and takes the likeliest action."""
    results = []
    for learned, opponents in task.contests[contest]:
        vector = task.vector(games // len(task.contests[contest]), seed, threads, seats=learned, opponents=opponents)
        seats, running = Seats(task, [vector]), np.ones(vector.num_envs, dtype=bool)
        while running.any():
            seats.step(net(seats.sight())[0].argmax(1))
            results.append(np.asarray(vector.results)[running & vector.dones, 0])
            running &= ~vector.dones
    result = np.concatenate(results)
    return Score(*(int((result == worth).sum()) for worth in (1.0, 0.5, 0.0)))


def between(ends: tuple[float, float], progress: float) -> float:
    """The number at this share of the way."""
    return ends[0] + (ends[1] - ends[0]) * progress


def train(task: Task, out: Path, learning: Learning, choices: int, minutes: float, seed: int, threads: int, marks: int) -> Net:
    """Learns from so many choices, or for so long; writes the curve and the network."""
    torch.manual_seed(seed)
    curriculum = {begin: task.seats(groups, learning.games, threads) for begin, groups in task.curriculum.items()}
    sight, actions = curriculum[0.0].sight(), curriculum[0.0].vectors[0].num_actions
    net = Net(sight.rows.shape[-1], sight.numbers.shape[-1], actions, task, learning.width)
    optimizer = torch.optim.Adam(net.parameters(), eps=1e-5)
    out.mkdir(parents=True, exist_ok=True)
    learned, seconds, mark, losses = 0, 0.0, 0, [math.nan] * 3
    with (out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["choices", "seconds", "policy", "value", "entropy", *task.contests])
        while True:
            progress = min(1.0, max(learned / choices, seconds / 60 / minutes))
            if progress >= mark / marks:
                shares = [judge(net, task, contest, 512, CURVE_SEED, threads).share for contest in task.contests]
                row = [learned, round(seconds, 1), *(round(number, 4) for number in [*losses, *shares])]
                table.writerow(row)
                file.flush()
                print(*row, flush=True)
                net.save(out / "net.npz")
                mark = math.floor(progress * marks) + 1
            if progress >= 1:
                return net
            began = time.monotonic()
            rollout = play(net, curriculum[max(begin for begin in curriculum if begin <= progress)], learning.steps, learning.trace)
            optimizer.param_groups[0]["lr"] = between(learning.rate, progress)
            losses = update(net, optimizer, rollout, learning, between(learning.entropy, progress))
            learned += len(rollout.actions)
            seconds += time.monotonic() - began


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=["train", "judge"])
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--out", type=Path, default=Path("runs"), help="the folder that training writes to")
    parser.add_argument("--net", type=Path, default=Path("runs/net.npz"), help="the network to judge")
    parser.add_argument("--choices", type=int, help="from how many choices to learn, if not as many as the task says")
    parser.add_argument("--minutes", type=float, default=math.inf, help="how long to learn at most, judging for the curve not counted")
    parser.add_argument("--marks", type=int, default=12, help="how many points the curve has")
    parser.add_argument("--games", type=int, default=8192, help="how many games to judge by")
    parser.add_argument("--seed", type=int, default=1, help="of the network and its choices; worlds have fixed seeds")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    task = TASKS[given.task]
    if given.do == "train":
        net = train(task, given.out, Learning(), given.choices or task.choices, given.minutes, given.seed, given.threads, given.marks)
    else:
        net = Net.load(given.net, task)
    for contest in task.contests:
        score = judge(net, task, contest, given.games, JUDGE_SEED, given.threads)
        low, high = score.interval()
        print(f"{contest}: {score.share:.3f} ({low:.3f} to {high:.3f}): {score.wins} won, {score.draws} drawn, {score.losses} lost")


if __name__ == "__main__":
    main()
