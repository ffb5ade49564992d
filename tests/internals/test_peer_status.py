"""The thread that publishes where a process waits."""

from __future__ import annotations

import threading
import time

import pytest
import torch.distributed as dist

from msacc.communication._peer_status import PeerStatus


class SlowStore(dist.HashStore):
    """A store that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.writers: list[str] = []

    def set(self, key: str, value: str) -> None:
        self.writers.append(threading.current_thread().name)
        time.sleep(0.3)
        super().set(key, value)


def test_no_thread_is_in_the_store_when_the_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    store = SlowStore()
    monkeypatch.setattr(dist, "PrefixStore", lambda name, inner: inner)
    monkeypatch.setattr("msacc.communication._peer_status._POLL_SECONDS", 0.01)
    status = PeerStatus(store, 0, 2)
    status.waiting_in = "a collective", time.monotonic() - 1
    while "msacc-peer-status" not in store.writers:
        time.sleep(0.01)
    status.report("finished")
    assert not any(thread.name == "msacc-peer-status" for thread in threading.enumerate())
    assert store.get("0").decode() == '["finished", ""]'
