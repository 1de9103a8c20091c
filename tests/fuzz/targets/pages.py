"""Pages: markup, DOM snapshots, templates, and requested addresses."""

import json
from functools import cache
from random import Random
from typing import Any

from fuzz import mutation
from fuzz.target import Target, of_texts
from repository import DATA

from webproctor.benchmarks.turkingbench.encodings import relevant
from webproctor.benchmarks.turkingbench.markup import controls, has_submit
from webproctor.benchmarks.turkingbench.mirror import find, google_fonts, hosts
from webproctor.benchmarks.turkingbench.mirror.manifest import index
from webproctor.core.dom import (
    ID,
    MarkupError,
    Tree,
    Writer,
    candidates,
    cleaned,
    dom_of,
    lines,
    name,
    parse,
    positives,
    prune,
    raw_tree,
    role,
    to_xml,
)

_XML = (
    '<html backend_node_id="1"><body bounding_box_rect="0,0,100,100">'
    '<a backend_node_id="2" title="Home" bounding_box_rect="1,2,30,40">'
    '<text backend_node_id="3">Home &amp; garden</text></a>'
    '<input backend_node_id="4" type="text" name="city" bounding_box_rect="-1,-1,-1,-1"/>'
    '<!-- c --><?p i?><svg class="icon-x"/></body></html>',
    '<html backend_node_id="1"><select backend_node_id="5" name="when"><option '
    'backend_node_id="6" value="9"><text backend_node_id="7">9:30 AM</text></option></select>'
    '<label backend_node_id="8"><text>Go</text><button role="button">x</button></label></html>',
)


def _read_xml(markup: str) -> object:
    return _all_of(parse(markup))


def _all_of(tree: Tree) -> object:
    """Run everything that processes a page."""
    found = candidates(tree)
    clean = cleaned(tree, found)
    dom = dom_of(clean, [tree.attributes[place].get(ID, "") for place in found])
    for place in found[:3]:
        positives(tree, place, found, "top-level")
        role(tree, place)
        name(tree, place)
    pruned = prune(clean, dom.candidates[:5])
    texts = Writer(clean).write(pruned), Writer(clean, "brackets").options(pruned)
    return json.dumps([texts, lines(clean), to_xml(clean)])


SNAPSHOT: dict[str, Any] = {
    "strings": [
        *("#document", "html", "BODY", "A", "#text", "Home", "title", "Start here", "INPUT"),
        *("type", "text", "IFRAME", "::before", "class", "icon"),
    ],
    "documents": [
        {
            "nodes": {
                "parentIndex": [-1, 0, 1, 2, 3, 2, 2],
                "nodeName": [0, 1, 2, 3, 4, 8, 11],
                "nodeValue": [-1, -1, -1, -1, 5, -1, -1],
                "backendNodeId": [1, 2, 3, 4, 5, 6, 7],
                "attributes": [[], [], [13, 14], [6, 7], [], [9, 10], []],
                "textValue": {"index": [], "value": []},
                "inputValue": {"index": [5], "value": [7]},
                "inputChecked": {"index": [5]},
                "optionSelected": {"index": []},
                "pseudoType": {"index": [], "value": []},
                "isClickable": {"index": [3]},
                "contentDocumentIndex": {"index": [6], "value": [1]},
            },
            "layout": {
                "nodeIndex": [1, 2, 3, 4, 5],
                "bounds": [[0, 0, 800, 600]] * 2 + [[1, 2.5, 30, 40]] * 3,
            },
        },
        {
            "nodes": {
                "parentIndex": [-1, 0, 1],
                "nodeName": [0, 1, 2],
                "nodeValue": [-1, -1, -1],
                "backendNodeId": [11, 12, 13],
                "attributes": [[], [], []],
                "textValue": {"index": [], "value": []},
                "inputValue": {"index": [], "value": []},
                "inputChecked": {"index": []},
                "optionSelected": {"index": []},
                "pseudoType": {"index": [], "value": []},
                "isClickable": {"index": []},
                "contentDocumentIndex": {"index": [], "value": []},
            },
            "layout": {"nodeIndex": [1], "bounds": [[0, 0, 10, 10]]},
        },
    ],
}


def _snapshot(random: Random) -> Any:
    return mutation.plain(random, SNAPSHOT)


