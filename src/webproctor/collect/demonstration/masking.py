"""Mask secrets before anything of a page is stored.

The contents of password fields are masked, and texts that match the collection's patterns: in DOM
snapshots, accessibility trees, web archives, screenshots and network traffic. Traces and videos
cannot be masked; they are not stored if something was masked.
"""

import email
import email.policy
import json
import quopri
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from webproctor.collect.demonstration import encodings
from webproctor.collect.demonstration.capture import QUALITY, PageState
from webproctor.collect.demonstration.live import Performed
from webproctor.collect.demonstration.steps import Step
from webproctor.core.errors import UserError

MASKED = "[masked]"
# Shorter passwords are masked only where they are a whole text: they occur in other words too.
_SHORTEST = 4
# Longer ones are masked only as they are: nobody types them, and searching would take long.
_LONGEST = 200
# The headers of a web archive that contain the page's title, its address and those of its files.
_HEADERS = ("Subject", "Snapshot-Content-Location", "Content-Location")
# Headers stay on one line: Chromium does not open an archive whose boundary or address is folded.
_MIME = email.policy.SMTP.clone(max_line_length=None, refold_source="none")
Rect = tuple[float, float, float, float]


@dataclass
class Mask:
    """What must not be stored.

    Attributes:
        patterns: Texts that match one of them are masked.
        passwords: Contents of password fields seen so far; `learn` adds to them.
        used: Whether anything was masked.
    """

    patterns: Sequence[re.Pattern[str]] = ()
    passwords: set[str] = field(default_factory=set)
    used: bool = False

    @classmethod
    def of(cls, patterns: Sequence[str]) -> "Mask":
        """Create a mask from regular expressions.

        Raises:
            UserError: If one is invalid or matches an empty text.
        """
        made = []
        for pattern in patterns:
            try:
                made.append(re.compile(pattern))
            except re.error as error:
                raise UserError(f"--mask {pattern}: {error}.") from error
            if made[-1].search("") is not None:
                raise UserError(f"--mask {pattern}: matches an empty text.")
        return cls(made)

    def learn(self, dom: Mapping[str, Any]) -> None:
        """Remember the contents of the password fields in a DOM snapshot."""
        self.passwords.update(one for one in _passwords(dom) if one)

    def learn_typed(self, step: Step, before: PageState) -> None:
        """Remember the text of a step that types into a password field.

        Pages can send a field, clear it or shorten its text as soon as it is filled in.
        """
        if step.op == "TYPE" and step.value and step.target.node in _password_fields(before.dom):
            self.passwords.add(step.value)

    def text(self, text: str) -> str:
        """Return a text with everything masked in it."""
        masked = text
        # The longer ones first: they can contain others.
        for password in sorted(self.passwords, key=len, reverse=True):
            if len(password) > _LONGEST:
                masked = masked.replace(password, MASKED)
            elif len(password) >= _SHORTEST:
                masked = encodings.pattern(password).sub(MASKED, masked)
            elif encodings.pattern(password).fullmatch(masked):
                masked = MASKED
        for pattern in self.patterns:
            masked = pattern.sub(MASKED, masked)
        self.used |= masked != text
        return masked

    def value(self, value: Any) -> Any:
        """Return JSON data with all its texts masked; names of keys are kept."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if isinstance(value, dict):
            return {key: self.value(one) for key, one in value.items()}
        return value

    def state(self, state: PageState) -> PageState:
        """Return the state of a page with everything masked in it."""
        self.learn(state.dom)
        covered = list(self._boxes(state.dom))
        return PageState(
            dom={**state.dom, "strings": [self.text(one) for one in state.dom["strings"]]},
            mhtml=self._archive(state.mhtml),
            axtree=self.value(state.axtree),
            screenshot=_covered(state.screenshot, covered) if covered else state.screenshot,
        )

    def performed(self, performed: Performed) -> Performed:
        """Return a step with everything masked in it."""
        step, target = performed.step, performed.step.target
        self.learn_typed(step, performed.before)
        for state in (performed.before, performed.after):
            self.learn(state.dom)
        hidden = {
            "value": self.text(step.value),
            "url": self.text(step.url),
            "title": self.text(step.title),
            "target": target.model_copy(
                update={
                    "name": self.text(target.name),
                    "label": self.text(target.label),
                    "options": tuple(map(self.text, target.options)),
                }
            ),
        }
        return replace(
            performed,
            step=step.model_copy(update=hidden),
            before=self.state(performed.before),
            after=self.state(performed.after),
        )

    def har(self, har: bytes) -> bytes:
        """Return network traffic with everything masked in it."""
        return json.dumps(self.value(json.loads(har)), ensure_ascii=False).encode()

    def _hides(self, text: str) -> bool:
        return self.text(text) != text

    def _archive(self, mhtml: str) -> str:
        """Return a web archive whose headers and texts are masked."""
        if not self.patterns and not self.passwords:
            return mhtml
        data = mhtml.encode("utf-8", "surrogateescape")
        message = email.message_from_bytes(data, policy=_MIME)
        changed = False
        for part in message.walk():
            for name in _HEADERS:
                value = str(part.get(name, ""))
                if (masked := self.text(value)) != value:
                    changed = True
                    part.replace_header(name, " ".join(masked.split()))
            if not isinstance(part, EmailMessage) or part.is_multipart() or _is_picture(part):
                continue
            charset = part.get_content_charset("utf-8")
            written = part.get_payload(decode=True)
            text = written.decode(charset, "surrogateescape") if isinstance(written, bytes) else ""
            if (masked := self.text(text)) != text:
                changed = True
                del part["Content-Transfer-Encoding"]
                part["Content-Transfer-Encoding"] = "quoted-printable"
                data = masked.encode(charset, "surrogateescape")
                part.set_payload(quopri.encodestring(data).decode())
        return message.as_bytes().decode("utf-8", "surrogateescape") if changed else mhtml

    def _boxes(self, dom: Mapping[str, Any]) -> Iterator[Rect]:
        """Yield the boxes of texts that are masked, in pixels of the whole page."""
        strings = dom["strings"]
        for document, (left, top) in zip(dom["documents"], _offsets(dom), strict=True):
            layout = document["layout"]
            hidden = {
                place
                for place, text in enumerate(layout["text"])
                if text >= 0 and self._hides(strings[text])
            }
            boxes = document["textBoxes"]
            for place, (x, y, width, height) in zip(
                boxes["layoutIndex"], boxes["bounds"], strict=True
            ):
                if place in hidden:
                    yield x + left, y + top, width, height


def _is_picture(part: EmailMessage) -> bool:
    """Whether a part of a web archive has no text; pages can be SVG or XHTML too."""
    binary = part.get_content_maintype() in ("image", "font", "audio", "video")
    return binary and not part.get_content_subtype().endswith("xml")


def _passwords(dom: Mapping[str, Any]) -> Iterator[str]:
    strings = dom["strings"]
    for document in dom["documents"]:
        nodes = document["nodes"]
        values = nodes["inputValue"]
        for place, value in zip(values["index"], values["value"], strict=True):
            if value >= 0 and _hidden(strings, nodes["attributes"][place]):
                yield strings[value]


def _password_fields(dom: Mapping[str, Any]) -> set[int]:
    """Return the backend node ids of the password fields in a DOM snapshot."""
    return {
        node
        for document in dom["documents"]
        for node, attributes in zip(
            document["nodes"]["backendNodeId"], document["nodes"]["attributes"], strict=True
        )
        if _hidden(dom["strings"], attributes)
    }


def _hidden(strings: Sequence[str], attributes: Sequence[int]) -> bool:
    """Whether attributes, each a name and a value, are those of a password field."""
    given = [strings[one].lower() for one in attributes]
    return "password" in given[1::2] and given[::2].count("type") > 0


def _offsets(dom: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Return the position of each document in the whole page."""
    found = [(0.0, 0.0)] * len(dom["documents"])
    # A frame's document comes after the document that contains it.
    for number, document in enumerate(dom["documents"]):
        nodes, layout = document["nodes"], document["layout"]
        inside = nodes.get("contentDocumentIndex", {"index": [], "value": []})
        for place, content in zip(inside["index"], inside["value"], strict=True):
            if place in layout["nodeIndex"]:
                x, y, *_ = layout["bounds"][layout["nodeIndex"].index(place)]
                inner = dom["documents"][content]
                found[content] = (
                    found[number][0] + x - inner.get("scrollOffsetX", 0),
                    found[number][1] + y - inner.get("scrollOffsetY", 0),
                )
    return found


def _covered(jpeg: bytes, boxes: Sequence[Rect]) -> bytes:
    with Image.open(BytesIO(jpeg)) as image:
        drawn = ImageDraw.Draw(image)
        for x, y, width, height in boxes:
            drawn.rectangle((x - 1, y - 1, x + width + 1, y + height + 1), fill="black")
        out = BytesIO()
        image.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
