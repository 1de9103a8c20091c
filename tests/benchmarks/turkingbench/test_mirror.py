"""Tests of the mirror: local copies of the public files that TurkingBench pages load."""

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from benchmarks.turkingbench.real_data import DATA
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench import mirror
from webproctor.benchmarks.turkingbench.mirror.manifest import FOLDER, Version, index, nearest

MANIFEST: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
COPIES: list[dict[str, Any]] = MANIFEST["copies"]
TEMPLATES = sorted(DATA.glob("tasks/*/template.html"))


def folder_of(copy: dict[str, Any]) -> Path:
    return FOLDER / "packages" / f"{copy['library']}@{copy['version']}"


with_templates = pytest.mark.skipif(not TEMPLATES, reason="needs the TurkingBench templates")
STYLE_SHEETS = (
    *sorted(f"https://{address}" for address in index().exact if address.endswith(".css")),
    "https://ajax.googleapis.com/ajax/libs/jqueryui/1.8/themes/base/jquery-ui.css",
    "https://code.jquery.com/ui/1.10.4/themes/smoothness/jquery-ui.css",
    "https://cdnjs.cloudflare.com/ajax/libs/font-awesome/5.8.1/css/all.css",
)

GONE = {
    "https://docs.google.com/static/forms/client/css/1404371006-formview_st_ltr.css": (
        "a build of Google Forms' own style sheet; never published for reuse"
    ),
    "https://s3.amazonaws.com/external-hits.crowdtrans.com/v1/translation-ordering/styles/"
    "11f9a4dc.vendor.css": "a private build of one requester; never published for reuse",
    "https://github.com/google/closure-library/blob/e877b1eac410c0d842bcda118689759512e0e26f/closure/"
    "goog/crypt/crypt.js": "where a function came from, named in a comment only",
    "http://livejs.com/live.js": "a page reloader for developers, named in a comment only",
}

# Checksums published by the CDNs.
PUBLISHED_INTEGRITY = {
    "code.jquery.com/jquery-1.12.4.min.js": "sha256-ZosEbRLbNQzLpnKIkEdrPv7lOy9C27hHQ+Xp8a4MxAQ=",
    "code.jquery.com/jquery-2.2.4.min.js": "sha256-BbhdlvQf/xTY9gja0Dq3HiwQF8LaCRTXxZKRutelT44=",
    "code.jquery.com/jquery-3.2.1.min.js": "sha256-hwg4gsxgFZhOsEEamdOYGBf13FyQuiTwlAQgxVSNgt4=",
    "code.jquery.com/jquery-3.3.1.min.js": "sha256-FgpCb/KJQlLNfOu91ta32o/NMZxltwRo8QtmkMRdAu8=",
    "code.jquery.com/jquery-3.4.1.min.js": "sha256-CSXorXvZcTkaix6Yvo6HppcZGetbYMGWSFlBw8HfCJo=",
    "code.jquery.com/jquery-3.6.0.min.js": "sha256-/xUj+3OJU5yExlq6GSYGSHk7tPXikynS7ogEvDej/m4=",
    "code.jquery.com/jquery-3.4.1.slim.min.js": (
        "sha384-J6qa4849blE2+poT4WnyKhv5vZF5SrPo0iEjwBvKU7imGFAV0wwj1yYfoRSJoZ+n"
    ),
    "code.jquery.com/jquery-3.5.1.slim.min.js": (
        "sha384-DfXdz2htPH0lsSSs5nCTpuj/zy4C+OGpamoFVy38MVBnE+IbbVYUew+OrCXaRkfj"
    ),
    "stackpath.bootstrapcdn.com/bootstrap/4.3.1/css/bootstrap.min.css": (
        "sha384-ggOyR0iXCbMQv3Xipma34MD+dH/1fQ784/j6cY/iJTQUOhcWr7x9JvoRxT2MZw1T"
    ),
    "stackpath.bootstrapcdn.com/bootstrap/4.3.1/js/bootstrap.min.js": (
        "sha384-JjSmVgyd0p3pXB1rRibZUAYoIIy6OrQ6VrjIEaFf/nJGzIxFDsf4x0xIM+B07jRM"
    ),
    "stackpath.bootstrapcdn.com/bootstrap/4.5.2/css/bootstrap.min.css": (
        "sha384-JcKb8q3iqJ61gNV9KGb8thSsNjpSL0n8PARn9HuZOnIxN0hoP+VmmDGMN5t9UJ0Z"
    ),
    "cdnjs.cloudflare.com/ajax/libs/popper.js/1.14.7/umd/popper.min.js": (
        "sha384-UO2eT0CpHqdSJQ6hJty5KVphtPhzWj9WO1clHTMGa3JDZwrnQq4sF86dIHNDz0W1"
    ),
}


