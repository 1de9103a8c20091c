"""Mask secrets before anything of a page is stored.

The contents of password fields are masked, and texts that match the collection's patterns: in DOM
snapshots, accessibility trees, web archives, screenshots and network traffic. Traces and videos
cannot be masked; they are not stored if there was something to mask.
"""

import email
import email.policy
import quopri
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from io import BytesIO
from typing import Any
from urllib.parse import quote_plus, unquote_plus

from PIL import Image, ImageDraw

from webproctor.collect.demonstration import encodings
from webproctor.collect.demonstration.capture import QUALITY, PageState
from webproctor.collect.demonstration.decoding import MASKED, in_base64, inflated, is_text
from webproctor.collect.demonstration.live import Performed
from webproctor.collect.demonstration.steps import Step
from webproctor.core.dom import Rect
from webproctor.core.errors import UserError

# Shorter passwords are masked only where they are a whole value: they occur in other words too.
_MIN_PASSWORD = 4
# Longer ones are masked only in plain form: nobody types them, and searching would take long.
_MAX_PASSWORD = 200
# The headers of a web archive that contain the page's title, its address and those of its files.
_HEADERS = ("Subject", "Snapshot-Content-Location", "Content-Location")
# Headers stay on one line: Chromium does not open an archive whose boundary or address is folded.
_MIME = email.policy.SMTP.clone(max_line_length=None, refold_source="none")
# A part of an address or a form in which characters are percent-encoded.
_DELIMITERS = r"""\s&=?#;"'<>"""
_PERCENT_ENCODED = re.compile(rf"(?<![^{_DELIMITERS}])[^{_DELIMITERS}%+]*+[%+][^{_DELIMITERS}]*+")
# Tokens of `autocomplete`: of password fields too, also while their text is shown.
_TOKENS = frozenset({"current-password", "new-password"})


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
    def from_expressions(cls, patterns: Sequence[str]) -> "Mask":
        """Create a mask from regular expressions.

        Raises:
            UserError: If one is invalid or matches an empty text.
        """
        compiled = []
        for pattern in patterns:
            try:
                compiled.append(re.compile(pattern))
            except re.error as error:
                raise UserError(f"--mask {pattern}: {error}.") from error
            if compiled[-1].search("") is not None:
                raise UserError(f"--mask {pattern}: matches an empty text.")
        return cls(compiled)

    def learn(self, dom: Mapping[str, Any]) -> None:
        """Remember the contents of the password fields in a DOM snapshot."""
        for password in _passwords(dom):
            self.remember(password)

    def learn_typed(self, step: Step, before: PageState) -> None:
        """Remember the text of a step that types into a password field.

        Pages can send a field, clear it or shorten its text as soon as it is filled in.
        """
        if step.op == "TYPE" and step.value and step.target.node in _password_fields(before.dom):
            self.remember(step.value)

    def remember(self, password: str) -> None:
        """Remember a password, and what pages make of it before they send it."""
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            changed = unicodedata.normalize(form, password)
            self.passwords.update({password, changed, changed.strip()} - {""})

    @property
    def secrets(self) -> bool:
        """Whether there is something to mask."""
        return bool(self.patterns or self.passwords)

    def text(self, text: str) -> str:
        """Return a text with everything masked in it."""
        return self.texts([text])[0]

    def texts(self, texts: Sequence[str]) -> list[str]:
        """Return texts with everything masked in them; faster than one by one."""
        if not self.secrets:
            return list(texts)
        distinct = set(texts)
        joined = "\n".join(distinct)
        encoded = in_base64(joined, self.data) != joined
        masked = {text: self._text(text, encoded) for text in distinct}
        self.used |= any(before != after for before, after in masked.items())
        return [masked[text] for text in texts]

    def _text(self, text: str, encoded: bool) -> str:
        """Return a text with everything masked in it, in base64 only if there may be some."""
        masked = self._mask_passwords(text)
        for password in self._longest_first():
            if len(password) < _MIN_PASSWORD:
                masked = encodings.value(password, len(password)).sub(MASKED, masked)
        masked = self._mask_patterns(masked)
        if self.patterns:
            masked = _PERCENT_ENCODED.sub(self._mask_percent_encoded, masked)
        return in_base64(masked, self.data) if encoded else masked

    def typed(self, text: str) -> str:
        """Return a text without the beginnings of passwords, which pages send at each key stroke.

        Only beginnings that are a whole value are masked.
        """
        masked = text
        for password in self._longest_first():
            if _MIN_PASSWORD <= len(password) <= _MAX_PASSWORD:
                masked = encodings.value(password, _MIN_PASSWORD).sub(MASKED, masked)
        self.used |= masked != text
        return masked

    def data(self, data: bytes, charset: str = "") -> bytes:
        """Return data with everything masked in it; compressed data is masked as a whole.

        Args:
            charset: That of a text.
        """
        contents = inflated(data)
        if contents is not None and self.data(contents) != contents:
            return MASKED.encode()
        if is_text(data):
            return self.text(data.decode()).encode()
        try:
            return self.text(data.decode(charset)).encode(charset)
        except (LookupError, UnicodeError):
            text = self._mask_passwords(data.decode(errors="surrogateescape"))
            masked = text.encode(errors="surrogateescape")
        self.used |= masked != data
        return masked

    def _mask_passwords(self, text: str) -> str:
        """Return a text in which passwords that do not occur by chance are masked."""
        for password in self._longest_first():
            if len(password) > _MAX_PASSWORD:
                text = text.replace(password, MASKED)
            elif len(password) >= _MIN_PASSWORD:
                text = encodings.pattern(password).sub(MASKED, text)
                for encoded in encodings.further_encodings(password):
                    text = text.replace(encoded, MASKED)
        return text

    def _longest_first(self) -> list[str]:
        """Return the passwords, the longer ones first: they can contain others."""
        return sorted(self.passwords, key=len, reverse=True)

    def _mask_percent_encoded(self, match: re.Match[str]) -> str:
        """Return a percent-encoded text in which what matches a pattern is masked."""
        text = unquote_plus(unquote_plus(match[0]))
        masked = self._mask_patterns(text)
        return match[0] if masked == text else quote_plus(masked, safe="[]")

    def _mask_patterns(self, text: str) -> str:
        """Return a text in which what matches a pattern is masked."""
        for pattern in self.patterns:
            text = pattern.sub(MASKED, text)
        return text

    def value(self, value: Any) -> Any:
        """Return JSON data with all its texts masked; names of keys are kept."""
        texts: list[str] = []
        each_text(value, lambda one: texts.append(one) or one)
        return each_text(value, dict(zip(texts, self.texts(texts), strict=True)).__getitem__)

    def state(self, state: PageState) -> PageState:
        """Return the state of a page with everything masked in it."""
        self.learn(state.dom)
        boxes = list(self._boxes(state.dom))
        return PageState(
            dom={**state.dom, "strings": self.texts(state.dom["strings"])},
            mhtml=self._archive(state.mhtml),
            axtree=self.value(state.axtree),
            screenshot=_paint_over(state.screenshot, boxes) if boxes else state.screenshot,
        )

    def performed(self, performed: Performed) -> Performed:
        """Return a step with everything masked in it."""
        step, target = performed.step, performed.step.target
        self.learn_typed(step, performed.before)
        for state in (performed.before, performed.after):
            self.learn(state.dom)
        masked_fields = {
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
            step=step.model_copy(update=masked_fields),
            before=self.state(performed.before),
            after=self.state(performed.after),
        )

    def _is_masked(self, text: str) -> bool:
        return self.text(text) != text

    def _archive(self, mhtml: str) -> str:
        """Return a web archive whose headers and texts are masked."""
        if not self.secrets:
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
            payload = part.get_payload(decode=True)
            text = payload.decode(charset, "surrogateescape") if isinstance(payload, bytes) else ""
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
            masked = {
                index
                for index, text in enumerate(layout["text"])
                if text >= 0 and self._is_masked(strings[text])
            }
            boxes = document["textBoxes"]
            for index, (x, y, width, height) in zip(
                boxes["layoutIndex"], boxes["bounds"], strict=True
            ):
                if index in masked:
                    yield x + left, y + top, width, height


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Return JSON data with all its texts changed; names of keys are kept."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [each_text(one, change) for one in value]
    if isinstance(value, dict):
        return {key: each_text(one, change) for key, one in value.items()}
    return value


