"""Methods of Tensor whose arguments differ from those of the op's function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.ops.core.declaration import TensorMethod, bindings
from msacc.ops.linalg import products as la
from msacc.ops.linalg import solving
from msacc.ops.nn import activation as act

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import DTypeLike


@bindings(TensorMethod("qr"))
def qr(self: Tensor, some: bool = True) -> Any:
    """(Q, R) of the QR factorization of this Tensor, floats (…, N, M); Q square where `some` is False.

    `some`: a bool. Q is (…, N, K) and R (…, K, M), with K the lesser of N and M, or N where `some` is False;
    both have this dtype.
    """
    return solving.qr(self, "reduced" if some else "complete")


@bindings(TensorMethod("addr"))
def addr(
    self: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    beta: complex | np.number = 1,
    alpha: complex | np.number = 1,
) -> Tensor:
    """beta * self + alpha * (the outer product of vec1 and vec2).

    `vec1` is (N,), `vec2` (M,), and this Tensor broadcasts to the result (N, M).
    `beta` and `alpha` are numbers.

    The result has the dtype to which theirs promote.
    """
    return la.addr(self, vec1, vec2, beta=beta, alpha=alpha)


@bindings(TensorMethod("softmax"))
def softmax(self: Tensor, axis: int, dtype: DTypeLike | None = None) -> Tensor:
    """exp(self) over its sum along `axis`, computed in `dtype` if one is given.

    `axis` is an int. The result has this Tensor's shape, and its float dtype or `dtype`.
    """
    return act.softmax(self, axis, dtype=dtype)
