"""The classes of players in a student's file or folder."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType

from pyrat import Player


class NoPlayerError(Exception):
    """There is no player, or not one alone; the words say what to do."""


def find_class(path: str, name: str | None = None) -> type[Player]:
    """The class of the player in a file, or in the one file of a folder that has a player.

    A class that is named like its file is meant before others.
    """
    place = Path(path).resolve()
    if not place.exists():
        raise NoPlayerError(f"there is no file or folder {path}")
    folder = place if place.is_dir() else place.parent
    files = [file for file in sorted(place.glob("*.py")) if _may_have_player(file)] if place.is_dir() else [place]
    _make_importable(folder)
    found: dict[str, type[Player]] = {}
    for file in files:
        module = _load(file)
        if name is not None and _is_player(getattr(module, name, None)):
            return getattr(module, name)  # type: ignore[no-any-return]
        own = {label: value for label, value in vars(module).items() if _is_player(value) and value.__module__ == module.__name__}
        like_file = {label: value for label, value in own.items() if label == file.stem}
        found.update(like_file if like_file and name is None else own)
    there = ", ".join(found)
    if name is not None:
        raise NoPlayerError(f"{path} has no player {name}" + (f", need one of {there}" if found else ""))
    if not found:
        raise NoPlayerError(f"{path} has no player: no subclass of pyrat.Player with a method turn")
    if len(found) > 1:
        raise NoPlayerError(f"{path} has {len(found)} players ({there}): name one of them, as in pyrat:{path}:{next(iter(found))}")
    return next(iter(found.values()))


def _is_player(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Player) and not inspect.isabstract(value)


def _may_have_player(file: Path) -> bool:
    """Whether a file of a folder has a class with a method `turn`; others are not run. What cannot be read is told later."""
    if file.name.startswith("_"):
        return False
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return True
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return any(isinstance(part, ast.FunctionDef) and part.name == "turn" for one in classes for part in one.body)


def _make_importable(folder: Path) -> None:
    """Puts a folder and the one above it on the path, and makes the folder a package by its name.

    That folder above may be closed to a program that is shut in, and another folder of that name may be on the path.
    """
    sys.path[:0] = [str(folder), str(folder.parent)]
    name = folder.name
    if not name.isidentifier() or name in sys.modules or name in sys.stdlib_module_names:
        return
    file = folder / "__init__.py"
    if file.exists():
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[str(folder)])
        assert spec is not None and spec.loader is not None, "a file of Python has a loader"
        package = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(package)
    else:
        package = sys.modules[name] = ModuleType(name)
        package.__path__ = [str(folder)]


def _load(file: Path) -> ModuleType:
    """Runs a file as a module of its own name, or of another if that is taken."""
    taken = file.stem in sys.modules or file.stem in sys.stdlib_module_names
    name = f"player_{file.stem}" if taken else file.stem
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise NoPlayerError(f"{file} does not end in .py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
