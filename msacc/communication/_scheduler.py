"""The scheduler: the meeting point of a job's workers, and the witness of how they end.

It hosts the key-value store the workers register in, and keeps one connection to each of them: the
kernel closes it when a worker dies in whatever way, so a lost worker is noticed at once.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from collections.abc import Callable
from datetime import timedelta

import torch.distributed as dist

DONE = b"done\n"
_WATCH_KEY = "scheduler/watch_port"
_POLL_SECONDS = 0.5


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
        # Workers on other hosts reach this port too, unless the whole job is on the loopback.
        self.server = socket.create_server(
            ("127.0.0.1" if host == "127.0.0.1" else "", 0), backlog=1024
        )
        self.store.set(_WATCH_KEY, str(self.server.getsockname()[1]))
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.server, selectors.EVENT_READ)
        self.heard: dict[socket.socket, bytes] = {}
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
            known = len(self.heard) + len(self.finished)
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
        connection, _ = self.server.accept()
        self.heard[connection] = b""
        self.selector.register(connection, selectors.EVENT_READ)

    def _listen(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(4096)
        except ConnectionError:
            data = b""
        self.heard[connection] += data
        if data:
            return
        self.selector.unregister(connection)
        connection.close()
        text = self.heard.pop(connection)
        name = (
            text.split(b"\n")[0].decode(errors="replace") or "a worker that had not said its rank"
        )
        if not text.endswith(DONE):
            raise RuntimeError(
                f"The scheduler lost {name}: it ended without finishing. See its log."
            )
        self.finished.append(name)


class Watch:
    """A worker's side of the connection: closed by the kernel if the worker dies."""

    def __init__(self, host: str, store: dist.Store, rank: int, place: str):
        port = int(store.get(_WATCH_KEY).decode())
        self.socket = socket.create_connection((host, port), timeout=30)
        self.socket.sendall(f"worker {rank} ({place})\n".encode())

    def finish(self) -> None:
        """Tell the scheduler that this worker ends as it should."""
        # Without a scheduler there is nobody left to tell.
        with contextlib.suppress(OSError):
            self.socket.sendall(DONE)
        self.socket.close()
