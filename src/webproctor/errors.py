"""The one error that a user's mistake raises."""


class UserError(Exception):
    """Something the user gave is wrong; the message says what, where, and what to do.

    The command line prints the message without a traceback and exits with status 2.
    """
