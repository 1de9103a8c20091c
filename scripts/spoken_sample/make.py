"""Generate the built-in RealWebAssist sample, in the public layout.

    python scripts/spoken_sample/make.py [FOLDER] [--participant N ...] [--answer-images FOLDER]

`sessions.toml` has the sentences and actions of the participants. The actions are performed with
the mouse on the sites in this folder, in a regular browser on a virtual display. Boxes are from the
pages' DOM; those of the browser's own buttons were measured. Speech is synthesized by flite.

Requires Xvfb, openbox, Chromium, flite, and webproctor's extra `speech`.
"""

import argparse
import asyncio
import io
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import soundfile
from PIL import Image, ImageDraw
from starlette.applications import Starlette
from starlette.routing import Host, Mount, Router
from starlette.staticfiles import StaticFiles
from window import Box, Window

from webproctor.benchmarks.realwebassist import dataset
from webproctor.environments.serving import serve

HERE = Path(__file__).parent
SITES = {
    "marlow-finch.test": "shop",
    "stagelight.test": "tickets",
    "farhaven.test": "travel",
    "spoonful.test": "food",
}


@dataclass
class Recorded:
    """One step: sentence, screenshot, boxes of the correct click, description of the action."""

    instruction: str
    instruction_id: int
    task: str
    website: str
    screenshot: bytes
    boxes: list[Box] | None
    did: str


def application() -> Starlette:
    """Return an application with all sites, selected by host."""
    shared = Mount("/shared", StaticFiles(directory=HERE / "sites/shared"))
    return Starlette(
        routes=[
            Host(
                host,
                Router(
                    [shared, Mount("/", StaticFiles(directory=HERE / "sites" / folder, html=True))]
                ),
            )
            for host, folder in SITES.items()
        ]
    )


async def record(participant: dict[str, Any], port: int) -> list[Recorded]:
    """Record one participant's session in one window."""
    steps: list[Recorded] = []
    number = 0
    async with Window.open(port) as window:
        for task in participant["tasks"]:
            if "opens" in task:
                await window.page.goto(task["opens"])
            for instruction in task["says"]:
                number += 1
                for line in instruction["do"]:
                    await window.settle()
                    screenshot, host = window.display.screenshot(), urlsplit(window.page.url).netloc
                    try:
                        boxes, did = await do(window, line)
                    except Exception as error:
                        raise SystemExit(f"{task['goal']!r}, {line!r}: {error}") from error
                    steps.append(
                        Recorded(
                            instruction["say"], number, task["goal"], host, screenshot, boxes, did
                        )
                    )
    return steps


async def do(window: Window, line: str) -> tuple[list[Box] | None, str]:
    """Perform a step with mouse or keyboard; return its boxes before it, and its description."""
    verb, _, rest = line.partition(" ")
    match verb:
        case "click":
            boxes, name = await window.boxes(rest), await window.name(rest)
            async with window.answering():
                await window.click(boxes[0])
            return boxes, f"Clicked {name}"
        case "back":
            await window.go_back()
            return [window.back()], "Clicked the browser's back button"
        case "tab":
            await window.switch_to(int(rest))
            return [window.tab(int(rest))], f"Switched to tab {rest}"
        case "close":
            numbers = [int(number) for number in rest.split()]
            boxes = [window.cross(number) for number in numbers]
            await window.close_tab(numbers[0])
            return boxes, f"Closed tab {numbers[0]}"
        case "type":
            await window.display.type(rest)
            return None, f'Typed "{rest}"'
        case "press":
            async with window.answering():
                await window.display.type({"Enter": "\n", "Tab": "\t"}[rest])
            return None, f"Pressed {rest}"
        case "scroll":
            for _ in range(int(rest)):
                window.display.button("down", down=True)
                window.display.button("down", down=False)
            return None, "Scrolled down"
    raise ValueError("unknown step: use click, back, tab, close, type, press or scroll")


