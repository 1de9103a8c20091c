"""Processes of browsers, which are ended with their descendants."""

import os
import subprocess
import sys

from webproctor.environments.browser.processes import Process, find, with_descendants


def test_a_reused_process_id_has_no_descendants_of_the_ended_process() -> None:
    ended = Process(os.getpid(), "another time")
    this = find(os.getpid())
    assert this is not None
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert with_descendants([ended]) == [ended]
        assert find(child.pid) in with_descendants([this])
        child.communicate(b"\n")
