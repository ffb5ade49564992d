"""The thread that says where a process waits."""

from __future__ import annotations

import threading
import time

import pytest
import torch.distributed as dist

from msacc.communication._peer_status import Witness


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
    monkeypatch.setattr("msacc.communication._peer_status._LOOK_SECONDS", 0.01)
    witness = Witness(store, 0, 2)
    witness.place = "a collective", time.monotonic() - 1
    while "msacc-witness" not in store.writers:
        time.sleep(0.01)
    witness.say("finished")
    assert not any(thread.name == "msacc-witness" for thread in threading.enumerate())
    assert store.get("0").decode() == '["finished", ""]'
