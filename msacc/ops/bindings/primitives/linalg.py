"""Linear algebra primitives that need a class of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.linalg import products as la
from msacc.ops.linalg import solving

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor


class Einsum(Primitive):
    """`Einsum(equation)((a, b, …))`: `ops.einsum`, the sums of products that `equation`, a str, names by letters.

    The operands are Tensors of one dtype, which the result has, with a dimension for each letter.
    """

    def __init__(self, equation: str):
        super().__init__("Einsum")
        self.equation = equation

    def construct(self, *operands: object) -> object:
        return la.einsum(self.equation, *operands)


class Lstsq(Primitive):
    """`Lstsq(fast, l2_regularizer)(x, a)`: the least squares (or least norm) solution of x · solution = a.

    `x`: a float Tensor (M, N), `a`: one (M,) or (M, K) of its dtype, which the result has.

    Raises TypeError for a `fast` other than True or a regularizer other than 0, as MindSpore does.
    """

    def __init__(self, fast: bool = True, l2_regularizer: float = 0.0):
        super().__init__("Lstsq")
        for name, value, only in (("fast", fast, True), ("l2_regularizer", l2_regularizer, 0.0)):
            if value != only:
                raise TypeError(f"For 'Lstsq', {name!r} should be {only!r}, but got {value!r}.")

    def construct(self, x: Tensor, a: Tensor) -> Any:
        return solving.lstsq(x, a)


__all__ = primitive_names(globals())
