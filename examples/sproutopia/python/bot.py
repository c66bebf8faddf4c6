"""A starter bot for Sproutopia: it walks rectangles out of its land and back, and so claims them."""

import asyncio
import os
import uuid

from pysignalr.client import SignalRClient

STEPS = {1: (0, -1), 2: (0, 1), 3: (-1, 0), 4: (1, 0)}  # Up, Down, Left, Right
OPPOSITE = {1: 2, 2: 1, 3: 4, 4: 3}
OFF_THE_BOARD = 254

host = os.getenv("RUNNER_IPV4", "127.0.0.1").removeprefix("http://")
url = f"http://{host}:{os.getenv('RUNNER_PORT', '5000')}/runnerhub"
token = os.getenv("TOKEN") or str(uuid.uuid4())
nickname = os.getenv("BOT_NICKNAME", "python starter")


class Farmer:
    """Decides. Its window is a square around it: window[x][y], itself in the middle."""

    def __init__(self):
        self.seat = 0
        self.way = []  # The steps of the rectangle that are left.

    def choose(self, state):
        self.window, self.weeds = state["heroWindow"], state["weeds"]
        self.reach = len(self.window) // 2
        self.facing = state["directionState"]
        if not self.is_clear(self.way):
            self.way = self.best_rectangle() if self.at_home(0, 0) else self.way_home()
        self.way = self.way or self.wander()
        return self.way.pop(0) if self.way else 0

    def code(self, x, y):
        return self.window[x + self.reach][y + self.reach]

    def in_sight(self, x, y):
        return abs(x) <= self.reach and abs(y) <= self.reach

    def at_home(self, x, y):
        return self.in_sight(x, y) and self.code(x, y) == self.seat

    def is_free(self, x, y):
        if not self.in_sight(x, y):
            return False
        on_own_trail = self.code(x, y) == self.seat + 4
        weed = self.weeds[x + self.reach][y + self.reach]
        return self.code(x, y) != OFF_THE_BOARD and not on_own_trail and not weed

    def cells(self, way):
        x = y = 0
        for action in way:
            x, y = x + STEPS[action][0], y + STEPS[action][1]
            yield x, y

    def is_clear(self, way):
        turns_back = way and way[0] == OPPOSITE.get(self.facing)
        return bool(way) and not turns_back and all(self.is_free(*cell) for cell in self.cells(way))

    def best_rectangle(self):
        """Of all rectangles from here that end in own land, the one that gains most cells a step."""
        best, most = [], 0
        for out in STEPS:
            for turn in (side for side in STEPS if side not in (out, OPPOSITE[out])):
                for length in range(1, self.reach + 1):
                    for width in range(1, self.reach + 1):
                        way = [out] * length + [turn] * width + [OPPOSITE[out]] * length
                        *outside, last = self.cells(way)
                        if not self.at_home(*last) or not self.is_clear(way):
                            continue
                        gain = sum(not self.at_home(*cell) for cell in outside) * min(length, width) / len(way)
                        if gain > most:
                            best, most = way, gain
        return best

    def wander(self):
        """Along own land, to where the next rectangle may begin."""
        ways = [[action] for action in STEPS if self.is_clear([action])]
        own = [way for way in ways if self.at_home(*next(self.cells(way)))]
        return (own or ways or [[]])[0]

    def way_home(self):
        """The shortest clear way to own land, step by step from near to far."""
        ways, seen = [[]], {(0, 0)}
        while ways:
            way = ways.pop(0)
            for action in STEPS:
                longer = [*way, action]
                *_, last = self.cells(longer)
                if last not in seen and self.is_clear(longer):
                    if self.at_home(*last):
                        return longer
                    seen.add(last)
                    ways.append(longer)
        return []


async def main():
    client, farmer, over = SignalRClient(url), Farmer(), asyncio.Event()

    async def register():
        await client.send("Register", [token, nickname])

    async def informed(arguments):
        farmer.seat = int(next(seat for seat, bot in arguments[0]["bots"].items() if bot == token))

    async def answer(arguments):
        await client.send("SendPlayerCommand", [{"action": farmer.choose(arguments[0]), "botId": token}])

    async def leave(arguments):
        print("over:", *arguments)
        over.set()

    client.on_open(register)
    client.on("ReceiveGameInformation", informed)
    client.on("ReceiveBotState", answer)
    client.on("EndGame", leave)
    client.on("Disconnect", leave)
    running = asyncio.create_task(client.run())
    await over.wait()
    running.cancel()


asyncio.run(main())
