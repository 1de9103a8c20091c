"""Draw stacks as a flame graph: one rectangle for each function, as wide as its time.

The outermost frame is at the top. Rectangles below each other call each other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

WIDTH, ROW, LETTER = 1000, 19, 7.2  # pixels: of the graph, of a row, and of a letter on average
LEAST = 0.005  # share of the whole below which a frame is left out
DEEPEST = 14  # rows
_SHORTEST = 3  # letters that a label has at least
# Colours of parts; the text on them is dark, so that they are readable on any page.
COLOURS = {
    "webproctor": "#8ec5f2",
    "Inspect": "#f5b971",
    "transport": "#93d39a",
    "files": "#e5a0c8",
    "page server": "#c9b8ee",
    "browser": "#d9d3c3",
    "other": "#cfd6dc",
}
# Parts of frames by name; others belong to the part of the frame around them.
PARTS = {
    "Inspect": "Inspect",
    "Playwright": "transport",
    "Playwright's driver": "transport",
    "websockets": "transport",
    "sockets": "transport",
    "files": "files",
    "page server": "page server",
    "Python": "other",
    "event loop": "other",
    "imports": "other",
    "sandbox": "other",
    "browser process": "browser",
    "renderers": "browser",
    "GPU process": "browser",
    "network and others": "browser",
}


@dataclass
class Frame:
    """A frame with its time, which includes that of the frames inside it."""

    value: float = 0
    inner: dict[str, "Frame"] = field(default_factory=dict[str, "Frame"])


def part(name: str, around: str) -> str:
    """Return the part that a frame belongs to, inside a frame of the part `around`."""
    return "webproctor" if name.endswith("()") else PARTS.get(name, around)


def parts(stacks: Mapping[str, float]) -> dict[str, float]:
    """Return the time of each part: that of a stack is its innermost frame's."""
    found: dict[str, float] = {}
    for stack, value in stacks.items():
        mine = "other"
        for name in stack.split(";"):
            mine = part(name, mine)
        found[mine] = found.get(mine, 0) + value
    return found


def tree(stacks: Mapping[str, float]) -> Frame:
    """Return the whole as a frame."""
    whole = Frame()
    for stack, value in stacks.items():
        frame = whole
        frame.value += value
        for name in stack.split(";"):
            frame = frame.inner.setdefault(name, Frame())
            frame.value += value
    return whole


def pruned(stacks: Mapping[str, float]) -> dict[str, float]:
    """Return stacks without the frames that a graph omits. Their time counts for their caller."""
    whole = tree(stacks)
    found: dict[str, float] = {}
    for stack, value in stacks.items():
        frame, kept = whole, list[str]()
        for name in stack.split(";")[:DEEPEST]:
            frame = frame.inner[name]
            if frame.value < LEAST * whole.value:
                break
            kept.append(name)
        if kept:
            found[";".join(kept)] = found.get(";".join(kept), 0) + value
    return found


def drawn(title: str, stacks: Mapping[str, float]) -> str:
    """Return a flame graph as SVG.

    Args:
        title: What the whole is; its milliseconds are added.
        stacks: Milliseconds of each stack, whose frames are joined by `;`.
    """
    whole = tree(pruned(stacks))
    label = f"{title}: {whole.value:,.0f} ms of processor time"
    rows = [_rect(0, 0, WIDTH, label, COLOURS["other"], label)]
    rows += _frames(whole, 0, 1, WIDTH / whole.value, "other", whole.value)
    height = ROW * (2 + _depth(whole))
    legend = [
        _rect(at * WIDTH / len(COLOURS), height / ROW - 0.9, WIDTH / len(COLOURS), name, colour, "")
        for at, (name, colour) in enumerate(COLOURS.items())
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height + ROW}" '
            'role="img" aria-labelledby="t" font-family="system-ui,sans-serif" font-size="12">',
            f'<title id="t">{escape(label)}</title>',
            *rows,
            *legend,
            "</svg>\n",
        ]
    )


def _depth(frame: Frame) -> int:
    return max((1 + _depth(one) for one in frame.inner.values()), default=0)


def _frames(
    frame: Frame, left: float, row: int, scale: float, around: str, total: float
) -> Iterator[str]:
    for name, one in sorted(frame.inner.items(), key=lambda item: -item[1].value):
        mine, width = part(name, around), one.value * scale
        says = f"{name}: {one.value:.3g} ms, {100 * one.value / total:.3g} %"
        yield _rect(left, row, width, name, COLOURS[mine], says)
        yield from _frames(one, left, row + 1, scale, mine, total)
        left += width


def _rect(left: float, row: float, width: float, name: str, colour: str, says: str) -> str:
    """Return a rectangle with its name, shortened to its width, and a title for the mouse."""
    fits = int((width - 6) / LETTER)
    text = name if len(name) <= fits else f"{name[: fits - 1]}…" if fits > _SHORTEST else ""
    top = row * ROW
    shown = f'<text x="{left + 4:.1f}" y="{top + 13.5:.1f}" fill="#1b1f24">{escape(text)}</text>'
    return (
        f"<g>{f'<title>{escape(says)}</title>' if says else ''}"
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{max(width - 0.6, 0.4):.1f}" '
        f'height="{ROW - 1}" rx="2" fill="{colour}"/>{shown if text else ""}</g>'
    )