class Links(HTMLParser):
    """Collects URL and integrity attribute of every script, style sheet and font link."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(page)
        page = html.unescape(page)
        self.found += [
            (url, "") for url in re.findall(r"@import\s+(?:url\()?['\"]?([^'\")]+)", page)
        ]
        named = r"(?:https?:)?//[^\s\"'<>()]+\.(?:js|css|woff2?|ttf|otf|eot)(?![\w./])"
        self.found += [(url, "") for url in re.findall(named, page)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        url = values.get({"script": "src", "link": "href"}.get(tag, ""))
        if url:
            self.found.append((url.strip(), values.get("integrity") or ""))


def links(path: Path) -> list[tuple[str, str]]:
    return Links(path.read_text("utf-8-sig", errors="replace")).found


def integrity(body: bytes, kind: str) -> str:
    return f"{kind}-{base64.b64encode(hashlib.new(kind, body).digest()).decode()}"


def found(url: str) -> mirror.Copy:
    copy = mirror.find(url)
    assert copy is not None, url
    return copy


# The files and the manifest


def test_every_file_has_the_checksum_of_the_manifest():
    files = {
        folder_of(copy) / asset: file["sha256"]
        for copy in COPIES
        for asset, file in copy["files"].items()
    }
    assert {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in files} == files


def test_every_copy_has_a_licence_and_its_text():
    for copy in COPIES:
        folder = folder_of(copy)
        assert copy["licence"], folder
        for name in copy["licence_files"]:
            text = FOLDER / name if name.startswith("licences/") else folder / Path(name).name
            assert len(text.read_text("utf-8")) > 500, text


def test_the_folder_contains_only_files_in_the_manifest():
    named = {
        FOLDER / "packages" / f"{copy['library']}@{copy['version']}" / name
        for copy in COPIES
        for name in [*copy["files"], *(Path(file).name for file in copy["licence_files"])]
    }
    held = {path for path in (FOLDER / "packages").rglob("*") if path.is_file()}
    assert held <= named


def test_the_mirror_is_small():
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 13_500_000


def test_every_stand_in_exists():
    assert {path.name for path in (FOLDER / "stand_ins").iterdir()} == set(MANIFEST["stand_ins"])


# The pages


@with_templates
def test_every_script_and_style_in_the_templates_is_found():
    linked = {url for path in TEMPLATES for url, _ in links(path)}
    named = {url for url in linked if re.match(r"(https?:)?//", url)}
    assert {url for url in named if mirror.find(url) is None} <= set(GONE)


@with_templates
def test_copies_have_the_checksums_in_the_templates():
    linked = {one for path in TEMPLATES for one in links(path)}
    stated = {(url, checksum) for url, checksum in linked if checksum}
    assert {(url, integrity(found(url).body, checksum[:6])) for url, checksum in stated} == stated


@pytest.mark.parametrize(("address", "published"), PUBLISHED_INTEGRITY.items())
def test_copies_have_the_published_checksums(address: str, published: str):
    assert integrity(found(f"https://{address}").body, published[:6]) == published


# Lookup


@pytest.mark.parametrize("scheme", ["http:", "https:", ""])
def test_the_scheme_does_not_matter(scheme: str):
    copy = found(f"{scheme}//code.jquery.com/jquery-3.2.1.slim.min.js")
    assert copy.source == "npm jquery@3.2.1 dist/jquery.slim.min.js"
    assert copy.content_type == "text/javascript; charset=utf-8"


def test_query_and_fragment_do_not_matter():
    url = "https://maxcdn.bootstrapcdn.com/font-awesome/4.7.0/fonts/fontawesome-webfont.woff2"
    assert found(f"{url}?v=4.7.0#x") == found(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/jquery.min.js",
        "https://s3.amazonaws.com/someone/picture.png",
        "https://code.jquery.com/",
        "file:///etc/passwd",
        "data:text/css,",
        "https://[",
        "",
    ],
)
def test_a_file_that_is_not_in_the_mirror_is_not_found(url: str):
    assert mirror.find(url) is None


def test_hosts_are_those_of_the_addresses():
    assert {"code.jquery.com", "fonts.googleapis.com", "fonts.gstatic.com"} <= mirror.hosts()
    assert "kit.fontawesome.com" in mirror.hosts()
    assert not any(set(host) & set("/*{}") for host in mirror.hosts())


@given(st.text())
def test_any_address_can_be_looked_up(path: str):
    for host in ("code.jquery.com", "fonts.googleapis.com/css?family=", "unpkg.com"):
        mirror.find(f"https://{host}/{path}")


# Substitutes


@pytest.mark.parametrize(
    ("wanted", "held", "answer"),
    [
        ((3, 4, 1), [(3, 4, 0), (3, 4, 1)], (3, 4, 1)),
        ((3,), [(2, 9, 9), (3, 1, 0), (3, 10, 0)], (3, 10, 0)),
        ((1, 8), [(1, 8, 1), (1, 8, 24), (1, 9, 0)], (1, 8, 24)),
        ((3, 3, 3), [(3, 3, 2), (3, 3, 6), (3, 4, 0)], (3, 3, 2)),
        ((3, 3, 3), [(3, 3, 2), (3, 3, 4)], (3, 3, 2)),
        ((1, 4, 2), [(1, 7, 1), (1, 7, 2), (1, 11, 0)], (1, 7, 2)),
        ((1, 10, 2), [(1, 9, 1), (1, 11, 1)], (1, 9, 1)),
        ((6, 0, 0), [(4, 7, 0), (5, 15, 4)], None),
    ],
)
def test_nearest_version(wanted: Version, held: list[Version], answer: Version):
    assert nearest(wanted, held) == answer


@pytest.mark.parametrize(
    ("address", "release"),
    [
        ("ajax.googleapis.com/ajax/libs/jquery/1.4/jquery.min.js", "jquery@1.7.2"),
        ("ajax.googleapis.com/ajax/libs/jquery/3/jquery.min.js", "jquery@3.7.1"),
        ("code.jquery.com/jquery-3.4.0.js", "jquery@3.4.1"),
        ("maxcdn.bootstrapcdn.com/bootstrap/3.3.0/css/bootstrap.css", "bootstrap@3.3.2"),
        ("cdn.jsdelivr.net/npm/bootstrap@4.0.0-beta.2/dist/js/bootstrap.min.js", "bootstrap@4.0.0"),
        ("unpkg.com/tachyons@4/css/tachyons.min.css", "tachyons@4.10.0"),
        ("d3js.org/d3.v5.min.js", "d3@5.16.0"),
    ],
)
def test_a_missing_version_is_replaced_by_the_nearest(address: str, release: str):
    source = found(f"https://{address}").source
    assert source.startswith(f"npm {release} ")
    assert source.endswith(f"(substitute for {address})")


def test_another_major_version_is_not_used():
    assert mirror.find("https://netdna.bootstrapcdn.com/bootstrap/2.3.2/css/bootstrap.css") is None


def test_an_exact_version_is_not_labelled_as_a_substitute():
    assert "substitute" not in found("https://code.jquery.com/jquery-3.3.1.js").source


def test_on_package_networks_a_missing_version_means_the_newest():
    copy = found("https://unpkg.com/jquery/dist/jquery.min.js")
    assert copy.source == "npm jquery@3.7.1 dist/jquery.min.js"


# Style sheets and fonts


def test_style_sheets_refer_to_mirrored_images_and_fonts():
    missing = []
    for url in STYLE_SHEETS:
        sheet = found(url).body.decode()
        named = [name for name in re.findall(r"url\(['\"]?([^'\")]+)", sheet) if ":" not in name]
        # Fallback formats of a font follow the one that Chromium loads, and are never fetched.
        wanted = [name for name in named if not re.search(r"\.(eot|ttf|svg|woff)\b", name)]
        missing += [(url, name) for name in wanted if mirror.find(urljoin(url, name)) is None]
    assert missing == []


def rules(query: str, path: str = "css") -> list[dict[str, str]]:
    """Return the `@font-face` rules of the style sheet for a query."""
    sheet = found(f"https://fonts.googleapis.com/{path}?{query}").body.decode()
    blocks = re.findall(r"@font-face \{(.*?)\}", sheet, re.S)
    return [dict(re.findall(r"([a-z-]+): (.+);", block)) for block in blocks]


def faces(query: str, path: str = "css") -> list[tuple[str, str, str]]:
    keys = ("font-family", "font-style", "font-weight")
    return [(rule[keys[0]].strip("'"), rule[keys[1]], rule[keys[2]]) for rule in rules(query, path)]


@pytest.mark.parametrize("family", MANIFEST["families"])
def test_font_rules_refer_to_mirrored_fonts(family: str):
    for rule in rules(f"family={family.replace(' ', '+')}:300,400,400i,700,700i"):
        (url,) = re.findall(r"url\((.*?)\)", rule["src"])
        assert found(url).content_type == "font/woff2"
        assert found(url).body.startswith(b"wOF2")


def test_a_style_sheet_has_one_rule_per_requested_face():
    assert faces("family=Open+Sans:400,400i,700|Roboto") == [
        ("Open Sans", "normal", "400"),
        ("Open Sans", "italic", "400"),
        ("Open Sans", "normal", "700"),
        ("Roboto", "normal", "400"),
    ]


@pytest.mark.parametrize("variant", ["700i", "700italic", "bi", "bolditalic"])
def test_variants_have_several_spellings(variant: str):
    assert faces(f"family=Lato:{variant}") == [("Lato", "italic", "700")]


def test_the_css2_query_format_is_supported():
    query = "family=Roboto:ital,wght@0,300;1,700&family=PT+Sans:wght@400..700&display=swap"
    assert faces(query, "css2") == [
        ("Roboto", "normal", "300"),
        ("Roboto", "italic", "700"),
        ("PT Sans", "normal", "400"),
        ("PT Sans", "normal", "700"),
    ]
    assert {rule["font-display"] for rule in rules(query, "css2")} == {"swap"}


def test_a_missing_weight_is_replaced_by_the_nearest():
    assert faces("family=Oswald:200,900") == [
        ("Oswald", "normal", "300"),
        ("Oswald", "normal", "700"),
    ]


def test_a_missing_family_is_a_comment():
    sheet = found("https://fonts.googleapis.com/css?family=Comic+Neue*/x:400").body.decode()
    assert sheet == "/* Comic Neue/x: not in the mirror */\n"


def test_icon_style_sheets_have_their_class():
    sheet = found("https://fonts.googleapis.com/icon?family=Material+Icons").body.decode()
    assert ".material-icons {" in sheet
    assert "'Material Icons'" in sheet


@given(st.text(), st.sampled_from(["css", "css2", "icon"]))
def test_every_font_query_gets_a_style_sheet(query: str, path: str):
    url = f"https://fonts.googleapis.com/{path}?family=Roboto:{query.replace('#', '')}"
    assert found(url).content_type == "text/css; charset=utf-8"


@pytest.mark.parametrize(
    "url",
    [
        # Without `.min.` the address contains a different number of versions.
        "https://code.jquery.com/jquery-1.11.2.min.1,000js",
        f"https://code.jquery.com/{'1.2/' * 25_000}jquery.js",
    ],
)
def test_an_unusual_address_has_no_copy(url: str) -> None:
    assert mirror.find(url) is None
