"""A bot of the challenge: the environment, port 5000, /runnerhub, and a command for every state."""

import os
import time

from signalrcore.hub_connection_builder import HubConnectionBuilder

RIGHT, DOWN, LEFT, UP = 4, 2, 3, 1

address = os.getenv("RUNNER_IPV4", "http://localhost")
if not address.startswith("http://"):
    address = "http://" + address
token = os.getenv("Token") or os.getenv("REGISTRATION_TOKEN")
nickname = os.getenv("BOT_NICKNAME", "PythonBot")

hub = HubConnectionBuilder().with_url(f"{address}:5000/runnerhub").build()
connected = True
bot_id = None


def on_registered(arguments):
    global bot_id
    bot_id = arguments[0]
    print("Registered", bot_id)


def on_state(arguments):
    state = arguments[0]
    action = [RIGHT, DOWN, LEFT, UP][state["gameTick"] // 6 % 4]
    hub.send("SendPlayerCommand", [{"action": action, "botId": bot_id}])


def on_end(arguments):
    global connected
    print("Game over after tick", arguments[1])
    connected = False


def on_disconnect(arguments):
    global connected
    print("Disconnected:", arguments[0])
    connected = False


hub.on("Registered", on_registered)
hub.on("ReceiveBotState", on_state)
hub.on("ReceiveGameInformation", lambda arguments: print("Playing", arguments[0]["maxTicks"], "ticks"))
hub.on("EndGame", on_end)
hub.on("Disconnect", on_disconnect)
hub.on_open(lambda: hub.send("Register", [token, nickname]))
hub.start()
while connected:
    time.sleep(0.1)
hub.stop()
