#!/usr/bin/env python3
"""Stands for `gridhaunt` on the path of a page: the same program, with fewer games, and ports that are free."""

import json
import os
import subprocess
import sys

arguments = sys.argv[1:]
shown, whole = os.environ.get("DOCS_SHOWN"), os.environ.get("DOCS_WHOLE")
FEW, MOST = "12", 1000


def value(*names: str) -> int | None:
    """Where the value of a flag stands, if it is given."""
    places = [at + 1 for at, word in enumerate(arguments[:-1]) if word in names]
    return places[-1] if places else None


def few_games() -> None:
    if arguments[:1] not in (["play"], ["experiment"]) or "--list" in arguments:
        return
    count = value("-n", "--games")
    if count is None:
        if arguments[0] == "experiment" and not shown:
            arguments.extend(["-n", FEW])
    elif arguments[count].isdigit() and int(arguments[count]) > (MOST if shown else int(FEW)):
        arguments[count] = FEW


def server() -> None:
    ports = {("snarl", "server"): "45678", ("snarl", "client"): "45678", ("sproutopia", "serve"): "5000"}
    usual = ports.get(tuple(arguments[:2]))
    if usual is None:
        return
    port, address = value("--port"), value("--address")
    if port is None:
        arguments.extend(["--port", usual])
        port = len(arguments) - 1
    arguments[port] = os.environ.get(f"DOCS_PORT_{arguments[port]}", arguments[port])
    if address is not None and arguments[1] == "client":
        arguments[address] = "127.0.0.1"
    if arguments[1] == "serve" and "--lockstep" not in arguments and not whole:
        for flag, most in (("--tick-rate", "5"), ("--ticks", "30")):
            at = value(flag)
            if at is None:
                arguments.extend([flag, most])
            elif int(arguments[at]) > int(most):
                arguments[at] = most


def sandbox() -> None:
    """Events shut programs in at level 1 or better; where a machine has no such level, they are not shut in."""
    if arguments[:1] != ["duel"] and arguments[:2] not in (["tournament", "run"], ["league", "run"]) or "--sandbox" in arguments:
        return
    told = subprocess.run([os.environ["DOCS_GRIDHAUNT"], "doctor", "--format", "json"], capture_output=True, text=True, check=True)
    if json.loads(told.stdout)["best"] in ("0", "0+"):
        arguments.extend(["--sandbox", "0"])


sandbox()
if not whole:
    few_games()
server()
if shown and "--format" not in arguments and arguments[:1] not in (["step"], ["completions"], ["complete"]):
    arguments[:0] = ["--format", "table"]
os.execv(os.environ["DOCS_GRIDHAUNT"], ["gridhaunt", *arguments])
