"""`python -m webproctor`: the command line."""

from webproctor.cli import main

main()
