"""The page for recording in Chromium: one start, a failed start, and the rate of the sound."""

import asyncio
from collections.abc import AsyncIterator

import numpy as np
import pytest
import pytest_asyncio
from collect.screens import enter
from collect.tools.session.material import begin, sessions
from collect.visitors import Collection
from per_change import first
from playwright.async_api import Browser, Page, Route, expect

from webproctor.methods.speech.audio import RATE

# A drawing in place of a window, and silence in place of a microphone.
SHARED = """
window.tracks = [];
const shared = (stream) => { tracks.push(...stream.getTracks()); return stream; };
navigator.mediaDevices.getDisplayMedia = async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  return shared(canvas.captureStream(10));
};
navigator.mediaDevices.getUserMedia = async () => shared(
  new AudioContext().createMediaStreamDestination().stream);
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def collection(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Collection]:
    async with sessions(tmp_path_factory.mktemp("recorder")) as collection:
        yield collection


@pytest_asyncio.fixture(loop_scope="session")
async def page(collection: Collection, chromium: Browser) -> AsyncIterator[Page]:
    """The page for a new recording."""
    at = await begin(await collection.person("rec"))
    page = await enter(chromium, collection.link("rec"), [])
    await page.add_init_script(SHARED)
    await page.goto(f"{collection.address}{at}/record")
    yield page
    await page.context.close()


async def test_pressing_the_button_twice_starts_one_recording(page: Page) -> None:
    await page.evaluate("document.getElementById('start').click();"
                        " document.getElementById('start').click()")  # fmt: skip
    await page.get_by_text("Recording.").wait_for()
    await expect(page.locator("#start")).to_be_disabled()
    assert await page.evaluate("tracks.map(({kind}) => kind)") == ["video", "audio"]


async def test_a_failed_start_stops_sharing_and_gives_the_reason(page: Page) -> None:
    await page.evaluate(
        "AudioContext.prototype.createMediaStreamSource = () => {"
        " throw new DOMException('Different sample-rates', 'NotSupportedError') }; 0"
    )
    await page.locator("#start").click()
    await page.get_by_role("alert").get_by_text("Different sample-rates").wait_for()
    await expect(page.locator("#start")).to_be_enabled()
    assert await page.evaluate("tracks.map(({readyState}) => readyState)") == ["ended"] * 2


async def test_the_page_is_not_left_without_a_warning_before_the_sound_is_stored(
    page: Page,
) -> None:
    await page.route("**/events", lambda route: route.abort())
    await page.locator("#start").click()
    await page.get_by_role("alert").get_by_text("cannot be reached").wait_for()
    # The person ends the recording in the browser's own bar.
    await page.evaluate("tracks[0].dispatchEvent(new Event('ended'))")
    async with page.expect_event("dialog") as opened:
        await page.evaluate("setTimeout(() => location.reload()); 0")
        dialog = await opened.value
        assert dialog.type == "beforeunload"
        await dialog.dismiss()


async def test_the_reason_why_a_recording_stopped_stays_visible(page: Page) -> None:
    stored = asyncio.Event()

    async def store(route: Route) -> None:
        await stored.wait()
        await route.continue_()

    await page.route("**/sound*", store)
    async with page.expect_request("**/sound*"):
        await page.locator("#start").click()
    await page.evaluate("tracks[0].dispatchEvent(new Event('ended'))")
    stored.set()
    await expect(page.locator("#seconds")).not_to_have_text("0.0 s")
    await expect(page.get_by_role("alert")).to_contain_text("no longer shared")
    await expect(page.get_by_role("status")).to_have_text("Not recording.")


@pytest.mark.parametrize("rate", first(16_000, 44_100, 48_000))
async def test_sound_is_resampled_to_the_rate_of_the_recording(page: Page, rate: int) -> None:
    heard = await page.evaluate(
        """async ([rate, wanted]) => {
          const context = new OfflineAudioContext(1, 2 * rate, rate);
          await context.audioWorklet.addModule("/static/session/microphone.js");
          const processorOptions = {rate: wanted};
          const node = new AudioWorkletNode(context, "microphone", {processorOptions});
          const samples = [];
          const all = new Promise((resolve) => {
            node.port.onmessage = ({data}) => {
              samples.push(...data);
              if (samples.length >= 1.8 * wanted) resolve(samples);
            };
          });
          for (const frequency of [1000, 12000].filter((one) => one < rate / 2)) {
            const sine = new OscillatorNode(context, {frequency});
            sine.connect(new GainNode(context, {gain: 0.4})).connect(node);
            sine.start();
          }
          await context.startRendering();
          return all;
        }""",
        [rate, RATE],
    )
    assert 1.8 * RATE <= len(heard) <= 2 * RATE
    # Only the sine of 1 kHz is below half of the rate; the other one would appear at 4 kHz.
    found = np.abs(np.fft.rfft(np.array(heard[RATE // 2 : RATE // 2 + RATE]) / 32767)) / (RATE / 2)
    assert found[1000] == pytest.approx(0.4, rel=0.01)
    found[1000] = 0
    assert found.max() < 0.002


async def test_the_sound_of_each_channel_is_recorded(page: Page) -> None:
    heard = await page.evaluate(
        """async (rate) => {
          const context = new OfflineAudioContext(1, rate, rate);
          await context.audioWorklet.addModule("/static/session/microphone.js");
          const node = new AudioWorkletNode(context, "microphone", {processorOptions: {rate}});
          const all = new Promise((resolve) => {
            node.port.onmessage = ({data}) => resolve([...data]);
          });
          const right = new ChannelMergerNode(context, {numberOfInputs: 2});
          const sine = new OscillatorNode(context, {frequency: 1000});
          sine.connect(right, 0, 1).connect(node);
          sine.start();
          await context.startRendering();
          return all;
        }""",
        RATE,
    )
    assert np.abs(heard[RATE // 20 :]).max() / 32767 == pytest.approx(0.5, rel=0.05)


async def test_sound_is_stored_at_the_recorded_speed(page: Page) -> None:
    """The page's own context has the rate of the sound card, and the server gets 16 kHz."""
    passed = """() => new Promise((resolve) => {
      const name = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
      Object.defineProperty(MessagePort.prototype, "onmessage", {...name, set(hear) {
        name.set.call(this, (event) => { resolve(event.data.length); hear(event); });
      }});
      document.getElementById("start").click();
    })"""
    assert await page.evaluate(passed) == RATE / 10
