"""Draws columns of a `curve.csv` as an SVG, without a plotting package.

    python curve.py runs/pyrat/curve.csv pyrat.svg --title "PyRat" random greedy
"""

from __future__ import annotations

import argparse
import csv
from html import escape
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 56, 690, 60, 310
COLOURS = ("#1F6FB2", "#C4541A", "#2E8B57", "#7B4FA3")
TEXT, FAINT, GRID = "#1F242C", "#676F7C", "#E6E2D8"


def label(x: float, y: float, text: str, anchor: str = "middle", colour: str = FAINT, size: int = 12, weight: str = "normal") -> str:
    """A text at a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-family="sans-serif" font-size="{size}" '
        f'font-weight="{weight}" fill="{colour}">{escape(text)}</text>'
    )


def draw(rows: list[dict[str, str]], columns: list[str], title: str) -> str:
    """The picture: score over choices, a line for each column."""
    last = float(rows[-1]["choices"])

    def place(row: dict[str, str], column: str) -> tuple[float, float]:
        return LEFT + float(row["choices"]) / last * (RIGHT - LEFT), BOTTOM - float(row[column]) * (BOTTOM - TOP)

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>', label(LEFT, 24, title, "start", TEXT, 16, "bold")]
    for share in range(0, 101, 25):
        y = BOTTOM - share / 100 * (BOTTOM - TOP)
        parts.append(f'<path d="M{LEFT} {y}H{RIGHT}" stroke="{FAINT if share == 50 else GRID}" stroke-width="1"/>')
        parts.append(label(LEFT - 8, y + 4, f"{share} %", "end"))
    for million in range(int(last / 1e6) + 1):
        parts.append(label(LEFT + million * 1e6 / last * (RIGHT - LEFT), BOTTOM + 18, str(million)))
    parts.append(label((LEFT + RIGHT) / 2, BOTTOM + 38, f"million choices ({float(rows[-1]['seconds']) / 60:.0f} minutes)"))
    for number, column in enumerate(columns):
        colour, points = COLOURS[number % len(COLOURS)], [place(row, column) for row in rows]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points)
        parts.append(label(LEFT + number * (RIGHT - LEFT) / len(columns), 46, column, "start", colour))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">\n' + "\n".join(parts) + "\n</svg>\n"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("curve", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("columns", nargs="+")
    parser.add_argument("--title", default="Score")
    given = parser.parse_args()
    with given.curve.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    unknown = [column for column in given.columns if column not in rows[0]]
    if unknown:
        parser.error(f"{unknown[0]}: not one of {', '.join(rows[0])}")
    given.picture.write_text(draw(rows, given.columns, given.title), encoding="utf-8")


if __name__ == "__main__":
    main()
