"""A virtual clock: no input reaches a page before the page has handled the one before."""

import json

import pytest
from conftest import Site
from per_change import every

from webproctor.core.actions import Action, web
from webproctor.environments.browser import Browser
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.session import WebSession

# A page that takes some time to handle every event of one kind, and notes the input meanwhile.
_PAGE = """
<button style="position: absolute; left: 0; top: 0; width: 200px">Press</button>
<select multiple size=3 style="position: absolute; left: 0; top: 100px">
  <option>one<option>two<option>three</select>
<script>
  let pending = 0, handled;
  globalThis.early = [];
  for (const kind of ['mousemove', 'mousedown', 'keydown']) {
    addEventListener(kind, () => { if (pending) early.push(kind); });
  }
  addEventListener('KIND', () => {
    pending += 1;
    const handle = (resolve) => setTimeout(() => { pending -= 1; resolve(); }, 100);
    handled = new Promise(handle);
  });
  const idle = async () => { while (pending) await handled; };
  globalThis.webproctorClock = { idle, advance: idle };
</script>"""


async def test_a_page_can_only_claim_times_of_the_interval_that_passes() -> None:
    clock, passed, moments = VirtualClock(), list[float](), list[float]()

    async def advance(milliseconds: float) -> None:
        passed.append(milliseconds)
        moments.extend(clock.moment(claimed) for claimed in (-1.0, 0.5, 99.0))

    clock.advance = advance
    await clock.let_pass(2)
    assert (passed, moments) == ([2000], [0, 0.5, 2])
    assert clock.now() == clock.moment(0) == clock.moment(99) == 2


@pytest.mark.parametrize(
    ("kind", "action"),
    every(
        2,
        [
            ("click", web.Click(element=0, count=2)),
            ("mousedown", web.Drag(element=0, to_x=300, to_y=200)),
            ("click", web.Type(element=0, text="7")),
            ("keydown", web.Type(element=0, text="ab")),
            ("keydown", web.Press(keys="Enter", times=2)),
            ("mouseup", web.SelectOption(element=1, option="one", also=["three"])),
        ],
    ),
    ids=["double click", "drag", "type into", "type", "press", "select"],
)
async def test_an_action_waits_until_the_page_has_handled_each_input_event(
    site: Site, browser: Browser, kind: str, action: Action
) -> None:
    async with browser.page() as page:
        address = site.add(_PAGE.replace("KIND", kind))
        session = await WebSession.open(page, address, clock=VirtualClock())
        await session.observe(frozenset({"elements"}))
        await session.act(action)
        early = await page.run("JSON.stringify(early)")
    assert json.loads(early) == []
