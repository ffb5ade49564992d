"""Buffer: a Tensor that a Cell holds as state when it is assigned to an attribute."""

from __future__ import annotations

from msacc.common import checks as check
from msacc.common.tensor import Tensor


class Buffer(Tensor):
    """`data`, a Tensor whose values are shared, marked as state: `cell.mean = Buffer(t)` registers it.

    `persistent`: whether state dicts hold it. Raises ValueError for None, TypeError for what is no Tensor.
    """

    def __init__(self, data: Tensor | None, *, persistent: bool = True):
        if data is None:
            raise ValueError("For 'Buffer', 'data' should be a Tensor, but got None.")
        if not isinstance(data, Tensor):
            raise TypeError(f"For 'Buffer', 'data' should be a Tensor, but got {data!r}.")
        self._msacc_init = None
        self._t = data._t.detach()
        self.persistent = check.boolean("Buffer", "persistent", persistent)
