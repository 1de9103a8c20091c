"""Answers of models: actions, the grammar of actions, keys, choices, points."""

import json
from random import Random
from typing import Any

from fuzz import mutation
from fuzz.target import Target, of_texts

from webproctor.benchmarks.turkingbench.answers import parse_action
from webproctor.core.actions import BadAction, action_set
from webproctor.environments.browser import keyboard
from webproctor.environments.desktop import keys
from webproctor.methods.grounding.adapters import ADAPTERS, Picture, parse_point
from webproctor.methods.mindact.answers import read_choice, read_generation
from webproctor.methods.mindact.prompts import CandidateQuestion
from webproctor.methods.mindact.reprs import read_repr

CALLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("web", "click", {"x": 10, "y": 20.5, "button": "left", "count": 2, "keys": "Control+Shift"}),
    ("web", "click", {"element": 3, "hold": 0.5}),
    ("web", "drag", {"x": 1, "y": 2, "to_x": 3, "to_y": 4, "via": [[1, 2], [3, 4]], "seconds": 1}),
    ("web", "move_mouse", {"path": [[1, 2], [3, 4]], "seconds": 0.2}),
    ("web", "type", {"element": 1, "text": "hello", "enter": True}),
    ("web", "scroll", {"dx": 0, "dy": 300}),
    ("web", "press", {"keys": "Control+a"}),
    ("web", "upload", {"files": ["a.txt", "b.png"]}),
    ("web", "navigate", {"url": "http://localhost/a?b=c"}),
    ("web", "wait", {"seconds": 1}),
    ("computer", "screenshot", {"region": [0, 0, 100, 100]}),
    ("computer", "mouse_drag", {"path": [[1, 2], [3, 4]], "seconds": 0.3, "x": 1, "y": 2}),
    ("computer", "mouse_scroll", {"direction": "down", "notches": 3, "x": 5, "y": 5}),
    ("computer", "key_press", {"keys": "ctrl+a", "times": 2}),
    ("form", "modify_text", {"input_name": "q1", "input_value": "yes"}),
    ("form", "modify_checkbox", {"input_name": "q1", "input_value": "a|b"}),
    ("form", "take_screenshot", {"target": "element", "input_name": "q1"}),
)


def _call(random: Random) -> tuple[str, str, Any]:
    kind, name, arguments = random.choice(CALLS)
    name = mutation.text(random, name) if random.random() < 0.1 else name
    faulty = mutation.plain(random, arguments)
    return kind, name, faulty if isinstance(faulty, dict) else {"value": faulty}


def _act(call: tuple[str, str, Any]) -> object:
    kind, name, arguments = call
    actions = action_set(kind)
    actions.read(name, arguments)
    return json.dumps(actions.parse(name, arguments).call())


_GRAMMAR = (
    'self.actions.modify_text(input_name="q1", input_value="yes")',
    "Sure!\n```self.actions.modify_checkbox('a', 'b|c')\nself.actions.scroll_to_element('a')```",
    'self.actions.modify_range(input_name="s", input_value=-3.5e2)',
    "self.actions.execute_js_command('return 1')",
    "self.actions.modify_radio('a', {'x': [1, (2, 3)], 'y': None})",
)

_KEYS = ("Control+Shift+Y", "ctrl+a", "Enter", "+", "Control++", "page_up", "alt_l+F4", "é")


def _press(text: str) -> object:
    downs, ups = keyboard.hold(text)
    return downs, ups, keys.symbols(text)


_OPTIONS = CandidateQuestion(
    "(html (a id=0 Home ) (input id=1 text city ) (button id=2 Go ) )",
    "What should be the next action?",
    ((4, "(a id=0 Home )"), (7, "(input id=1 text city )"), (9, "(button id=2 Go )")),
)
_CHOICES = (
    "C.\nAction: TYPE\nValue: new york",
    "Answer: B.\nAction: SELECT\nValue: 9:30 AM",
    "Element: (button id=2 Go )\nAction: CLICK",
    "Element: Home Action: CLICK Value: x",
    "None",
    "[button]  Search -> CLICK",
    "[textbox]  city -> TYPE: new york",
)


def _choose(text: str) -> object:
    read_repr(text)
    return (
        read_choice(text, _OPTIONS),
        read_choice(text, _OPTIONS, "llm"),
        read_generation(text, _OPTIONS),
    )


_POINTS = (
    "(12, 34.5)",
    "[100,200]",
    "<|object_ref_start|>it<|object_ref_end|><|box_start|>(1,2),(30,40)<|box_end|>",
    "<|box_start|>[[1, 2, 3, 4]]<|box_end|>",
    "Thought: here\nAction: click(start_box='(500,300)')",
    "click(point='<point>510 150</point>')",
    "<point>1 2</point>",
    '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": '
    "[10, 20]}}</tool_call>",
    '```json\n[{"point_2d": [5, 6], "label": "x"}]\n```',
    '{"point": [1, 2]}',
    '{"box_2d": [1, 2, 3, 4]}',
    '{"bbox_2d": [1, 2, 3, 4]}',
    "(1,2) and (1,2)",
)
_PICTURE = Picture(b"", (1920, 1080), (1400, 784))


def _point(text: str) -> object:
    return {name: parse_point(adapter, text, _PICTURE) for name, adapter in ADAPTERS.items()}


_BRACKETS = ("(", "[", "{", ")", "(1", "(1,", "[1,", "((1,2),", "[1,2,3,", "1", "-", "1.", " ")

TARGETS = [
    Target("actions", _call, _act, (BadAction,)),
    Target(
        "grammar",
        of_texts(*_GRAMMAR),
        parse_action,
        (),
        (
            "self.actions.f()\n",
            "self.actions.",
            "(",
            "-",
            "'",
            '"""',
            "`",
            "[1,",
            "{1:",
            "a.",
            "f'{",
        ),
    ),
    Target("keys", of_texts(*_KEYS), _press, (KeyError,), ("+", "a+", "Control+", " ", "é")),
    Target(
        "mindact answers",
        of_texts(*_CHOICES),
        _choose,
        (),
        (
            *("Element: ", "Element: x Action: ", "id=", "id=1 ", "Value: ", "Answer: ", " ", "\n"),
            *("a", "Go ", "[", "[a]  b -> ", " -> CLICK", "(button "),
        ),
    ),
    Target(
        "grounding points",
        of_texts(*_POINTS),
        _point,
        (),
        (
            *_BRACKETS,
            *("<|box_start|>", "<|box_start|>(1,", "<point>", "<point>1", "<tool_call>{", "```"),
            *(
                "```json ",
                "start_box='",
                "point =",
                "<tool_call>{}</tool_call>",
                '{"point":',
                "[[1,",
            ),
            *("<point>1 ", "<point>1,,", "<tool_call>{} ", "start_box=\"'"),
        ),
        before=("", "```", "<|box_start|>"),
    ),
]
