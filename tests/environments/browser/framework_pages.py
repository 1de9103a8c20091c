"""Pages of front-end frameworks, and how many of their targets have marks.

Elements with `data-truth` are targets; every other mark is false. The value `inside` also accepts
marks on the elements inside the target.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import FileResponse, Response

from webproctor.benchmarks.turkingbench import mirror
from webproctor.environments.browser import Page
from webproctor.environments.browser.session import WebSession

FOLDER = Path(__file__).with_name("frameworks")
_PACKAGES = Path(mirror.__file__).parent / "packages"


def _jquery(version: str, ui: str = "") -> dict[str, Path]:
    """Return the mirror's files of a version of jQuery and of jQuery UI, by the pages' paths."""
    files = {"jquery.min.js": f"jquery@{version}/jquery.min.js"}
    if ui:
        folder = f"jquery-ui@{ui}"
        files["jquery-ui.min.js"] = f"{folder}/jquery-ui.min.js"
        files["jquery-ui.min.css"] = f"{folder}/themes/base/jquery-ui.min.css"
    return {f"vendor/{name}": _PACKAGES / path for name, path in files.items()}


@dataclass(frozen=True)
class Case:
    """A page, and the files that differ from those of the folder."""

    page: str
    files: Mapping[str, Path]


CASES: dict[str, Case] = {
    "React 19": Case("react", {}),
    "Preact 11": Case("preact", {}),
    "Solid 1.9": Case("solid", {}),
    "Svelte 5": Case("svelte", {}),
    "Vue 3": Case("vue", {}),
    "Alpine 3": Case("alpine", {}),
    "htmx 2": Case("htmx", {}),
    "jQuery 4": Case("jquery", {}),
    "jQuery 3": Case("jquery", _jquery("3.7.1")),
    "jQuery 2": Case("jquery", _jquery("2.2.4")),
    "jQuery 1": Case("jquery", _jquery("1.12.4")),
    "jQuery UI 1": Case("jquery_ui", _jquery("3.7.1", "1.12.1")),
    "SortableJS": Case("sortable", {}),
    "no framework": Case("plain", {}),
}
# The target of each mark of the last list, by its number among the targets; null for a false mark.
_COUNT = """((count) => {
  const truth = [...document.querySelectorAll('[data-truth]')];
  const html = (node) => node.outerHTML.slice(0, 120);
  const number = (node) => truth.indexOf(
    node.hasAttribute('data-truth') ? node : node.closest('[data-truth=inside]'));
  const marked = Array.from({length: count}, (_, index) => elements.at(index));
  const found = new Set(marked.map(number));
  return {
    targets: truth.length,
    marks: count,
    missed: truth.filter((_, index) => !found.has(index)).map(html),
    false: marked.filter((node) => number(node) < 0).map(html),
  };
})"""


@dataclass(frozen=True)
class Count:
    """How many targets of a page have marks.

    Attributes:
        targets: Number of targets.
        marks: Number of marks.
        missed: The HTML of targets without a mark, first 120 characters.
        false: The HTML of marked elements that are no target, first 120 characters.
    """

    targets: int
    marks: int
    missed: tuple[str, ...]
    false: tuple[str, ...]

    @property
    def found(self) -> int:
        return self.targets - len(self.missed)


def responses(name: str) -> dict[str, Response]:
    """Return the files of a case by their path below the page's folder."""
    case = CASES[name]
    own = {str(path.relative_to(FOLDER)): path for path in FOLDER.glob("**/*.*")}
    files = {**own, **case.files}
    return {place: FileResponse(path) for place, path in files.items()}


async def count(page: Page, url: str) -> Count:
    """Open a page of a case and count its marks."""
    session = await WebSession.open(page, url)
    elements = (await session.observe(frozenset({"elements"}))).read("elements")
    counts = await page.call(_COUNT, len(elements))
    return Count(
        counts["targets"], counts["marks"], tuple(counts["missed"]), tuple(counts["false"])
    )
