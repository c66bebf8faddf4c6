"""The page of the hall as its readers play it: an organiser opens one, a team submits, and the client in Python asks."""

import json
import os
import shutil
import subprocess
import sys
import time

import pytest
from pages import ROOT, read
from stage import PATIENCE, free_port, program

PAGE = read(ROOT / "docs" / "serve.md")
PORT = ":8080"


@pytest.fixture
def hall(tmp_path):
    """A hall with a league of PyRat, opened as the page says; its port, and what a team has in its environment."""
    if os.getuid() == 0:
        # A host that is root gives programs a user of their own, who must come to the folder.
        for place in [tmp_path, *tmp_path.parents][:3]:
            place.chmod(place.stat().st_mode | 0o055)

    def run(*words):
        return subprocess.run([program(), *words, "--format", "json"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    token = json.loads(run("serve", "team", "add", "ada"))["token"]
    run("new", "pyrat", "mybot", "--lang", "python")
    shutil.make_archive(str(tmp_path / "mybot"), "zip", tmp_path / "mybot")
    port = free_port()
    opening = next(command.text for command in PAGE.commands if command.text.startswith("gridhaunt serve --league"))
    words = [program(), *opening.split()[1:], "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert f":{port}" in server.stdout.readline()
            yield tmp_path, f":{port}", {**os.environ, "GRIDHAUNT_TOKEN": token}
        finally:
            server.terminate()


def test_the_client_in_python_and_the_command_talk_to_a_hall(hall):
    folder, port, environment = hall
    client = next(text for kind, text in PAGE.texts if kind == "python" and "HALL =" in text)
    assert PORT in client
    client = client.replace(PORT, port)
    (folder / "client.py").write_text(client)
    done = subprocess.run([sys.executable, "client.py"], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    *standings, state = done.stdout.splitlines()
    assert len(standings) == 2 and all(row.split()[0].isdigit() for row in standings), done.stdout
    assert state in ("waiting", "checking", "fit"), done.stdout
    # The second version comes by the command.
    sent = next(command.text for command in PAGE.commands if "gridhaunt submit" in command.text)
    words = sent[sent.index("submit") :].replace(PORT, port).split()
    (folder / "mybot" / "NOTES").write_text("Another version.\n")
    done = subprocess.run([program(), *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0 and json.loads(done.stdout)["version"] == 2, done.stdout + done.stderr
    # Then the client is used as a module: what the page says comes true.
    ask = {}
    exec(client.split("for row")[0], ask)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        states = [one["state"] for one in ask["ask"]("/submissions", token=environment["GRIDHAUNT_TOKEN"])]
        if states == ["fit", "fit"]:
            break
        time.sleep(0.2)
    assert states == ["fit", "fit"]
    assert any(row["name"].startswith("ada") for row in ask["ask"]("/events/1")["standings"])
