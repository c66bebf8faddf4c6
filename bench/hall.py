"""What a hall bears: many who watch live, many who submit at once, and how long pages take meanwhile.

    make build && python3 bench/hall.py --viewers 500 --teams 50

A hall is opened on a free port of this machine, with a league of PyRat. Two slow bots play, so that there is something to watch.
Then all viewers watch a match live (when it is over, the next one), all teams submit a bot at the same moment, and a few readers
ask for pages one after the other. It is over when all bots are checked, too. It fails if anything is an error, or the median page
takes 200 ms or more. Beside the figures stands how much of the machine others left before it began.
"""

import argparse
import asyncio
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from time import perf_counter, sleep

ROOT = Path(__file__).resolve().parent.parent
COMMAND = Path(os.environ.get("GRIDHAUNT", ROOT / "target" / "release" / "gridhaunt")).resolve()
PAGES = ["/", "/events", "/events/1", "/events/1/matches", "/leaderboards/pyrat", "/games/pyrat", "/live", "/tables", "/api/v1/events/1"]
WANTED = 0.2
# How long a reader waits before the next page.
BREATH = 0.02
# How many seconds all bots together may take to be checked.
CHECKS = 300
BOT = """
import json, sys, time
# {name}
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({{"type": "hello", "name": "{name}"}}), flush=True)
    elif said["type"] == "start":
        print(json.dumps({{"type": "ready"}}), flush=True)
    elif said["type"] == "turn":
        time.sleep({pause})
        print(json.dumps({{"type": "move", "id": said["id"], "index": said["turn"] % len(said["legal"])}}), flush=True)
    elif said["type"] == "ping":
        print(json.dumps({{"type": "pong", "id": said["id"]}}), flush=True)
"""


def upload(name: str, pause: float) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for path, text in {"bot.toml": 'run = ["python3", "bot.py"]\n', "bot.py": BOT.format(name=name, pause=pause)}.items():
            head = tarfile.TarInfo(path)
            head.size = len(text.encode())
            archive.addfile(head, io.BytesIO(text.encode()))
    return packed.getvalue()


