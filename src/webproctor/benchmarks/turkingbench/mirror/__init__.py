"""Local copies of the public scripts, styles and fonts that TurkingBench pages load.

Pages written for Mechanical Turk load jQuery, Bootstrap and similar files from public servers. The
package contains the same files, so pages work without a network. For other addresses the
result is None, and the caller refuses the request.
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
# Stored addresses are much shorter. Limits the work of trying every number as a version.
_LONGEST = 1_000


@dataclass(frozen=True)
class Copy:
    """A response of the mirror: body, content type and source.

    `source` is the release and the file in it (`npm jquery@3.2.1 dist/jquery.min.js`), followed by
    `substitute for ADDRESS` if the file is another version or form of the requested one.
    """

    body: bytes
    content_type: str
    source: str


@cache
def hosts() -> frozenset[str]:
    """Return the hosts of which the mirror has files."""
    return index().hosts | {google_fonts.HOST}


@lru_cache(maxsize=2048)
def find(url: str) -> Copy | None:
    """Return the local copy of an `http:`, `https:` or protocol-relative URL, or None.

    Query and fragment are ignored, except for Google Fonts. If an address is not stored, the result
    is the nearest stored version of the same major version (see `manifest.nearest`), or the other
    form (plain or minified) of the same file, marked as a substitute. A page that states the
    checksum (`integrity`) of such a file rejects the substitute.
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
    if len(address) > _LONGEST:
        return None
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
    """Return the nearest version of a file in either form, plain or minified."""
    other_form = re.sub(r"\.(js|css)$", r".min.\1", address)
    if ".min." in address:
        other_form = address.replace(".min.", ".")
    tables = index().versions
    own, others = list(split_versions(address)), list(split_versions(other_form))
    if len(own) != len(others):  # `.min` was part of a version: `jquery.min.1.js`.
        others = own
    for (key, wanted), (other_key, _) in zip(own, others, strict=True):
        held: dict[Version, Stored] = tables.get(other_key, {}) | tables.get(key, {})
        version = nearest(wanted, held)
        if version:
            return held[version]
    return index().exact.get(other_form)