def _is_picture(part: EmailMessage) -> bool:
    """Whether a part of a web archive has no text; pages can be SVG or XHTML too."""
    binary = part.get_content_maintype() in ("image", "font", "audio", "video")
    return binary and not part.get_content_subtype().endswith("xml")


def _passwords(dom: Mapping[str, Any]) -> Iterator[str]:
    strings = dom["strings"]
    for document in dom["documents"]:
        nodes = document["nodes"]
        values = nodes["inputValue"]
        for index, value in zip(values["index"], values["value"], strict=True):
            if value >= 0 and _is_password_field(strings, nodes["attributes"][index]):
                yield strings[value]


def _password_fields(dom: Mapping[str, Any]) -> set[int]:
    """Return the backend node ids of the password fields in a DOM snapshot."""
    return {
        node
        for document in dom["documents"]
        for node, attributes in zip(
            document["nodes"]["backendNodeId"], document["nodes"]["attributes"], strict=True
        )
        if _is_password_field(dom["strings"], attributes)
    }


def _is_password_field(strings: Sequence[str], attributes: Sequence[int]) -> bool:
    """Whether attributes, each a name and a value, are those of a password field."""
    texts = [strings[index].lower() for index in attributes]
    by_name = dict(zip(texts[::2], texts[1::2], strict=True))
    is_password_input = "type" in by_name and "password" in by_name.values()
    return is_password_input or not _TOKENS.isdisjoint(by_name.get("autocomplete", "").split())


def _offsets(dom: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Return the position of each document in the whole page."""
    offsets = [(0.0, 0.0)] * len(dom["documents"])
    # A frame's document comes after the document that contains it.
    for number, document in enumerate(dom["documents"]):
        nodes, layout = document["nodes"], document["layout"]
        frames = nodes.get("contentDocumentIndex", {"index": [], "value": []})
        for node_index, child_index in zip(frames["index"], frames["value"], strict=True):
            if node_index in layout["nodeIndex"]:
                x, y, *_ = layout["bounds"][layout["nodeIndex"].index(node_index)]
                child = dom["documents"][child_index]
                offsets[child_index] = (
                    offsets[number][0] + x - child.get("scrollOffsetX", 0),
                    offsets[number][1] + y - child.get("scrollOffsetY", 0),
                )
    return offsets


def _paint_over(jpeg: bytes, boxes: Sequence[Rect]) -> bytes:
    with Image.open(BytesIO(jpeg)) as image:
        draw = ImageDraw.Draw(image)
        for x, y, width, height in boxes:
            draw.rectangle((x - 1, y - 1, x + width + 1, y + height + 1), fill="black")
        buffer = BytesIO()
        image.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()
