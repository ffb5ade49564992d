"""TCPStore: a key-value store that the processes of a job share over TCP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import torch.distributed as dist

from msacc.common.checks import instance
from msacc.common.warn_once import no_effects


class TCPStore:
    """Keys and values, held by the process that `is_master` and read by all, at an IP address and `port`.

    `host_name`: the master's name or address.
    `world_size` and `wait_for_workers` say for how many processes the master waits, `timeout` for how long a
      call does.
    `multi_tenant`, `master_listen_fd` and `use_libuv` have no effect, as in MindSpore.

    Raises TypeError for an argument of another type, ValueError for a port outside 0 to 65535, RuntimeError
    where nobody answers in time.
    """

    def __init__(
        self,
        host_name: str,
        port: int,
        world_size: int | None = None,
        is_master: bool = False,
        timeout: timedelta = timedelta(seconds=300),
        wait_for_workers: bool = True,
        multi_tenant: bool = False,
        master_listen_fd: int | None = None,
        use_libuv: bool = True,
    ):
        instance("TCPStore", "host_name", host_name, str)
        instance("TCPStore", "port", port, int)
        if not 0 <= port <= 65535:
            raise ValueError(f"For 'TCPStore', the 'port' must be in 0 to 65535, but got {port}.")
        instance("TCPStore", "is_master", is_master, bool)
        instance("TCPStore", "timeout", timeout, timedelta)
        instance("TCPStore", "wait_for_workers", wait_for_workers, bool)
        no_effects(
            "TCPStore",
            "it has none in MindSpore either",
            multi_tenant=(multi_tenant, False),
            master_listen_fd=(master_listen_fd, None),
            use_libuv=(use_libuv, True),
        )
        self.instance = dist.TCPStore(
            host_name, port, world_size, is_master, timeout, wait_for_workers
        )

    def set(self, key: str, value: str | bytes) -> None:
        """Stores `value` under `key`, in place of an earlier one."""
        instance("TCPStore.set", "key", key, str)
        instance("TCPStore.set", "value", value, (str, bytes))
        # torch's annotation names text alone; its store takes bytes too.
        stored: Any = value
        self.instance.set(key, stored)

    def get(self, key: str) -> bytes:
        """The value of `key`; waits for one, and raises RuntimeError when the timeout has passed."""
        instance("TCPStore.get", "key", key, str)
        return self.instance.get(key)

    def add(self, key: str, amount: int) -> int:
        """Add `amount`, an int, to the counter under `key`, which begins at 0.

        Raises RuntimeError where its value is no number, TypeError for other types.
        """
        instance("TCPStore.add", "key", key, str)
        instance("TCPStore.add", "amount", amount, int)
        # torch's server would drop the connection.
        if self.instance.check([key]) and not self.instance.get(key).lstrip(b"-").isdigit():
            raise RuntimeError(
                f"For 'TCPStore.add', the value of {key!r} is no number: {self.instance.get(key)!r}."
            )
        return self.instance.add(key, amount)

    def delete_key(self, key: str) -> bool:
        """Remove `key`; whether it was there."""
        instance("TCPStore.delete_key", "key", key, str)
        return self.instance.delete_key(key)
