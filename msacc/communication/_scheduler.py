"""The scheduler: hosts the store in which a job's workers register, and notices how they end.

It keeps one connection to each worker: the kernel closes it when a worker dies in whatever way, so a lost worker is
noticed at once. A worker sends the job's token first, which it reads from the store: other connections are closed.
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
# The number of the job's start, where launchers on several hosts agree on each.
START_KEY = "scheduler/start"
_PORT_KEY = "scheduler/watch_port"
_TOKEN_KEY = "scheduler/token"
_POLL_SECONDS = 0.5
# What a worker has to say for itself, and how long it may take to; strangers get no more of either.
_MAX_BYTES = 4096
_AUTHENTICATION_SECONDS = 30.0
_MAX_UNAUTHENTICATED = 256


class Scheduler:
    """Serves `size` workers on `port` until all have left. `listen_fd`: a socket that is bound already."""

    def __init__(
        self,
        host: str,
        port: int,
        size: int,
        timeout: float,
        log: Callable[[str], None],
        listen_fd: int | None = None,
    ):
        self.size, self.timeout, self.log = size, timeout, log
        self.address = f"{host}:{port}"
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
        self.store.set(_PORT_KEY, str(self.server.getsockname()[1]))
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.server, selectors.EVENT_READ)
        self.unauthenticated: dict[socket.socket, tuple[bytes, float]] = {}
        self.workers: dict[socket.socket, bytes] = {}
        self.finished: list[str] = []

    def run(self) -> None:
        """Return when every worker has finished; RuntimeError when one is lost or too few come."""
        self.log(f"scheduler: waiting on {self.address} for {self.size} workers")
        deadline = time.monotonic() + self.timeout
        complete = False
        while len(self.finished) < self.size:
            for key, _ in self.selector.select(_POLL_SECONDS):
                if key.fileobj is self.server:
                    self._accept()
                else:
                    self._read(key.fileobj)  # type: ignore[arg-type]
            self._close_unauthenticated()
            known = len(self.workers) + len(self.finished)
            if known == self.size and not complete:
                complete = True
                self.log(f"scheduler: all {self.size} workers are here")
            if not complete and time.monotonic() > deadline:
                raise RuntimeError(
                    f"Only {known} of {self.size} workers registered with the scheduler at {self.address} within "
                    f"{self.timeout:g} s."
                )
        self.log("scheduler: all workers have finished")

    def _accept(self) -> None:
        # It may have gone again between the selector and here.
        with contextlib.suppress(OSError):
            connection, _ = self.server.accept()
            connection.setblocking(False)
            self.unauthenticated[connection] = b"", time.monotonic() + _AUTHENTICATION_SECONDS
            self.selector.register(connection, selectors.EVENT_READ)

    def _read(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(_MAX_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if connection in self.workers:
            self._receive(connection, data)
        else:
            self._authenticate(connection, data)

    def _authenticate(self, connection: socket.socket, data: bytes) -> None:
        """Accepts a worker, which sends the token in its first line; closes any other connection."""
        received, until = self.unauthenticated[connection]
        hello, end, rest = (received + data).partition(b"\n")
        self.unauthenticated[connection] = received + data, until
        if end and hmac.compare_digest(hello, self.token):
            del self.unauthenticated[connection]
            self.workers[connection] = b""
            if rest:
                self._receive(connection, rest)
        elif end or not data or len(hello) > len(self.token):
            self._close(connection)

    def _close_unauthenticated(self) -> None:
        late = [c for c, (_, until) in self.unauthenticated.items() if time.monotonic() > until]
        for connection in late or list(self.unauthenticated)[:-_MAX_UNAUTHENTICATED]:
            self._close(connection)

    def _close(self, connection: socket.socket) -> None:
        self.unauthenticated.pop(connection, None)
        self.selector.unregister(connection)
        connection.close()

    def _receive(self, connection: socket.socket, data: bytes) -> None:
        text = self.workers[connection] + data
        if data and len(text) <= _MAX_BYTES:
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
    """A worker's connection to the scheduler, which the kernel closes if the worker dies."""

    def __init__(self, host: str, store: dist.Store, rank: int, description: str):
        port = int(store.get(_PORT_KEY).decode())
        self.socket = socket.create_connection((host, port), timeout=30)
        token = store.get(_TOKEN_KEY)
        self.socket.sendall(token + b"\n")
        self.socket.sendall(f"worker {rank} ({description})\n".encode())

    def finish(self) -> None:
        """Tells the scheduler that this worker ends without an error."""
        # Without a scheduler there is nobody left to tell.
        with contextlib.suppress(OSError):
            self.socket.sendall(DONE)
        self.socket.close()