def _read_snapshot(snapshot: Any) -> object:
    return _all_of(raw_tree(snapshot, marked={4: "uid"})), raw_tree(snapshot, ascii_only=False)


def _of_one_text(words: str) -> Any:
    """Return the snapshot with a long text in it."""
    strings = [words if one == "Home" else one for one in SNAPSHOT["strings"]]
    return SNAPSHOT | {"strings": strings}


_TEMPLATES = (
    "<!DOCTYPE html><html><body><p>${word}</p><input name='a' type=radio value=1 checked>"
    "<select name=s><option>one<option value='2'>two</select><textarea name=t>x</textarea>"
    "<crowd-input name='c'></crowd-input><script>var a = '<input name=no>';</script>"
    "<input type='submit'></body></html>",
    '<form><label>Yes <input name="q"></label><!-- <input name=hidden> --></form>',
)


@cache
def templates() -> tuple[str, ...]:
    """Return small templates of the real data, if it is available."""
    found = sorted(
        DATA.glob("turkingbench/tasks/*/template.html"), key=lambda one: one.stat().st_size
    )
    real = [one.read_text(encoding="utf-8", errors="replace") for one in found[:5]]
    return (*_TEMPLATES, *real)


def _template(random: Random) -> str:
    return mutation.text(random, random.choice(templates()), templates())


def _read_template(markup: str) -> object:
    own = markup[: len(markup) // 2]
    return controls(markup), has_submit(markup), relevant(own, markup, 5, 10)


_ADDRESSES = (
    "https://code.jquery.com/jquery-3.2.1.min.js",
    "//maxcdn.bootstrapcdn.com/bootstrap/3.3.7/css/bootstrap.min.css",
    "https://ajax.googleapis.com/ajax/libs/jquery/3/jquery.js?x=1#y",
    "http://fonts.googleapis.com/css?family=Open+Sans:400,700italic|Roboto:bold&display=swap",
    "https://fonts.googleapis.com/css2?family=Lato:ital,wght@0,400;1,100..900",
    "https://cdnjs.cloudflare.com/ajax/libs/jquery/1.12.4/jquery.min.js",
    "https://s3.amazonaws.com/mturk-public/externalHIT_v1.js",
)


def _address(random: Random) -> str:
    stored = f"https://{random.choice(sorted(index().exact))}"
    given = stored if random.random() < 0.5 else random.choice(_ADDRESSES)
    return mutation.text(random, given, _ADDRESSES)


def _read_address(url: str) -> object:
    return find(url), google_fonts.stylesheet(url.partition("?")[2]), len(hosts())


TARGETS = [
    Target(
        "xml",
        of_texts(*_XML),
        _read_xml,
        (MarkupError,),
        (
            *("<a>", "<a x='", "<a ", "<", "&", "<!--", "<![CDATA[", "<a/>", "&lt;", "</a>", " "),
            *("<text>x</text>", "<?x ?>", "<p><i/>"),
        ),
        lambda words: f"<html>{words}</html>",
    ),
    Target(
        "snapshots",
        _snapshot,
        _read_snapshot,
        (MarkupError,),
        ("<a ", "<", "&", "a", " ", "<a>", "</text>", "<!--", "&lt;"),
        _of_one_text,
    ),
    Target(
        "templates",
        _template,
        _read_template,
        (),
        (
            *(
                "<a ",
                "<a x='",
                "<a x=\"'",
                "<",
                "<!",
                "<!--",
                "<?",
                "</",
                "&",
                "&#",
                "<a>",
                "<option>",
            ),
            *(
                "<select>",
                "<input name=a>",
                "<script>",
                "</script",
                "<a x=y ",
                ">",
                "<a/",
                "<textarea>",
            ),
            *("<!DOCTYPE ", "<![", "<p a='", "</a <", '<a b="<a ', "<option ", "<title>"),
        ),
    ),
    Target(
        "mirror",
        _address,
        _read_address,
        (),
        ("/", "1.", "1.2/", "a", "%", "@", "|a:", ",400", ";", "-rc", "?family=", "0"),
        lambda words: f"https://fonts.googleapis.com/css2?family=Lato:{words}",
    ),
    Target(
        "mirrored paths",
        _address,
        _read_address,
        (),
        ("/", "1.", "1.2/", "a", "%", "3.3.7/", "-rc1", "0", "[", "*"),
        lambda words: f"https://code.jquery.com/{words}/jquery.js",
    ),
]
