"""The process of a worker: `python -m webproctor.workers FILE_DESCRIPTOR`, with the number of a
connected socket. The driver starts it."""

import asyncio
import signal
import socket
import sys

from webproctor.workers.connection import Socket
from webproctor.workers.worker import work

# The driver decides when to stop; a signal to all processes of a job must not come first.
signal.signal(signal.SIGINT, signal.SIG_IGN)
asyncio.run(work(Socket(socket.socket(fileno=int(sys.argv[1])))))
