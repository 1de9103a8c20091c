"""Google Fonts style sheets, generated for a query from the mirror's font files."""

import re
from collections.abc import Iterable
from urllib.parse import parse_qs

from webproctor.benchmarks.turkingbench.mirror.manifest import index

HOST = "fonts.googleapis.com"

Face = tuple[int, str]
"""(weight 1-1000, `normal` or `italic`)"""

_VARIANT = re.compile(r"(\d{3})?(regular|r|normal|bold|b|italic|i|bolditalic|bi)?")
_MATERIAL_ICONS = """.material-icons {
  font: normal 24px/1 'Material Icons';
  display: inline-block;
  letter-spacing: normal;
  text-transform: none;
  white-space: nowrap;
  word-wrap: normal;
  direction: ltr;
  font-feature-settings: 'liga';
  -webkit-font-smoothing: antialiased;
}
"""


def stylesheet(query: str) -> str:
    """Return the style sheet for the query string of `/css`, `/css2` or `/icon`.

    Each requested face becomes an `@font-face` rule with the nearest stored weight of its style
    (Latin letters only). Families and styles that are not stored get no rule, so the page uses its
    fallback font; a comment names the family.
    """
    values = parse_qs(query)
    display = values.get("display", [""])[0]
    display = display if display in {"auto", "block", "swap", "fallback", "optional"} else "auto"
    rules: dict[str, None] = {}
    for request in "|".join(values.get("family", [])).split("|"):
        family, _, faces = request.partition(":")
        name, stored = index().families.get(family.strip().lower(), (None, {}))
        if name is None:
            rules[f"/* {re.sub(r'[^ -)+-~]', '', family)}: not in the mirror */\n"] = None
            continue
        for weight, style in _faces(faces, stored):
            url = _nearest_weight(weight, style, stored)
            if url:
                rules[_rule(name, *url, display)] = None
        if name == "Material Icons":
            rules[_MATERIAL_ICONS] = None
    return "".join(rules)


def _faces(text: str, stored: Iterable[Face]) -> list[Face]:
    """Parse the faces after the family's colon; invalid ones are ignored."""
    if not text:
        return [(400, "normal")]
    if "@" in text:
        return _axis_faces(text, stored)
    faces: list[Face] = []
    for variant in text.lower().split(":")[0].split(","):
        match = _VARIANT.fullmatch(variant.strip())
        if match and match[0]:
            name = match[2] or ""
            weight = match[1] or (700 if name in {"bold", "b", "bolditalic", "bi"} else 400)
            italic = name in {"italic", "i", "bolditalic", "bi"}
            faces.append((int(weight), "italic" if italic else "normal"))
    return faces


def _axis_faces(text: str, stored: Iterable[Face]) -> list[Face]:
    """Parse the newer form `ital,wght@0,400;1,700`; a weight range is all stored weights in it."""
    axes, _, tuples = text.partition("@")
    faces: list[Face] = []
    for values in tuples.split(";"):
        setting = dict(zip(axes.split(","), values.split(","), strict=False))
        style = "italic" if setting.get("ital") == "1" else "normal"
        weights = [int(weight) for weight in re.findall(r"\d{1,4}", setting.get("wght", "400"))]
        if len(weights) == 1:
            faces.append((weights[0], style))
        elif len(weights) == 2:
            low, high = weights
            faces += [face for face in stored if low <= face[0] <= high and face[1] == style]
    return faces


def _nearest_weight(weight: int, style: str, stored: dict[Face, str]) -> tuple[Face, str] | None:
    matching = [face for face in stored if face[1] == style]
    face = min(matching, key=lambda face: (abs(face[0] - weight), face[0]), default=None)
    return (face, stored[face]) if face else None


def _rule(family: str, face: Face, url: str, display: str) -> str:
    weight, style = face
    return f"""@font-face {{
  font-family: '{family}';
  font-style: {style};
  font-weight: {weight};
  font-display: {display};
  src: url({url}) format('woff2');
}}
"""
