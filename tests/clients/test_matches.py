"""Every client library plays whole matches; what it saw and sent is compared with the replay."""

import pytest
from house import House, Record
from seats import CLIENTS, DIRECT, Seat, Told

TICKS = 48
WAYS = [(client, {}) for client in CLIENTS] + [(client, {"SEAT_DIRECT": "1"}) for client in DIRECT]
NAMES = [client + (" direct" if way else "") for client, way in WAYS]


def saw_the_match(told: Told, seat: int, record: Record, seed: int) -> None:
    assert told.registered == [told.token]
    assert told.order[:2] == ["registered", "information"]
    assert told.order[-2:] == ["end", "left"] and told.order[-3] == "state"
    [information] = told.information
    assert information["maxTicks"] == TICKS and information["randomSeed"] == 0
    assert information["bots"][str(seat)] == told.token
    assert told.end == [[seed, TICKS]]
    states = {state["gameTick"]: state for state in told.state}
    for tick in [1, *range(6, TICKS, 9), TICKS]:
        if tick in states:
            is_what_the_seat_knew(states[tick], record.view(seat, tick), information)


def is_what_the_seat_knew(state: dict, view: dict, information: dict) -> None:
    assert [state["x"], state["y"]] == view["at"]
    assert state["directionState"] == view["momentum"]
    assert [state["leaderBoard"][bot] for bot in information["bots"].values()] == view["percents"]
    assert state["heroWindow"] == [list(column) for column in zip(*view["window"])]
    assert [[place["x"], place["y"]] for place in state["botPostions"]] == view["farmers"]


@pytest.mark.parametrize("client, way", WAYS, ids=NAMES)
def test_a_client_plays_in_lockstep(tmp_path, client, way):
    with House(tmp_path, "--fill", "greedy", "--ticks", TICKS, "--seed", 5, "--lockstep") as house:
        told = Seat(client, house.url, **way).end()
        result = house.end()
    record = Record(house.record)
    assert [state["gameTick"] for state in told.state] == list(range(1, TICKS + 1))
    assert len(told.sent) == TICKS - 1 and set(told.sent) == {1, 2, 3, 4}
    assert record.choices(0) == told.sent
    saw_the_match(told, 0, record, 5)
    assert not [line for line in house.said if "connection lost" in line]
    assert result["reason"] == "max_ticks" and result["farmers"][0]["id"] == told.token


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_plays_by_the_clock(tmp_path, client):
    with House(tmp_path, "--fill", "random", "--ticks", TICKS, "--seed", 6, "--tick-rate", 40) as house:
        told = Seat(client, house.url).end()
        result = house.end()
    record = Record(house.record)
    ticks = [state["gameTick"] for state in told.state]
    assert ticks == sorted(set(ticks)) and ticks[-1] == TICKS
    choices = record.choices(0)
    assert len(choices) > TICKS // 2 and told.sent[: len(choices)] == choices
    saw_the_match(told, 0, record, 6)
    assert result["took_ms"] >= (TICKS - 1) * 40


@pytest.mark.parametrize("pace", [["--lockstep"], ["--tick-rate", 40]], ids=["lockstep", "by the clock"])
def test_four_kinds_of_clients_meet(tmp_path, pace):
    kinds = ["@microsoft/signalr 10", "signalrcore 0.9", "pysignalr", "signalr-client"]
    with House(tmp_path, "--ticks", TICKS, "--seed", 7, *pace) as house:
        seats = [Seat(kind, house.url) for kind in kinds]
        all_told = [seat.end() for seat in seats]
        house.end()
    record = Record(house.record)
    bots = all_told[0].information[0]["bots"]
    assert sorted(bots.values()) == sorted(told.token for told in all_told)
    for told in all_told:
        seat = int(next(seat for seat, token in bots.items() if token == told.token))
        choices = record.choices(seat)
        assert len(choices) > TICKS // 2 and told.sent[: len(choices)] == choices
        saw_the_match(told, seat, record, 7)
    if pace == ["--lockstep"]:
        assert all(len(told.state) == TICKS for told in all_told)
        assert all(len(record.choices(seat)) == TICKS - 1 for seat in range(4))
