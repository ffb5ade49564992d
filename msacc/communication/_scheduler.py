"""The scheduler: the meeting point of a job's workers, and the witness of how they end.

It hosts the key-value store the workers register in, and keeps one connection to each of them: the
kernel closes it when a worker dies in whatever way, so a lost worker is noticed at once. A worker names
the job's token first, which it has from the store: whoever else connects is no worker and is not waited for.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import selectors
import socket
import time
from collections.abc import Callable
from datetime import timedelta

import torch.distributed as dist

from msacc.communication._listening_sockets import listen

DONE = b"done\n"
_WATCH_KEY = "scheduler/watch_port"
_TOKEN_KEY = "scheduler/token"
_POLL_SECONDS = 0.5
# What a worker has to say for itself, and how long it may take to; strangers get no more of either.
_MOST_BYTES = 4096
_HELLO_SECONDS = 30.0
_MOST_STRANGERS = 256


class Scheduler:
    """Serve `size` workers on `port` until all have left. `listen_fd`: a socket bound already."""

    def __init__(
        self,
        host: str,
        port: int,
        size: int,
        timeout: float,
        say: Callable[[str], None],
        listen_fd: int | None = None,
    ):
        self.size, self.timeout, self.say = size, timeout, say
        self.where = f"{host}:{port}"
        self.store = dist.TCPStore(
            host,
            port,
            is_master=True,
            wait_for_workers=False,
            timeout=timedelta(seconds=timeout),
            master_listen_fd=listen_fd,
        )
        self.server = listen(host, 0)
        self.server.setblocking(False)
        token = os.urandom(16).hex()
        self.token = token.encode()
        self.store.set(_TOKEN_KEY, token)
        self.store.set(_WATCH_KEY, str(self.server.getsockname()[1]))
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.server, selectors.EVENT_READ)
        self.unknown: dict[socket.socket, tuple[bytes, float]] = {}
        self.workers: dict[socket.socket, bytes] = {}
        self.finished: list[str] = []

    def run(self) -> None:
        """Return when every worker has finished; RuntimeError when one is lost or too few come."""
        self.say(f"scheduler: waiting on {self.where} for {self.size} workers")
        deadline = time.monotonic() + self.timeout
        complete = False
        while len(self.finished) < self.size:
            for key, _ in self.selector.select(_POLL_SECONDS):
                if key.fileobj is self.server:
                    self._accept()
                else:
                    self._listen(key.fileobj)  # type: ignore[arg-type]
            self._forget_strangers()
            known = len(self.workers) + len(self.finished)
            if known == self.size and not complete:
                complete = True
                self.say(f"scheduler: all {self.size} workers are here")
            if not complete and time.monotonic() > deadline:
                raise RuntimeError(
                    f"Only {known} of {self.size} workers registered with the scheduler at {self.where} within "
                    f"{self.timeout:g} s."
                )
        self.say("scheduler: all workers have finished")

    def _accept(self) -> None:
        # It may have gone again between the selector and here.
        with contextlib.suppress(OSError):
            connection, _ = self.server.accept()
            connection.setblocking(False)
            self.unknown[connection] = b"", time.monotonic() + _HELLO_SECONDS
            self.selector.register(connection, selectors.EVENT_READ)

    def _listen(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(_MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if connection in self.workers:
            self._hear(connection, data)
        else:
            self._meet(connection, data)

    def _meet(self, connection: socket.socket, data: bytes) -> None:
        """A worker is one that names the token in its first line; others are shown out."""
        heard, until = self.unknown[connection]
        hello, end, rest = (heard + data).partition(b"\n")
        self.unknown[connection] = heard + data, until
        if end and hmac.compare_digest(hello, self.token):
            del self.unknown[connection]
            self.workers[connection] = b""
            if rest:
                self._hear(connection, rest)
        elif end or not data or len(hello) > len(self.token):
            self._close(connection)

    def _forget_strangers(self) -> None:
        late = [c for c, (_, until) in self.unknown.items() if time.monotonic() > until]
        for connection in late or list(self.unknown)[:-_MOST_STRANGERS]:
            self._close(connection)

    def _close(self, connection: socket.socket) -> None:
        self.unknown.pop(connection, None)
        self.selector.unregister(connection)
        connection.close()

    def _hear(self, connection: socket.socket, data: bytes) -> None:
        text = self.workers[connection] + data
        if data and len(text) <= _MOST_BYTES:
            self.workers[connection] = text
            return
        del self.workers[connection]
        self._close(connection)
        name = (
            text.split(b"\n")[0].decode(errors="replace") or "a worker that had not said its rank"
        )
        if not text.endswith(DONE):
            raise RuntimeError(
                f"The scheduler lost {name}: it ended without finishing. See its log."
            )
        self.finished.append(name)


class SchedulerConnection:
    """A worker's side of the connection: closed by the kernel if the worker dies."""

    def __init__(self, host: str, store: dist.Store, rank: int, place: str):
        port = int(store.get(_WATCH_KEY).decode())
        self.socket = socket.create_connection((host, port), timeout=30)
        token = store.get(_TOKEN_KEY)
        self.socket.sendall(token + b"\n")
        self.socket.sendall(f"worker {rank} ({place})\n".encode())

    def finish(self) -> None:
        """Tell the scheduler that this worker ends as it should."""
        # Without a scheduler there is nobody left to tell.
        with contextlib.suppress(OSError):
            self.socket.sendall(DONE)
        self.socket.close()
