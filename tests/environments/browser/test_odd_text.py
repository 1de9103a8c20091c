"""Lone surrogates on a page are replaced before text is stored or sent."""

import json

from conftest import Site
from starlette.responses import Response

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

HALF = "\ud83d"
PAGE = """<!doctype html><body><button aria-label=x>Go</button><p id=text></p><input name=told>
<a download href="/file">Save</a><script>
const half = '\\ud83d';
document.title = 'title ' + half;
document.querySelector('#text').textContent = 'text ' + half;
document.querySelector('button').setAttribute('aria-label', 'label ' + half);
document.querySelector('input').value = 'value ' + half;
console.error('console ' + half);
document.querySelector('button').addEventListener('click', () => alert('dialog ' + half));
setTimeout(() => { throw new Error('thrown ' + half); });
document.querySelector('a').download = 'file ' + half + '.txt';
</script>"""
VIEWS: frozenset[View] = frozenset(
    {"elements", "html", "pruned_html", "relevant_html", "text", "axtree", "tabs", "dom"}
)


async def test_a_lone_surrogate_is_replaced_in_every_view_and_in_evidence(
    browser: Browser, site: Site
) -> None:
    site.pages["/file"] = Response("saved", media_type="text/plain")
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE))
        seen = await session.observe(VIEWS)
        button, _, link = seen.read("elements")
        clicked = await session.act(web.Click(element=button.index))
        await session.act(web.Click(element=link.index))
        listed = await session.act(web.ListFiles())
        evidence = await session.evidence()
    assert seen.title == "title \ufffd"
    assert button.label == "label \ufffd"
    assert "dialog \ufffd" in clicked.message
    assert listed.data == "file \ufffd.txt"
    assert any("console \ufffd" in one for one in evidence["errors"])
    assert any("thrown \ufffd" in one for one in evidence["errors"])
    views = seen.model_dump(exclude={"dom"}), clicked.model_dump(), listed.model_dump(), evidence
    json.dumps(views, ensure_ascii=False).encode()
    assert seen.dom is not None
    "".join(text for text in seen.dom.tree.texts).encode()
