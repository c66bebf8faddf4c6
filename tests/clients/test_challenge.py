"""Bots of the challenge, unchanged: started as their authors say, and by the server."""

import os
import shutil
import uuid

import pytest
from house import Bot, House, Record
from seats import HERE, python

TICKS = 60
ACTIONS = [[4, 2, 3, 1][tick // 6 % 4] for tick in range(1, TICKS)]
BOTS = ["bot.py with signalrcore 0.9", "bot.py with signalrcore 1", "bot.js"]


def folder_and_path(bot, tmp_path):
    """A folder with the bot and its library, where `python3` and `node` are those of its author."""
    folder = tmp_path / "bot"
    shutil.copytree(HERE / "challenge", folder)
    (folder / "node_modules").symlink_to(HERE / "javascript" / "node_modules")
    version = "signalrcore-1" if bot.endswith("1") else "signalrcore-0.9"
    return folder, os.path.dirname(python(version)) + os.pathsep + os.environ["PATH"]


def command(bot):
    return "node bot.js" if bot == "bot.js" else "python3 bot.py"


def played_a_whole_match(said, house):
    assert "Registered" in said and f"Playing {TICKS} ticks" in said and f"Game over after tick {TICKS}" in said
    record = Record(house.record)
    assert record.last["steps"] == TICKS
    choices = record.choices(0)
    assert len(choices) > TICKS // 2 and ACTIONS[: len(choices)] == choices


@pytest.mark.parametrize("scheme", ["http://", ""], ids=["url", "bare address"])
@pytest.mark.parametrize("bot", BOTS)
def test_started_by_its_own_instructions(tmp_path, bot, scheme):
    folder, path = folder_and_path(bot, tmp_path)
    flags = ["--fill", "greedy", "--ticks", TICKS, "--seed", 2, "--tick-rate", 40]
    with House(tmp_path, *flags, port=5000) as house:
        settings = {"RUNNER_IPV4": scheme + house.host, "BOT_NICKNAME": "challenger", "Token": str(uuid.uuid4())}
        said = Bot(command(bot).split(), folder, PATH=path, **settings).said()
        result = house.end()
    played_a_whole_match(said, house)
    assert result["farmers"][0]["nick"] == "challenger"
    assert result["farmers"][0]["id"] == settings["Token"]


@pytest.mark.parametrize("bot", BOTS)
def test_started_by_the_server(tmp_path, bot):
    folder, path = folder_and_path(bot, tmp_path)
    run = f"cd '{folder}' && PATH='{path}' exec {command(bot)}"
    flags = ["--fill", "hunter", "--ticks", TICKS, "--seed", 3, "--tick-rate", 40, "--run", run]
    with House(tmp_path, *flags, port=5000) as house:
        house.end()
    assert "seat 0: bot1 registered" in house.said
    played_a_whole_match("\n".join(line for line in house.said if line.startswith("seat 0| ")), house)
