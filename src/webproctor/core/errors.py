"""The exception for user errors, and warnings."""

from collections.abc import Iterable

OPTIONS_IN_PYTHON = (
    "In Python, options of the command line are arguments and settings: `--max-steps 5` is "
    "`max_steps=5`, `--no-video` is `video=False`, `--text-only` is `vision=False`."
)


class UserError(Exception):
    """Invalid input by the user; the message says what is wrong, where, and what to do.

    The command line prints the message without a traceback and exits with status 2. Messages name
    settings as its options; tracebacks then have a note for readers who use Python.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        if "--" in str(self):
            self.add_note(OPTIONS_IN_PYTHON)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question about similar names, with a space before it; "" if there are none.

    For example, ` Did you mean 'oracle'?` for the name `oracel`.
    """
    from difflib import get_close_matches  # Only errors need it.

    close = get_close_matches(name, list(known))
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""


class CostUnknown(UserWarning):
    """The cost of a run is not reported, because the price of its model is unknown."""


class ModelUnused(UserWarning):
    """The settings of a run's agent use another model than that of the run, or none."""


class AnswersUnused(UserWarning):
    """Recorded answers do not match the tasks of a run; the message counts them."""


class DataIncomplete(UserWarning):
    """Data lacks some of its files, or is probably in another format; the message says where."""


class ReplayDiffers(UserWarning):
    """A replay differs from the recorded run: in its condition, its tasks, or at a step."""


class WorkerLost(UserWarning):
    """A worker of a run was lost; its unfinished episodes are run again once by others."""
