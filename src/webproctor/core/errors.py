"""The exception for user errors, and warnings."""


class UserError(Exception):
    """Invalid input by the user; the message says what is wrong, where, and what to do.

    The command line prints the message without a traceback and exits with status 2.
    """


class CostUnknown(UserWarning):
    """The cost of a run is not reported, because the price of its model is unknown."""


class AnswersUnused(UserWarning):
    """Recorded answers do not match the tasks of a run; the message counts them."""


class ReplayDiffers(UserWarning):
    """A replay differs from the recorded run: in its condition, its tasks, or at a step."""


class WorkerLost(UserWarning):
    """A worker of a run was lost; its unfinished episodes are run again by others."""
