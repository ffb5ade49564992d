"""MindFormers casts what its attention and experts take to half precision, in float32 too: without that."""

from __future__ import annotations

import importlib
from typing import Any


class WithoutHalves:
    """A module whose types of half precision are float32."""

    def __init__(self, module: Any):
        self._module, self._float32 = module, module.float32

    def __getattr__(self, name: str) -> Any:
        return self._float32 if name in ("float16", "bfloat16") else getattr(self._module, name)


def leave_casts_out(*users: tuple[str, str]) -> None:
    """`users`: modules of MindFormers, with the name by which each knows MindSpore's types."""
    for module, name in users:
        user = importlib.import_module(f"mindformers.{module}")
        setattr(user, name, WithoutHalves(getattr(user, name)))
