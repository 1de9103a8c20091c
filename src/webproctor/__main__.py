"""Run the command line with `python -m webproctor`."""

from webproctor.cli import main

main()
