"""Environments with an inbox of e-mails."""

from webproctor.benchmarks.miniwob.oracle.user import Solver, User


async def _delete(user: User) -> None:
    await user.click(f"{await _thread(user)} .trash")


async def _star(user: User) -> None:
    await user.click(f"{await _thread(user)} .star")


async def _reply(user: User) -> None:
    await user.click(f"{await _thread(user)} .email-body")
    await user.click(".email-reply")
    await user.type("#reply-text", user.quote)
    await user.click("#send-reply")


async def _forward(user: User) -> None:
    await user.click(f"{await _thread(user)} .email-body")
    await user.click(".email-forward")
    await user.type(".forward-sender", user.part(r"forward that email to (\w+)"))
    await user.click("#send-forward")


async def _any(user: User) -> None:
    for word, solve in (("trash", _delete), ("star", _star), ("reply", _reply)):
        if f"{word} icon" in user.instruction or f"and {word} to" in user.instruction:
            await solve(user)
            return
    await _forward(user)


async def _thread(user: User) -> str:
    """Return the selector of the e-mail of the sender whom the instruction names."""
    senders = [one.text for one in await user.all("#main .email-thread .email-sender")]
    number = senders.index(user.part(r"email by (\w+)"))
    return f'#main .email-thread[data-index="{number}"]'


SOLVERS: dict[str, Solver] = {
    "email-inbox": _any,
    "email-inbox-delete": _delete,
    "email-inbox-forward": _forward,
    "email-inbox-important": _star,
    "email-inbox-noscroll": _any,
    "email-inbox-reply": _reply,
    "email-inbox-star-reply": _any,
}
