"""Links in the documentation point to files and headings that exist, and every page is in the nav.

`make docs` checks the pages too; these tests need no mkdocs, and read the texts outside `docs`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LINK = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
CODE = re.compile(r"^( *)(```|~~~).*?^ *\2`*\s*$|(?<!`)(`+)(?!`).+?(?<!`)\3(?!`)", re.M | re.S)
FENCE = re.compile(r"^( *)(```|~~~).*?^ *\2`*\s*$", re.M | re.S)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.M)
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:", re.IGNORECASE)


def documents() -> list[Path]:
    named = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return named + sorted(DOCS.rglob("*.md"))


def slugs(text: str) -> set[str]:
    """Return the fragments of a page's headings, by GitHub's rules."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


def broken(path: Path) -> list[str]:
    """Return the relative links of a page that lead nowhere."""
    found = []
    for link in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8"))):
        if ELSEWHERE.match(link):
            continue
        name, _, fragment = unquote(link).partition("#")
        target = path.parent / name if name else path
        if not target.exists():
            found.append(f"{link}: there is no such file")
        elif fragment and fragment not in slugs(target.read_text(encoding="utf-8")):
            found.append(f"{link}: there is no such heading")
    return found


def pages_in(nav: Any) -> Iterator[str]:
    """Return the files that a nav of mkdocs.yml lists."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict | list):
        for one in nav.values() if isinstance(nav, dict) else nav:
            yield from pages_in(one)


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_point_to_files_and_headings_that_exist(path: Path) -> None:
    assert broken(path) == []


def test_pages_do_not_link_outside_the_published_folder() -> None:
    """The site has no page for a link to `../bench/README.md`."""
    out = [
        f"{path.relative_to(ROOT)}: {link}"
        for path in sorted(DOCS.rglob("*.md"))
        for link in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8")))
        if not ELSEWHERE.match(link)
        and not (path.parent / link.partition("#")[0]).resolve().is_relative_to(DOCS)
    ]
    assert out == []


def test_every_page_is_in_the_nav_once() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(pages_in(nav)) == sorted(pages)


def test_a_broken_link_is_detected(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# One\n## `run`: *two* steps\n## One\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md) [b](other.md#run-two-steps) [c](other.md#one-1) [d](#here)\n"
        "[e](missing.md) [f](other.md#three) `[g](code.md)` [h](https://host.example/)\n"
        "```\n# a comment\n[i](code.md)\n```\n# Here\n[j](#a-comment) ![k](missing.png)\n",
        encoding="utf-8",
    )
    assert broken(page) == [
        "missing.md: there is no such file",
        "other.md#three: there is no such heading",
        "#a-comment: there is no such heading",
        "missing.png: there is no such file",
    ]


# A path with a folder, in code: `harness/logs.py`, `tests/exploits/`, `bench/README.md`.
PATH = re.compile(r"`((?:[a-z_0-9]+/)+[\w.-]*\.(?:py|md|js|json|csv|txt|toml))(?:::\w+)?`")
ROOTS = (ROOT, ROOT / "src", ROOT / "src" / "webproctor", ROOT / "tests")


def test_project_files_named_in_the_documentation_exist() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in documents()
        if page.name != "CHANGELOG.md"
        for path in PATH.findall(page.read_text(encoding="utf-8"))
        if not any((root / path).is_file() for root in ROOTS)
    ]
    assert missing == []


# A folder in code, or a path without a suffix: `tests/exploits`, `tests/fuzz/targets`, `bench/`.
FOLDER = re.compile(r"`((?:bench|docs|examples|scripts|src|tests)(?:/\w+)*/?)`")
FIXTURE = re.compile(r"fixture\s+`(\w+)`")


def test_project_folders_named_in_the_documentation_exist() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in documents()
        if page.name != "CHANGELOG.md"
        for path in FOLDER.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).is_dir()
    ]
    assert missing == []


def test_fixtures_named_in_the_documentation_exist() -> None:
    files = ROOT.glob("tests/**/conftest.py")
    tests = "\n".join(path.read_text(encoding="utf-8") for path in files)
    named = FIXTURE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if f"def {name}(" not in tests] == []


OUT = re.compile(
    r"^webproctor (?:run|compare|sweep|train|rank|export|collect export) .*--out (\S+)", re.M
)


def test_tutorials_do_not_write_to_the_same_folders() -> None:
    """All can be followed in one folder."""
    pages: dict[str, set[str]] = {}
    for page in sorted((DOCS / "tutorials").glob("*.md")):
        for folder in OUT.findall(page.read_text(encoding="utf-8")):
            pages.setdefault(folder, set()).add(page.name)
    assert {folder: names for folder, names in pages.items() if len(names) > 1} == {}
