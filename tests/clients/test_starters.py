"""The starter bots for people, by the commands that their pages give: they claim land."""

import pytest
from house import ROOT, Bot, House, Record, built
from seats import HERE, python

TICKS = 200
STARTERS = {
    "python": lambda: [python("pysignalr"), "bot.py"],
    "javascript": lambda: ["node", "bot.js"],
    "rust": lambda: [built("-p", "sproutopia-starter")],
}


@pytest.mark.parametrize("fill, seed", [("square", 1), ("random", 2), ("random", 3), ("greedy", 4)])
@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_claims_land(tmp_path, language, fill, seed):
    flags = ["--fill", fill, "--ticks", TICKS, "--seed", seed, "--lockstep"]
    with House(tmp_path, *flags) as house:
        host, port = house.url.removeprefix("http://").removesuffix("/runnerhub").split(":")
        where = {"RUNNER_IPV4": host, "RUNNER_PORT": port, "NODE_PATH": str(HERE / "javascript" / "node_modules")}
        bot = Bot(STARTERS[language](), ROOT / "examples" / "sproutopia" / language, **where)
        assert "over:" in bot.said()
        result = house.end()
    assert len(Record(house.record).choices(0)) > TICKS // 2
    assert result["farmers"][0]["cells"] > 100, result["farmers"]
