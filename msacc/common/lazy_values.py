"""Lazy values of a Tensor: shape, dtype and the initializer that will fill it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.initializer_parts import _assignment as _assignment
from msacc.common.initializer_parts import _calculate_correct_fan as _calculate_correct_fan
from msacc.common.initializer_parts import _calculate_gain as _calculate_gain
from msacc.common.initializer_parts import _calculate_in_and_out as _calculate_in_and_out
from msacc.common.initializer_parts import _init_random_normal as _init_random_normal
from msacc.common.initializer_parts import _init_random_uniform as _init_random_uniform
from msacc.common.initializer_parts import _init_truncated_normal as _init_truncated_normal
from msacc.common.initializer_rules import _ALIASES, Constant, Elementwise, Initializer
from msacc.common.seed import draw_key, numpy_seeded, shared_entropy
from msacc.common.settings import settings

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


class Pending:
    """A tensor's shape, dtype and initializer, before its values exist.

    A tensor that may be filled at another time on another process has its key from the start.
    """

    __slots__ = ("dtype", "initializer", "key", "shape")
    # Sharded parameters carry a placeholder of another class, whose values lie on other processes too.
    is_remote = False

    def __init__(self, initializer: Initializer, shape: tuple[int, ...], dtype: mstype.Type):
        self.initializer, self.shape, self.dtype = initializer, shape, dtype
        early = settings.delay_init or shared_entropy()
        drawn = initializer._msacc_source != "fixed" or initializer._msacc_is_users
        self.key = draw_key() if early and drawn else None

    def fill(self) -> torch.Tensor:
        """Draw the values: always on the CPU in float32, so that every device gets the same."""
        out = torch.empty(self.shape, dtype=torch.float32)
        with numpy_seeded(self.key):
            self.initializer._msacc_apply(out, self.key)
        return self._placed(out)

    def fill_slice(self, index: int | None, shape: tuple[int, ...] | None) -> torch.Tensor:
        """The values of a slice of the shape `shape`: slices of one `index` are equal on every process."""
        sliced = copy.copy(self)
        sliced.shape = self.shape if shape is None else shape
        if index is not None:
            with numpy_seeded(index + (settings.seed or 0)):
                sliced.key = int(np.random.randint(1, 1 << 63, dtype=np.int64))
        return sliced.fill()

    def part(self, low: int, high: int) -> torch.Tensor:
        """Elements `low` to `high` of the values in one dimension; the others are not drawn if that can be."""
        rule = self.initializer
        unknown = self.key is None and rule._msacc_source != "fixed"
        if unknown or rule._msacc_is_users or not isinstance(rule, Elementwise):
            return self.fill().view(-1)[low:high]
        out = torch.empty(high - low, dtype=torch.float32)
        rule._msacc_draw(self.shape)(out, self.key or 0, start=low)
        return self._placed(out)

    def _placed(self, out: torch.Tensor) -> torch.Tensor:
        return out.to(device=settings.device, dtype=mstype.to_torch(self.dtype))


def _resolve(init: Initializer | float | str) -> Initializer:
    if isinstance(init, Initializer):
        return init
    if isinstance(init, (int, float)):
        return Constant(init)
    if isinstance(init, str):
        rule = _ALIASES.get(init.lower())
        if rule is None:
            raise ValueError(
                f"For 'initializer', the class corresponding to '{init}' was not found; "
                f"known names: {', '.join(sorted(_ALIASES))}."
            )
        return rule()
    raise TypeError(
        "For 'initializer', 'init' should be a Tensor, a str, a number or an Initializer, "
        f"but got {init!r}."
    )


def pending(init: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Pending:
    """The placeholder for `init`: a name such as 'normal', a number or an Initializer."""
    return Pending(_resolve(init), shape, mstype.from_torch(mstype.to_torch(dtype)))
