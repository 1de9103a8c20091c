"""Start the command line: the program `webproctor`, and `python -m webproctor`."""

import os


def main() -> None:
    """Import the command line and run it.

    Ctrl-C ends the program with status 130. There is nothing to clean up while the command line is
    imported, and the exception of an interrupt would be lost in some callbacks of imports.
    """
    try:
        import signal

        interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if interruptible:
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        from webproctor.cli import main as run_command_line

        if interruptible:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run_command_line()
    except KeyboardInterrupt:
        os._exit(130)


if __name__ == "__main__":
    main()