def speak(text: str, voice: str, path: Path) -> None:
    """Synthesize a sentence to a FLAC file at 16 kHz."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as wave:
        subprocess.run(["flite", "-voice", voice, "-t", text, "-o", wave.name], check=True)
        samples, rate = soundfile.read(wave.name, dtype="int16")
    if rate != 16000:
        raise SystemExit(f"flite's voice {voice} has a sample rate of {rate} Hz, not 16000")
    soundfile.write(path, samples, rate, format="FLAC")


def write(folder: Path, voice: str, steps: Sequence[Recorded]) -> None:
    """Write one participant's folder."""
    for name in ("images", "audio"):
        (folder / name).mkdir(parents=True)
    for number, step in enumerate(steps, 1):
        small(step.screenshot).save(folder / f"images/{number}.png", optimize=True)
    questions = [
        {
            "instruction": step.instruction,
            "instruction_id": step.instruction_id,
            "task": step.task,
            "website": step.website,
            "action": step.did,
            "final_image": f"images/{number}.png",
            "bounding_box": shown(step.boxes),
        }
        for number, step in enumerate(steps, 1)
    ]
    history = [{"instruction": step.instruction, "extracted_action": step.did} for step in steps]
    (folder / dataset.QUESTIONS).write_text(listed(questions), encoding="utf-8")
    (folder / "extracted_actions_gt.json").write_text(listed(history), encoding="utf-8")
    instructions = {step.instruction_id: step.instruction for step in steps}
    for number, text in instructions.items():
        speak(text, voice, folder / f"audio/{number}.flac")


def shown(boxes: list[Box] | None) -> Any:
    """Return boxes in the public layout: null, one box, or a list."""
    if boxes is None:
        return None
    named = [dict(zip(("x", "y", "width", "height"), box, strict=True)) for box in boxes]
    return named[0] if len(named) == 1 else named


def small(png: bytes) -> Image.Image:
    """Reduce a screenshot to 256 colours: pages have few, and files are a fifth of the size."""
    return Image.open(io.BytesIO(png)).quantize(256, dither=Image.Dither.NONE)


def listed(records: Sequence[dict[str, Any]]) -> str:
    """Return a JSON list with one record per line, for readable diffs."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    return f"[\n{lines}\n]\n"


def draw_answers(folder: Path, out: Path) -> None:
    """Write every screenshot with its boxes and sentence, for review."""
    for step in dataset.Dataset(folder).steps:
        picture = Image.open(step.file).convert("RGB")
        pen = ImageDraw.Draw(picture)
        for box in step.boxes or ():
            pen.rectangle(
                (box.x, box.y, box.x + box.width, box.y + box.height), outline="red", width=3
            )
        pen.text((12, 780), f"{step.key}: {step.instruction}", fill="red", font_size=16)
        path = out / f"{step.key}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path)


async def make(folder: Path, only: Sequence[int]) -> None:
    sessions = tomllib.loads((HERE / "sessions.toml").read_text(encoding="utf-8"))
    async with serve(application()) as port:
        for number, participant in enumerate(sessions["participants"], 1):
            if only and number not in only:
                continue
            steps = await record(participant, port)
            shutil.rmtree(folder / str(number), ignore_errors=True)
            write(folder / str(number), participant["voice"], steps)
            print(f"participant {number}: {len(steps)} steps")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=dataset.SAMPLE)
    parser.add_argument(
        "--answer-images", type=Path, help="folder for screenshots with their boxes"
    )
    parser.add_argument("--participant", type=int, nargs="*", default=[], help="only these")
    given = parser.parse_args()
    if shutil.which("flite") is None:
        sys.exit("flite is not installed: on Debian and Ubuntu `sudo apt-get install flite`")
    asyncio.run(make(given.folder, given.participant))
    if given.answer_images:
        draw_answers(given.folder, given.answer_images)


if __name__ == "__main__":
    main()
