"""Local copies of the public scripts, styles and fonts that TurkingBench pages name.

Pages written for Mechanical Turk load jQuery, Bootstrap and their like from public networks.
Here the same bytes lie in this package, so that pages look and work without a network. Whatever
is not here is not guessed: the answer is None, and the caller refuses the request.
"""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from urllib.parse import unquote, urlsplit

from webproctor.benchmarks.turkingbench.mirror import google_fonts
from webproctor.benchmarks.turkingbench.mirror.manifest import (
    Stored,
    Version,
    index,
    nearest,
    split_versions,
)

_CONTENT_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".png": "image/png",
    ".gif": "image/gif",
}


@dataclass(frozen=True)
class Copy:
    """What the mirror answers: the body, its content type, and where it comes from.

    `source` names the release and the file in it (`npm jquery@3.2.1 dist/jquery.min.js`), and
    says `substitute for ADDRESS` where the file is another version or form of what was asked.
    """

    body: bytes
    content_type: str
    source: str


@cache
def hosts() -> frozenset[str]:
    """The hosts of which the mirror holds something: for these `find` is worth a call."""
    return index().hosts | {google_fonts.HOST}


@lru_cache(maxsize=2048)
def find(url: str) -> Copy | None:
    """The local copy of an `http:`, `https:` or protocol-relative URL; None if there is none.

    Query and fragment do not matter, except to Google Fonts. An address that is not stored is
    answered by the nearest stored version of the same major version (see `manifest.nearest`), or by
    the minified form of the same file, and is then marked as a substitute. A page that states
    the checksum (`integrity`) of a file for which there is only a substitute still refuses it.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in {"http", "https", ""} or host not in hosts():
        return None
    if host == google_fonts.HOST and parts.path in {"/css", "/css2", "/icon"}:
        body = google_fonts.stylesheet(parts.query).encode()
        return Copy(body, _CONTENT_TYPES[".css"], "written for the query by webproctor")
    address = f"{host}{unquote(parts.path)}"
    stored = index().exact.get(address) or _stand_in(address)
    if stored:
        return _copy(stored, stored.source)
    substitute = _substitute(address)
    return substitute and _copy(substitute, f"{substitute.source} (substitute for {address})")


@cache
def _body(stored: Stored) -> bytes:
    return stored.path.read_bytes()


def _copy(stored: Stored, source: str) -> Copy:
    return Copy(_body(stored), _CONTENT_TYPES[stored.path.suffix], source)


def _stand_in(address: str) -> Stored | None:
    return next((s for pattern, s in index().wildcards if fnmatchcase(address, pattern)), None)


def _substitute(address: str) -> Stored | None:
    """The nearest version of the file in either form, plain or minified."""
    other_form = re.sub(r"\.(js|css)$", r".min.\1", address)
    if ".min." in address:
        other_form = address.replace(".min.", ".")
    tables = index().versions
    for (key, wanted), (other_key, _) in zip(
        split_versions(address), split_versions(other_form), strict=True
    ):
        held: dict[Version, Stored] = tables.get(other_key, {}) | tables.get(key, {})
        version = nearest(wanted, held)
        if version:
            return held[version]
    return index().exact.get(other_form)
