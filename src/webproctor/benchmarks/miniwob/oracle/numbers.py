"""Environments about numbers: sums, guesses, sliders."""

import re
from collections.abc import Callable
from operator import add, mul, sub

from webproctor.benchmarks.miniwob.oracle.user import Solver, User

_SUBMIT = "#subbtn"
_OPERATIONS = {"+": add, "-": sub, "x": mul, "*": mul, "\u00d7": mul}


async def _answer(user: User, number: int) -> None:
    await user.type("#math-answer", str(number))
    await user.click(_SUBMIT)


async def _sum(user: User) -> None:
    left, sign, right = (await user.find("#math-problem")).text.rstrip("= ").split()
    await _answer(user, _OPERATIONS[sign](int(left), int(right)))


async def _solve_for_x(user: User) -> None:
    left, sign, right, _, result = (await user.find("#math-problem")).text.split()
    await _answer(
        user,
        next(x for x in range(-999, 1000) if _term(left, sign, right, x) == int(result)),
    )


def _term(left: str, sign: str, right: str, x: int) -> int:
    one, other = (x if part == "x" else int(part) for part in (left, right))
    return _OPERATIONS[sign](one, other)


async def _blocks(user: User) -> None:
    await _answer(user, len(await user.all(".addition-block")))


async def _guess(user: User) -> None:
    low, high = 0, 9
    while not user.over and low <= high:
        guess = (low + high) // 2
        await user.type("#tt", str(guess))
        await user.click(_SUBMIT)
        if await user.all("#lower"):
            high = guess - 1
        else:
            low = guess + 1


async def _generate(user: User) -> None:
    fits = _condition(user)
    while True:
        await user.click("#generate")
        if fits(int((await user.find("#display-number")).text)):
            await user.click("#submit")
            return


def _condition(user: User) -> Callable[[int], bool]:
    """Return what the instruction asks of a number."""
    number = re.search(r"(less|greater) than (-?\d+)", user.instruction)
    if number is None:
        parity = 1 if " odd " in user.instruction else 0
        return lambda shown: shown % 2 == parity
    limit = int(number[2])
    return lambda shown: shown < limit if number[1] == "less" else shown > limit


async def _spinner(user: User) -> None:
    steps = int(user.part(r"Select (-?\d+)"))
    for _ in range(abs(steps)):
        await user.click(f".ui-spinner-{'up' if steps > 0 else 'down'}")
    await user.click(_SUBMIT)


async def _slider(user: User) -> None:
    await _set(user, "#slider", "#val", int(user.part(r"Select (-?\d+)")))
    await user.click(_SUBMIT)


async def _sliders(user: User) -> None:
    for number, value in enumerate(user.part(r"\[(.*)\]").split(","), 1):
        await _set(user, f"#slider-{number}", f"#val-{number}", int(value))
    await user.click(_SUBMIT)


async def _form_sequence(user: User) -> None:
    await _set(user, "#slider", "#val", int(user.part(r"Select (-?\d+)")))
    await user.click(f"#checkbox-{user.ordinal}")
    await user.click(_SUBMIT)


async def _set(user: User, slider: str, shown: str, value: int) -> None:
    """Move a slider's handle with the arrow keys."""
    await user.click(f"{slider} .ui-slider-handle")
    steps = value - int((await user.find(shown)).text)
    await user.press("ArrowRight" if steps > 0 else "ArrowLeft", abs(steps))


SOLVERS: dict[str, Solver] = {
    "form-sequence": _form_sequence,
    "generate-number": _generate,
    "guess-number": _guess,
    "simple-algebra": _solve_for_x,
    "simple-arithmetic": _sum,
    "use-slider": _slider,
    "use-slider-2": _sliders,
    "use-spinner": _spinner,
    "visual-addition": _blocks,
}