class Hall:
    def __init__(self, address: str):
        self.host, port = address.removeprefix("http://").strip("/").split(":")
        self.port, self.errors = int(port), []

    async def ask(self, path: str, body: bytes | None = None, token: str | None = None) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n"
            head += f"Authorization: Bearer {token}\r\n" if token else ""
            head += f"Content-Length: {len(body)}\r\n" if body is not None else ""
            writer.write(head.encode() + b"\r\n" + (body or b""))
            await writer.drain()
            answer = await asyncio.wait_for(reader.read(-1), 120)
            head, _, rest = answer.partition(b"\r\n\r\n")
            status = int(head.split(b" ")[1]) if head else 0
            return status, rest
        finally:
            writer.close()

    async def json(self, path: str, **more):
        status, body = await self.ask(path, **more)
        if status != 200:
            self.errors.append(f"{path}: {status} {body[:200]!r}")
            return None
        return json.loads(body)

    async def watch(self, stop: asyncio.Event, told: list[int]) -> None:
        """Watches matches one after the other."""
        while not stop.is_set():
            live = [one for one in await self.json("/api/v1/live") or [] if not one["over"]]
            if not live:
                await asyncio.sleep(0.5)
                continue
            # The one that will last longest is watched: it has the fewest steps a second.
            reader, writer = await asyncio.open_connection(self.host, self.port, limit=1 << 22)
            try:
                writer.write(f"GET /api/v1/live/{live[0]['id']} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
                if b" 200 " not in head.split(b"\r\n")[0]:
                    continue  # It was forgotten meanwhile.
                while not stop.is_set():
                    line = await asyncio.wait_for(reader.readline(), 60)
                    if not line:
                        break
                    if line.startswith(b"data: "):
                        told.append(len(line))
                        if b'"over":true' in line:
                            break
            except (TimeoutError, ConnectionError, asyncio.IncompleteReadError) as error:
                if not stop.is_set():
                    self.errors.append(f"a viewer: {error!r}")
            finally:
                writer.close()
            await asyncio.sleep(1)

    async def read_pages(self, stop: asyncio.Event, times: dict[str, list[float]]) -> None:
        while not stop.is_set():
            for page in PAGES:
                began = perf_counter()
                status, _ = await self.ask(page)
                times.setdefault(page, []).append(perf_counter() - began)
                if status != 200:
                    self.errors.append(f"{page}: {status}")
                # All come from one address, which may ask 400 times a second.
                await asyncio.sleep(BREATH)

    async def all_checked(self, chief: str, many: int) -> tuple[float, list[str]]:
        """How long it takes until so many bots are checked, and what came of them."""
        began = perf_counter()
        while True:
            await asyncio.sleep(0.5)
            states = [one["state"] for one in await self.json("/api/v1/submissions", token=chief) or []]
            took = perf_counter() - began
            if len(states) == many and all(state in ("fit", "unfit") for state in states):
                return took, states
            if took > CHECKS:
                sys.exit(f"after {took:.0f} s bots still wait to be checked: {states}")

    async def submitted(self, token: str, body: bytes) -> float:
        began = perf_counter()
        await self.json("/api/v1/submissions", body=body, token=token)
        return perf_counter() - began


async def measure(hall: Hall, tokens: list[str], chief: str, viewers: int, seconds: float) -> dict:
    for at, token in enumerate(tokens[:2]):
        await hall.submitted(token, upload(f"slow{at}", 0.05))
    while True:
        states = [one["state"] for one in await hall.json("/api/v1/submissions", token=chief)]
        if all(state in ("fit", "unfit") for state in states):
            break
        await asyncio.sleep(0.2)
    if "unfit" in states:
        sys.exit("the slow bots are not fit here")
    stop, told, times, began = asyncio.Event(), [], {}, perf_counter()
    watching = [asyncio.create_task(hall.watch(stop, told)) for _ in range(viewers)]
    reading = [asyncio.create_task(hall.read_pages(stop, times)) for _ in range(4)]
    await asyncio.sleep(3)
    checking = asyncio.create_task(hall.all_checked(chief, len(tokens)))
    took = await asyncio.gather(*(hall.submitted(token, upload(f"bot{at}", 0)) for at, token in enumerate(tokens[2:])))
    await asyncio.sleep(seconds)
    stop.set()
    measured = perf_counter() - began
    await asyncio.gather(*reading, return_exceptions=True)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    all_times = sorted(time for page in times.values() for time in page)
    checks_took, states = await checking
    return {
        "seconds": round(measured, 1),
        "viewers": viewers,
        "messages": len(told),
        "megabytes_told": round(sum(told) / 1e6, 1),
        "submissions": len(took),
        "submission_median_ms": round(1e3 * statistics.median(took)),
        "submission_worst_ms": round(1e3 * max(took)),
        "checked": len(states) - 2,
        "check_seconds_each": round(checks_took / (len(states) - 2), 2),
        "unfit": states.count("unfit"),
        "pages": len(all_times),
        "page_median_ms": round(1e3 * statistics.median(all_times), 1),
        "page_p95_ms": round(1e3 * all_times[int(0.95 * len(all_times))], 1),
        "page_worst_ms": round(1e3 * all_times[-1], 1),
        "medians_ms": {page: round(1e3 * statistics.median(found), 1) for page, found in times.items()},
        "errors": len(hall.errors),
    }


def idle() -> float:
    """The part of all processors that nobody uses before it begins, over two seconds."""
    def read() -> tuple[int, int]:
        times = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return times[3] + times[4], sum(times)

    first = read()
    sleep(2)
    last = read()
    return round((last[0] - first[0]) / max(1, last[1] - first[1]), 2)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--viewers", type=int, default=500)
    words.add_argument("--teams", type=int, default=50)
    words.add_argument("--seconds", type=float, default=20, help="how long it is measured after all have submitted")
    given = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="gridhaunt-hall-") as name:
        run = lambda *words: subprocess.run([COMMAND, *words, "--format", "json"], cwd=name, check=True, capture_output=True, text=True).stdout
        tokens = [json.loads(run("serve", "team", "add", f"team{at}"))["token"] for at in range(given.teams + 2)]
        chief = json.loads(run("serve", "token"))["token"]
        serve = [COMMAND, "serve", "--bind", "127.0.0.1:0", "--league", "pyrat", "--with", "greedy,random", "--format", "json"]
        with subprocess.Popen(serve, cwd=name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                hall = Hall(json.loads(server.stdout.readline())["address"])
                before = idle()
                found = asyncio.run(measure(hall, tokens, chief, given.viewers, given.seconds))
                found["processors"], found["idle_before"] = os.cpu_count(), before
            finally:
                server.terminate()
    print(json.dumps(found, indent=2))
    for error in hall.errors[:10]:
        print(error, file=sys.stderr)
    return 0 if not hall.errors and found["page_median_ms"] < 1e3 * WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
