"""What a seat sends in a tick, and how it tells what it saw."""

import json


def plan(tick: int) -> list[int]:
    if tick == 5:
        return [4, 2, 4]
    return [] if tick in (6, 7) else [1 + (tick * tick + tick // 3) % 4]


def tell(*words) -> None:
    print(json.dumps(words), flush=True)
