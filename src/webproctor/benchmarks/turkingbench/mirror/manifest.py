"""Lookup tables from the mirror's manifest: the stored file for each address.

An *address* is a URL without scheme, query and fragment: `code.jquery.com/jquery-3.2.1.min.js`.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent

Version = tuple[int, ...]

_VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4})*(?:-(?:alpha|beta|rc)(?:[0-9.]*[0-9])?)?")


@dataclass(frozen=True)
class Stored:
    """A file of the mirror, and the release that it comes from."""

    path: Path
    source: str


@dataclass(frozen=True)
class Index:
    """The manifest's tables.

    Attributes:
        exact: Address -> file.
        versions: Address with `{version}` instead of the version -> version -> file.
        wildcards: (address pattern with `*`, file).
        families: Font family in lower case -> its name and faces, (weight, style) -> URL.
    """

    exact: dict[str, Stored]
    versions: dict[str, dict[Version, Stored]]
    wildcards: list[tuple[str, Stored]]
    families: dict[str, tuple[str, dict[tuple[int, str], str]]]

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts of which the mirror has files."""
        addresses = [*self.exact, *(pattern for pattern, _ in self.wildcards)]
        return frozenset(address.split("/", 1)[0] for address in addresses)


@cache
def index() -> Index:
    """Return the tables of `manifest.json`, which is read once."""
    manifest = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    exact: dict[str, Stored] = {}
    versions: dict[str, dict[Version, Stored]] = defaultdict(dict)
    for copy in manifest["copies"]:
        version = parse_version(copy["version"])
        patterns = manifest["libraries"][copy["library"]]
        for asset, file in copy["files"].items():
            path = FOLDER / "packages" / f"{copy['library']}@{copy['version']}" / asset
            stored = Stored(path, f"{copy['source']} {file['from']}")
            for pattern in [*patterns.get("*", []), *patterns.get(asset, [])]:
                address = pattern.replace("{asset}", asset)
                exact[address.replace("{version}", copy["version"])] = stored
                versions[address][version] = stored
            for pattern in copy.get("urls", []):
                exact[pattern.replace("{asset}", asset)] = stored
    for address, releases in versions.items():
        if "@{version}" in address:  # Without a version, CDNs serve the newest.
            exact.setdefault(address.replace("@{version}", ""), releases[max(releases)])
    wildcards: list[tuple[str, Stored]] = []
    for name, patterns in manifest["stand_ins"].items():
        stored = Stored(FOLDER / "stand_ins" / name, f"webproctor's stand-in {name}")
        wildcards += [(pattern, stored) for pattern in patterns]
    families = {
        name.lower(): (name, _faces(library, exact))
        for name, library in manifest["families"].items()
    }
    return Index(exact, dict(versions), wildcards, families)


def _faces(library: str, exact: dict[str, Stored]) -> dict[tuple[int, str], str]:
    faces = {}
    for address, stored in exact.items():
        if stored.path.parent.name.rpartition("@")[0] == library:
            weight, style = stored.path.stem.split("-")
            faces[int(weight), style] = f"https://{address}"
    return faces


def parse_version(text: str) -> Version:
    """Parse a version: `3.4.1` -> (3, 4, 1). A pre-release counts as its release."""
    return tuple(int(number) for number in text.split("-")[0].split("."))


def split_versions(address: str) -> Iterable[tuple[str, Version]]:
    """Yield every (address with `{version}`, version) that `address` can be split into."""
    for match in _VERSION.finditer(address):
        key = f"{address[: match.start()]}{{version}}{address[match.end() :]}"
        yield key, parse_version(match[0])


def nearest(wanted: Version, versions: Iterable[Version]) -> Version | None:
    """Return the best available substitute for a version; None if no major version matches.

    For a partial version (`3`, `1.8`) it is the newest release. Otherwise it is the closest patch
    of the same major.minor, else the newest patch of the closest minor of the same major. On ties
    the older release is used, because a newer one may have removed something.
    """
    same_major = [version for version in versions if version[0] == wanted[0]]
    if not same_major:
        return None
    if releases := [version for version in same_major if version[: len(wanted)] == wanted]:
        return max(releases)
    if same_minor := [version for version in same_major if version[:2] == wanted[:2]]:
        return min(same_minor, key=lambda version: (abs(version[2] - wanted[2]), version))
    minor = min({version[1] for version in same_major}, key=lambda m: (abs(m - wanted[1]), m))
    return max(version for version in same_major if version[1] == minor)
