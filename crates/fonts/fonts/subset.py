"""Makes the fonts of this folder: `pip install fonttools && python subset.py FOLDER`, FOLDER being the unpacked package."""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

WEIGHTS = {"400Regular": "Regular", "600SemiBold": "SemiBold", "700Bold": "Bold"}
# Latin, Greek and Cyrillic, dashes and quotes, the four arrows, signs that panels use.
LETTERS = "20-7e,a0-17f,370-3ff,400-45f,2010-2026,2030,20ac,2190-2193,2212,2713,2717"

for source, name in WEIGHTS.items():
    font = TTFont(pathlib.Path(sys.argv[1]) / source / f"Inter_{source}.ttf", recalcTimestamp=False)
    options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp", "locl"], hinting=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(LETTERS))
    subsetter.subset(font)
    # One family with three weights.
    font["name"].setName("Inter", 16, 3, 1, 0x409)
    font["name"].setName(name, 17, 3, 1, 0x409)
    font.save(pathlib.Path(__file__).parent / f"Inter-{name}.ttf")
