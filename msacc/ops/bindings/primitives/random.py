"""The class sampling primitive, with a random stream for each seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops import random as rn
from msacc.ops.core.primitive import Primitive, primitive_names

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor


class RandomCategorical(Primitive):
    """`RandomCategorical(dtype)(logits, num_sample, seed)`: classes drawn from the softmax of each row.

    `logits`: a Tensor of shape (rows, classes) of numbers; the result has the shape (rows, num_sample) and
    `dtype`. Each call draws on from the stream of its seed; another primitive starts the stream again. Seed 0
    is no seed.
    """

    def __init__(self, dtype: mstype.Type = mstype.int64):
        super().__init__()
        self._msacc_settings["dtype"] = self.dtype = dtype
        self._msacc_streams: dict[int, rn.Stream] = {}

    def construct(self, logits: Tensor, num_sample: int, seed: int = 0) -> Any:  # type: ignore[override]
        """Int classes of shape (rows, `num_sample`). Raises TypeError for a seed that is no int."""
        if check.instance(self.name, "seed", seed, int) not in self._msacc_streams:
            self._msacc_streams[seed] = rn.Stream(seed)
        return rn.random_categorical(logits, num_sample, self._msacc_streams[seed], self.dtype)


__all__ = primitive_names(globals())
