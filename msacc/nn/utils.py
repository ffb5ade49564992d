"""Building networks without allocating their parameters; BatchNorm turned into GroupNorm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msacc.common.settings import settings
from msacc.nn.group_norm_conversion import to_group_norm


@contextmanager
def no_init_parameters() -> Iterator[None]:
    """Inside, parameters made from an initializer stay unfilled and take no memory.

    They are filled by the first call of their Cell, `init_parameters_data()`, `Parameter.init_data()`
    or a checkpoint, with the values they would have had at once; a sharded job fills only the shards.
    """
    before, settings.delay_init = settings.delay_init, True
    try:
        yield
    finally:
        settings.delay_init = before


__all__ = ["no_init_parameters", "to_group_norm"]
