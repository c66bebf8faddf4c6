"""Plays a match with pysignalr and tells what it saw."""

import asyncio
import os
import sys

from plan import plan, tell
from pysignalr.client import SignalRClient

token = os.environ["SEAT_TOKEN"]


async def main() -> None:
    client = SignalRClient(os.environ["SEAT_URL"])
    over = asyncio.Event()
    last_tick = None

    async def registered(arguments):
        tell("registered", arguments[0])

    async def informed(arguments):
        nonlocal last_tick
        tell("information", arguments[0])
        last_tick = arguments[0]["maxTicks"]

    async def answer(arguments):
        state = arguments[0]
        tell("state", state)
        for action in plan(state["gameTick"]) if state["gameTick"] != last_tick else []:
            tell("sent", action)
            await client.send("SendPlayerCommand", [{"action": action, "botId": token}])

    async def ended(arguments):
        tell("end", *arguments)
        over.set()

    async def register():
        await client.send("Register", [token, "pysignalr"])

    async def refused(completion):
        sys.exit(completion.error)

    client.on("Registered", registered)
    client.on("ReceiveGameInformation", informed)
    client.on("ReceiveBotState", answer)
    client.on("EndGame", ended)
    client.on_open(register)
    client.on_error(refused)
    running = asyncio.create_task(client.run())
    await asyncio.wait_for(over.wait(), 60)
    running.cancel()
    tell("left")


asyncio.run(main())
