"""Products of vectors and matrices, factorizations, norms."""

from __future__ import annotations

import torch

from msacc.ops._op import exported, op

# -- products: no promotion between operands, as in MindSpore ------------------------------------


def _same_dtype(name: str, a: torch.Tensor, b: torch.Tensor) -> None:
    if a.dtype is not b.dtype:
        raise TypeError(
            f"For '{name}', both operands should have one dtype, but got {a.dtype} and {b.dtype}; "
            "cast one of them."
        )


@op
def matmul(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The matrix product, batched and broadcast as numpy's; both sides of one dtype."""
    if not isinstance(input, torch.Tensor) or not isinstance(other, torch.Tensor):
        raise TypeError(
            f"For 'matmul', both operands should be Tensors, but got {input!r} and {other!r}."
        )
    _same_dtype("matmul", input, other)
    return torch.matmul(input, other)


__all__ = exported(globals())
