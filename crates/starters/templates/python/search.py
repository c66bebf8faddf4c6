"""Shortest ways, for boards and graphs alike."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Callable, Collection, Iterable


def first_step(start: int, goals: Collection[int], ways: Callable[[int], Iterable[tuple[int, int, int]]]) -> int:
    """The first move of a cheapest way from `start` to one of `goals`, -1 if there is none or it is there already.

    `ways(node)` lists the moves from a node as (move, node, cost). Of goals as near as each other the lowest counts.
    """
    best, queue = {start: 0}, [(0, start, -1)]
    while queue:
        cost, node, first = heappop(queue)
        if node in goals:
            return first
        if cost > best[node]:
            continue
        for move, to, price in ways(node):
            if to not in best or cost + price < best[to]:
                best[to] = cost + price
                heappush(queue, (cost + price, to, move if node == start else first))
    return -1
