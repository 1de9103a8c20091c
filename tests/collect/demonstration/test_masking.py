"""Tests of masking: passwords and patterns are in no file that is stored."""

import json
from io import BytesIO

import pytest
from collect.demonstration.conftest import Do
from PIL import Image

from webproctor.collect.demonstration.capture import PageState, capture
from webproctor.collect.demonstration.masking import Mask
from webproctor.core.errors import UserError
from webproctor.environments.browser.session import WebSession

SECRET = "corréct-horse"


def everything(state: PageState) -> str:
    return json.dumps([state.dom, state.axtree], ensure_ascii=False) + state.mhtml


def brightness(jpeg: bytes, x: int, y: int) -> int:
    """Return the brightness of a pixel, 0 to 255."""
    with Image.open(BytesIO(jpeg)) as image:
        return image.convert("L").crop((x, y, x + 1, y + 1)).tobytes()[0]


async def test_a_password_is_masked(session: WebSession, do: Do):
    made = await do("Clave", "TYPE", SECRET)
    assert SECRET in everything(made.after)
    mask = Mask()
    masked = mask.state(made.after)
    assert SECRET not in everything(masked)
    assert mask.used


async def test_a_password_in_the_address_is_masked(session: WebSession, do: Do):
    mask = Mask()
    mask.state((await do("Clave", "TYPE", SECRET)).after)
    masked = mask.state((await do("Buscar")).after)
    assert "corr%C3%A9ct" not in everything(masked)


async def test_a_page_without_secrets_is_unchanged(session: WebSession):
    mask = Mask.of([r"\d{3}-\d{4}"])
    state = await capture(session.page)
    assert mask.state(state) == state
    assert not mask.used


async def test_a_pattern_is_masked_in_texts_and_picture(session: WebSession):
    await session.page.run(
        "document.body.innerHTML = '<p style=\"margin:0;width:300px\">Calle Mayor 5, 28013</p>'"
    )
    mask = Mask.of([r"Calle \w+ \d+"])
    state = await capture(session.page)
    masked = mask.state(state)
    assert "Calle Mayor" in everything(state)
    assert "Calle Mayor" not in everything(masked)
    assert "28013" in everything(masked)
    assert brightness(masked.screenshot, 12, 16) < 40


async def test_a_pattern_in_a_frame_is_masked_in_the_picture(session: WebSession):
    await session.page.run(
        'document.body.innerHTML = \'<iframe style="margin:100px;border:0" srcdoc="'
        "<body style=margin:0>Secreto\"></iframe>'"
    )
    await session.rest()
    masked = Mask.of(["Secreto"]).state(await capture(session.page))
    assert brightness(masked.screenshot, 112, 117) < 40


def test_network_traffic_is_masked():
    mask = Mask(passwords={"hunter2 x"})
    har = {"log": {"entries": [{"request": {"postData": {"text": "k=hunter2+x&l=hunter2%20x"}}}]}}
    masked = mask.har(json.dumps(har).encode())
    assert b"hunter2" not in masked


@pytest.mark.parametrize("pattern", ["(", "a*"])
def test_an_invalid_pattern_is_refused(pattern: str):
    with pytest.raises(UserError, match="--mask"):
        Mask.of([pattern])
