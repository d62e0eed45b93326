"""Makes the font files of the site from the packages of @fontsource-variable.

Run it in a folder in which these packages are installed:
    npm install @fontsource-variable/figtree @fontsource-variable/libre-franklin @fontsource-variable/fraunces \
        @fontsource-variable/literata @fontsource-variable/bricolage-grotesque
    python3 make-subsets.py <folder for woff2> <folder for ttf>
Needs fonttools and brotli.
"""
import sys
from io import BytesIO

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB, DRAWN = sys.argv[1:3]
# Letters of nl, fr, en and de, figures, and the punctuation of these languages.
DISPLAY = (
    "U+0020-0022,U+0026-003B,U+003D,U+003F,U+0041-005A,U+0061-007A,U+00A0,U+00AB,U+00BB,U+00B2,U+00B7,U+00C0,U+00C2,"
    "U+00C4,U+00C7-00CB,U+00CE,U+00CF,U+00D4,U+00D6,U+00D9,U+00DB,U+00DC,U+00DF,U+00E0-00E2,U+00E4,U+00E7-00EB,U+00EE,"
    "U+00EF,U+00F1,U+00F3,U+00F4,U+00F6,U+00F9-00FC,U+0152,U+0153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+202F,"
    "U+20AC"
)
# The text family carries names and postal addresses: all of Latin-1 and a few signs.
TEXT = (
    "U+0020-007E,U+00A0,U+00A7,U+00A9,U+00AB,U+00AE,U+00B0-00B3,U+00B7,U+00BB,U+00BC-00BE,U+00C0-00FF,U+0152-0153,"
    "U+0178,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+2039-203A,U+20AC,U+2212"
)
# Name, file of the package, axes that are fixed, and the weight: a range for text, one for headings.
FAMILIES = [
    ("figtree", "figtree/files/figtree-latin-wght-normal", {}, "text"),
    ("libre-franklin", "libre-franklin/files/libre-franklin-latin-wght-normal", {}, "text"),
    ("literata", "literata/files/literata-latin-opsz-normal", {"opsz": 36}, 500),
    ("bricolage-grotesque", "bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal", {"opsz": 36}, 600),
    ("fraunces", "fraunces/files/fraunces-latin-opsz-normal", {"opsz": 72}, 500),
]


def made(file, characters, axes):
    font = TTFont(f"node_modules/@fontsource-variable/{file}.woff2")
    names = [1, 2, 4, 6]
    features = ["kern", "tnum", "lnum", "ccmp", "locl"]
    cutter = subset.Subsetter(subset.Options(layout_features=features, hinting=False, name_IDs=names))
    cutter.populate(unicodes=subset.parse_unicodes(characters))
    cutter.subset(font)
    font.flavor = None
    # Read again: some variations are left over otherwise.
    kept = BytesIO()
    font.save(kept)
    return instancer.instantiateVariableFont(TTFont(kept), axes)


def named(font, name):
    """Nobody shall take a subset for the original."""
    for record in font["name"].names:
        if record.nameID == 2:
            record.string = "Regular"
        elif record.nameID in (1, 4, 6):
            record.string = name.replace(" ", "") if record.nameID == 6 else name
    return font


for key, file, axes, kind in FAMILIES:
    title = " ".join(part.capitalize() for part in key.split("-")) + " Subset"
    characters = TEXT if kind == "text" else DISPLAY
    web = made(file, characters, {**axes, "wght": (400, 650) if kind == "text" else kind})
    weights = {"": 400, "-bold": 600} if kind == "text" else {"": kind}
    for end, weight in weights.items():
        font = made(file, characters, {**axes, "wght": weight})
        # No word for a weight: drawing libraries would take it for one.
        named(font, title.replace(" Subset", " Strong Subset") if end else title).save(f"{DRAWN}/{key}{end}.ttf")
    web.flavor = "woff2"
    named(web, title).save(f"{WEB}/{key}.woff2")
