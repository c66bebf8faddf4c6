"""Plays a match with signalrcore, 0.9 or 1.x, and tells what it saw."""

import os
import sys
import threading

from plan import plan, tell
from signalrcore.hub_connection_builder import HubConnectionBuilder

token = os.environ["SEAT_TOKEN"]
direct = "SEAT_DIRECT" in os.environ
url = os.environ["SEAT_URL"].replace("http:", "ws:" if direct else "http:")
connection = HubConnectionBuilder().with_url(url, options={"skip_negotiation": direct}).build()
over = threading.Event()
last_tick = None


def informed(arguments):
    global last_tick
    tell("information", arguments[0])
    last_tick = arguments[0]["maxTicks"]


def answer(arguments):
    state = arguments[0]
    tell("state", state)
    for action in plan(state["gameTick"]) if state["gameTick"] != last_tick else []:
        tell("sent", action)
        connection.send("SendPlayerCommand", [{"action": action, "botId": token}])


def ended(arguments):
    tell("end", *arguments)
    over.set()


connection.on("Registered", lambda arguments: tell("registered", arguments[0]))
connection.on("ReceiveGameInformation", informed)
connection.on("ReceiveBotState", answer)
connection.on("EndGame", ended)
connection.on_open(lambda: connection.send("Register", [token, "signalrcore"]))
connection.on_error(lambda completion: sys.exit(completion.error))
connection.start()
if not over.wait(60):
    sys.exit("no end of the game")
connection.stop()
tell("left")
