"""Replays are proved from Python too."""

from pathlib import Path

import gridhaunt
import pytest

CORPUS = Path(__file__).parents[2] / "corpus"


def test_the_corpus_verifies() -> None:
    verdicts = gridhaunt.verify(CORPUS / "pyrat-tiny-20.jsonl.zst")
    assert [verdict["match"] for verdict in verdicts] == list(range(1, 21))
    assert all(verdict["ok"] and len(verdict["seal"]) == 64 and not verdict["uncovered"] for verdict in verdicts)


def test_what_was_changed_is_named(tmp_path: Path) -> None:
    lines = (CORPUS / "pyrat-fixed.jsonl").read_text().splitlines()
    lines[3] = lines[3].replace('"choices":[[0,', '"choices":[[1,', 1)
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(lines))
    [verdict] = gridhaunt.verify(changed)
    assert (verdict["ok"], verdict["line"], verdict["field"], verdict["step"]) == (False, 4, "seal", 3)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        gridhaunt.verify(tmp_path / "none.jsonl")


def test_doubled_keys_of_a_given_state_are_refused() -> None:
    from gridhaunt._gridhaunt import Match

    with pytest.raises(gridhaunt.Invalid, match="stands twice"):
        Match("pyrat", '{"width": 5, "width": 7}', 1)
