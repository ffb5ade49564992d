"""Who connects to a job without being one of its workers changes nothing."""

from __future__ import annotations

import os
import socket
import threading
from datetime import timedelta
from typing import Any

import pytest
import torch.distributed as dist

from msacc.common import warn_once
from msacc.communication import _listening_sockets as listening
from msacc.communication._scheduler import Scheduler, SchedulerConnection
from tests.launch.helpers import free_port

_HOST = "127.0.0.1"


class Job:
    """A scheduler for two workers in a thread."""

    def __init__(self) -> None:
        self.port = int(free_port())
        self.said: list[str] = []
        self.error: BaseException | None = None
        self.scheduler = Scheduler(_HOST, self.port, 2, 20, self.said.append)
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        self.store = dist.TCPStore(
            _HOST, self.port, None, False, timedelta(seconds=10), wait_for_workers=False
        )
        self.watch_port = int(self.store.get("scheduler/watch_port").decode())

    def _run(self) -> None:
        try:
            self.scheduler.run()
        except BaseException as error:
            self.error = error

    def worker(self, rank: int) -> SchedulerConnection:
        return SchedulerConnection(_HOST, self.store, rank, "here")

    def end(self) -> None:
        self.thread.join(20)
        assert not self.thread.is_alive()


def _rude(port: int, *messages: bytes) -> None:
    with socket.create_connection((_HOST, port), timeout=5) as connection:
        for message in messages:
            try:
                connection.sendall(message)
            except OSError:
                return


RUBBISH = [b"", b"\n", b"GET / HTTP/1.1\r\n\r\n", b"worker 0 (here)\ndone\n", os.urandom(100_000)]


@pytest.mark.parametrize("place", ["watch", "store"])
def test_rubbish(place: str) -> None:
    job = Job()
    port = job.watch_port if place == "watch" else job.port
    workers = [job.worker(0)]
    silent = socket.create_connection((_HOST, port))
    for message in RUBBISH:
        _rude(port, message)
    workers.append(job.worker(1))
    job.store.set("still", "serves")
    assert job.store.get("still") == b"serves"
    for worker in workers:
        worker.finish()
    job.end()
    silent.close()
    assert job.error is None
    assert job.said[-1] == "scheduler: all workers have finished"


def test_many_silent_strangers() -> None:
    job = Job()
    crowd = [socket.create_connection((_HOST, job.watch_port)) for _ in range(300)]
    for worker in [job.worker(0), job.worker(1)]:
        worker.finish()
    job.end()
    for one in crowd:
        one.close()
    assert job.error is None


def test_a_worker_that_says_too_much_is_none() -> None:
    job = Job()
    worker = job.worker(0)
    worker.socket.sendall(b"x" * 10_000)
    job.end()
    assert "lost worker 0" in str(job.error)


def test_a_lost_worker_is_noticed() -> None:
    job = Job()
    job.worker(0).socket.close()
    job.end()
    assert "lost worker 0 (here)" in str(job.error)


@pytest.mark.parametrize(
    ("host", "own"), [("127.0.0.1", True), ("localhost", True), ("192.0.2.1", False)]
)
def test_the_address_that_is_listened_on(host: str, own: bool, caplog: Any) -> None:
    warn_once.forget()
    with listening.listen(host, 0) as server:
        address = server.getsockname()[0]
    assert address == (listening.resolve(host) if own else "0.0.0.0")
    assert ("listens on all of its addresses" in caplog.text) == (not own)


def test_a_taken_port() -> None:
    with listening.listen(_HOST, 0) as server, pytest.raises(OSError, match="in use"):
        listening.listen(_HOST, server.getsockname()[1])
