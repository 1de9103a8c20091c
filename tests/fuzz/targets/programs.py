"""DevTools commands of external programs."""

import json
from pathlib import Path
from random import Random
from typing import Any

from fuzz import mutation
from fuzz.target import Target

from webproctor.environments.browser.proxy_policy import Permissions, cleaned

_COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Page.navigate", {"url": "http://pages.test/a", "frameId": "F1", "transitionType": "link"}),
    ("Target.createTarget", {"url": "http://pages.test/a", "browserContextId": "C1"}),
    ("Input.dispatchMouseEvent", {"type": "mousePressed", "x": 1.5, "y": 2, "timestamp": 1.0}),
    ("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 1, "y": 2}]}),
    ("Input.insertText", {"text": "a"}),
    ("DOM.setFileInputFiles", {"files": ["/tmp/a"], "nodeId": 1}),
    ("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 720, "mobile": False}),
    ("Runtime.evaluate", {"expression": "1", "contextId": 1}),
    ("Page.captureScreenshot", {"clip": {"x": 0, "y": 0, "width": 9, "height": 9, "scale": 1}}),
    ("Page.addScriptToEvaluateOnNewDocument", {"source": "1", "worldName": "w"}),
    ("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False}),
    ("Page.startScreencast", {"format": "png", "everyNthFrame": 1}),
    ("Page.printToPDF", {"paperWidth": 8.5}),
    ("DOM.setAttributeValue", {"nodeId": 1, "name": "href", "value": "javascript:1"}),
)


def _command(random: Random) -> tuple[str, Any]:
    method, given = random.choice(_COMMANDS)
    if random.random() < 0.1:
        method = mutation.text(random, method)
    faulty = mutation.plain(random, given)
    return method, faulty if isinstance(faulty, dict) else given


def _decide(command: tuple[str, Any]) -> object:
    method, given = command
    for policy in ("input", "script"):
        limits = Permissions(policy, Path("/tmp"), lambda url: url.startswith("http://pages.test/"))
        refused = [limits.refusal(method, given, page=page) for page in (True, False)]
        if not all(refused):
            json.dumps(cleaned(method, given))
    return None


TARGETS = [Target("devtools commands", _command, _decide, ())]
