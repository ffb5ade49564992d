"""How much memory tensors take while something runs, counted from the tensors themselves."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.torch_private import TorchDispatchMode, storage_key, tree_leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

_UNITS = {"KB": 2**10, "MB": 2**20, "GB": 2**30, "B": 1}


class MemoryWatch(TorchDispatchMode):
    """Counts the bytes of every storage that ops make inside, on any device: `live` now, `peak` at most.

    For PyNative code; what a compiled graph keeps to itself is not seen. `ignored` tensors do not count.
    """

    def __init__(self, ignored: Iterable[torch.Tensor] = ()):
        super().__init__()
        self.live = self.peak = 0
        self._known = {_key(t) for t in ignored}

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        out = func(*args, **(kwargs or {}))
        input_keys = {_key(t) for t in tree_leaves((args, kwargs)) if _counts(t)}
        for t in tree_leaves(out):
            if _counts(t) and _key(t) not in input_keys:
                self._add(t.untyped_storage())
        return out

    def _add(self, storage: torch.UntypedStorage) -> None:
        key, size = storage_key(storage), storage.nbytes()
        if key in self._known:
            return
        self._known.add(key)
        self.live += size
        self.peak = max(self.peak, self.live)
        weakref.finalize(storage, self._drop, key, size)

    def _drop(self, key: int, size: int) -> None:
        self._known.discard(key)
        self.live -= size


def _key(t: torch.Tensor) -> int:
    return storage_key(t.untyped_storage())


def _counts(value: object) -> bool:
    return isinstance(value, torch.Tensor) and value.layout is torch.strided


def parse_bytes(memory: int | str) -> int:
    """Bytes of 2**20 or "1.5GB" (KB, MB, GB of 1024, 1024**2, 1024**3); ValueError for anything else."""
    if isinstance(memory, int) and not isinstance(memory, bool) and memory > 0:
        return memory
    if isinstance(memory, str):
        text = memory.strip().upper()
        for unit, size in _UNITS.items():
            if text.endswith(unit):
                try:
                    value = int(float(text[: -len(unit)]) * size)
                except ValueError:
                    break
                if value > 0:
                    return value
                break
    raise ValueError(f"'memory' should be bytes above 0 or like '2GB', but got {memory!r}.")
