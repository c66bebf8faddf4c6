"""A trained network plays PyRat: plain Python, so that a bot needs neither torch nor NumPy nor Gridhaunt.

It makes from the view what the arrays `routes`, `scalars` and `mask` hold, turned for the rat as with the orientation `own`.
"""

import base64
import heapq
import json
import sys
from array import array
from operator import mul
from pathlib import Path

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
STAY = 4
SCALE, FAR = 32.0, 63


class Maze:
    """The board, as the seat sees it that it is made for: the rat sees it turned by 180 degrees."""

    def __init__(self, start):
        self.seat = start["seat"]
        self.width, self.height = start["width"], start["height"]
        self.start = start
        self.ways = {(x, y): {} for x in range(self.width) for y in range(self.height)}
        for (x, y), ways in self.ways.items():
            for direction, (dx, dy) in enumerate(DIRECTIONS):
                if (x + dx, y + dy) in self.ways:
                    ways[direction] = ((x + dx, y + dy), 1)
        for x1, y1, x2, y2 in start["walls"]:
            self.change(self.seen((x1, y1)), self.seen((x2, y2)), None)
        for x1, y1, x2, y2, turns in start["mud"]:
            self.change(self.seen((x1, y1)), self.seen((x2, y2)), turns)

    def seen(self, cell):
        """Where the seat sees a cell; the same brings it back."""
        x, y = cell
        return (self.width - 1 - x, self.height - 1 - y) if self.seat else (x, y)

    def change(self, a, b, turns):
        """Makes the edge between two cells a wall, or mud."""
        for here, there in ((a, b), (b, a)):
            direction = DIRECTIONS.index((there[0] - here[0], there[1] - here[1]))
            if turns is None:
                del self.ways[here][direction]
            else:
                self.ways[here][direction] = (there, turns)

    def travel(self, source):
        """The travel time to every cell, and the directions in which shortest ways begin."""
        times, begins, waiting = {source: 0}, {source: set()}, [(0, source)]
        while waiting:
            time, cell = heapq.heappop(waiting)
            if time > times[cell]:
                continue
            for direction, (there, turns) in self.ways[cell].items():
                begin = {direction} if cell == source else begins[cell]
                if there not in times or time + turns < times[there]:
                    times[there], begins[there] = time + turns, set(begin)
                    heapq.heappush(waiting, (time + turns, there))
                elif time + turns == times[there]:
                    begins[there] |= begin
        return times, begins

    def rows(self, view, most):
        """The array `routes`: a row for each of the nearest cheeses."""
        own, other = view["players"][self.seat], view["players"][1 - self.seat]
        here = self.seen(own["at"])
        mine, begins = self.travel(here)
        theirs, _ = self.travel(self.seen(other["at"]))

        def until(times, cell, delay):
            return min(max(times[cell] + delay, 1), FAR) / SCALE if cell in times else (FAR + 1) / SCALE

        cheese = sorted(map(self.seen, view["cheese"]), key=lambda cell: (mine.get(cell, 1 << 32), cell[1] * self.width + cell[0]))
        return [
            [1.0, until(mine, cell, own["delay"]), until(theirs, cell, other["delay"])]
            + [float(direction in begins.get(cell, ())) for direction in range(4)]
            + [(cell[0] - here[0]) / SCALE, (cell[1] - here[1]) / SCALE]
            for cell in cheese[:most]
        ]

    def numbers(self, view):
        """The array `scalars`."""
        own, other, total = view["players"][self.seat], view["players"][1 - self.seat], self.start["cheese_total"]
        return [own["half"] / (2 * total), other["half"] / (2 * total), len(view["cheese"]) / total, view["turn"] / self.start["max_turns"]]

    def mask(self, view):
        """The actions worth considering: those that lead somewhere, and to stay; in mud to stay alone."""
        own = view["players"][self.seat]
        return [*(() if own["delay"] else sorted(self.ways[self.seen(own["at"])])), STAY]


class Net:
    """The network of `ppo.py`, without its value."""

    def __init__(self, document):
        self.most = document["rows"]
        self.layers = {}
        for name, (shape, text) in document["weights"].items():
            numbers = array("f", base64.b64decode(text))
            if sys.byteorder == "big":
                numbers.byteswap()
            columns = shape[-1]
            self.layers[name] = [numbers[at : at + columns].tolist() for at in range(0, len(numbers), columns)]

    def linear(self, name, numbers):
        bias = self.layers.get(f"{name}.bias")
        sums = [sum(map(mul, row, numbers)) for row in self.layers[f"{name}.weight"]]
        return [a + b for a, b in zip(sums, bias[0])] if bias else sums

    def logits(self, rows, numbers):
        """The logits of the five actions."""
        scale = self.layers["scale"][0]
        looked = [relu(self.linear("look", list(map(mul, row, scale)))) for row in rows]
        pooled = relu(self.linear("pool", self.gather(looked) + numbers))
        context = self.linear("context", pooled)
        again = [relu([a + b for a, b in zip(self.linear("again", row), context)]) for row in looked]
        whole = relu(self.linear("whole", self.gather(again) + pooled))
        logits = self.linear("policy", whole)
        for row, judged in zip(rows, again):
            vote = self.linear("vote", judged)[0]
            for direction in range(4):
                logits[direction] += vote * row[3 + direction]
        return logits

    def gather(self, rows):
        """The greatest and the mean of every column; rows that are not there count as 0."""
        columns = list(zip(*rows)) or [(0.0,)] * len(self.layers["look.weight"])
        return [max(column) for column in columns] + [sum(column) / self.most for column in columns]


def relu(numbers):
    return [max(number, 0.0) for number in numbers]


def choose(net, maze, view):
    """The likeliest action, as the game numbers it."""
    logits = net.logits(maze.rows(view, net.most), maze.numbers(view))
    action = max(maze.mask(view), key=lambda action: logits[action])
    return (action + 2) % 4 if maze.seat and action != STAY else action


def main():
    net, mazes = Net(json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))), {}
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if message["type"] == "hello":
            answer = {"type": "hello", "name": "learner"}
        elif message["type"] == "start":
            mazes[message["seat"]] = Maze(message["start"])
            answer = {"type": "ready"}
        elif message["type"] == "turn":
            answer = {"type": "move", "id": message["id"], "action": choose(net, mazes[message["seat"]], message["view"])}
        elif message["type"] == "ping":
            answer = {"type": "pong", "id": message["id"]}
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
