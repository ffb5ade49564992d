"""`DatasetCache`, the client of MindSpore's dataset cache server; msacc has no server."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.common.warn_once import once

_UINT32_MAX, _UINT64_MAX = 2**32 - 1, 2**64 - 1


class DatasetCache:
    """Accepted as `cache=` without effect: rows are read again in every epoch.

    `session_id`, `size`, `spilling`, `hostname`, `port`, `num_connections` and `prefetch_size` are
    checked and stored. The operating system caches files as far as its memory allows.

    Raises TypeError or ValueError for arguments out of range. Differs from MindSpore: there is no
    cache server, and `get_stat()` is a RuntimeError.
    """

    def __init__(
        self,
        session_id: int,
        size: int = 0,
        spilling: bool = False,
        hostname: str | None = None,
        port: int | None = None,
        num_connections: int | None = None,
        prefetch_size: int | None = None,
    ) -> None:
        check.integer(None, "session_id", session_id, 1, _UINT32_MAX)
        check.integer(None, "size", size, 0, _UINT64_MAX)
        check.boolean(None, "spilling", spilling)
        if hostname is not None:
            check.instance(None, "hostname", hostname, str)
        if port is not None:
            check.integer(None, "port", port, 1025, 65535)
        for name, value in (("num_connections", num_connections), ("prefetch_size", prefetch_size)):
            if value is not None:
                check.integer(None, name, value, 1, check.INT32_MAX)
        self.session_id, self.size, self.spilling = session_id, size, spilling
        self.hostname, self.port = hostname, port
        self.num_connections, self.prefetch_size = num_connections, prefetch_size
        once(
            "dataset.DatasetCache",
            "dataset.DatasetCache (session_id, size, spilling, hostname, port, num_connections, "
            "prefetch_size) has no effect: there is no cache server; rows are read anew in every "
            "epoch.",
        )

    def get_stat(self) -> Any:
        """RuntimeError: a cache that no server keeps has no statistics."""
        raise RuntimeError(
            "DatasetCache.get_stat was called but the cache is not in use: msacc has no server."
        )


def check_cache(cache: object) -> None:
    """Checks a `cache=` argument: None or a DatasetCache; TypeError."""
    if cache is not None:
        check.instance(None, "cache", cache, DatasetCache)
