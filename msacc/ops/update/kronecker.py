"""THOR's rule: gradients multiplied by inverses of Kronecker factors, in blocks on their diagonals.

A factor is a second moment, of what goes into a layer (A) or of the gradients of what comes out (G). For a weight
(out, in) the Fisher matrix is taken as their Kronecker product, so that its inverse times a gradient is
`G^-1 @ gradient @ A^-1`.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.ops.core.op import op

# Rows of a block, as in MindSpore: larger factors are inverted block by block.
BLOCK = 128


def block_shape(size: int) -> tuple[int, int]:
    """(how many blocks a factor of `size` rows has, rows of each)."""
    return (1, size) if size < BLOCK else (-(-size // BLOCK), BLOCK)


def diagonal_blocks(factor: torch.Tensor) -> torch.Tensor:
    """The blocks (n, rows, rows) on the diagonal of a factor; the last one is filled up with the identity."""
    size = factor.shape[0]
    count, rows = block_shape(size)
    missing = count * rows - size
    padded = F.pad(factor, (0, missing, 0, missing))
    blocks = padded.reshape(count, rows, count, rows).diagonal(dim1=0, dim2=2).movedim(-1, 0)
    if not missing:
        return blocks
    ones = torch.arange(count * rows, device=factor.device).reshape(count, rows) >= size
    return blocks + torch.diag_embed(ones.to(factor.dtype))


def inverse_cholesky(matrices: torch.Tensor) -> torch.Tensor:
    """The inverse of the lower Cholesky factor of each matrix (…, n, n)."""
    try:
        lower = torch.linalg.cholesky(matrices)
    except torch.linalg.LinAlgError as error:
        raise RuntimeError(
            "For 'thor', a Kronecker factor is not positive definite: it holds NaN or infinity, or 'damping' is "
            f"too small; give larger values of 'damping', or a smaller learning rate ({error})."
        ) from None
    identity = torch.eye(matrices.shape[-1], dtype=matrices.dtype, device=matrices.device)
    return torch.linalg.solve_triangular(lower, identity.expand_as(matrices), upper=False)


def inverse_blocks(factor: torch.Tensor) -> torch.Tensor:
    """The inverses (n, rows, rows) of the diagonal blocks of a symmetric factor."""
    inverse = inverse_cholesky(diagonal_blocks(factor))
    return inverse.mT @ inverse


def damped(factor: torch.Tensor, damping: torch.Tensor) -> torch.Tensor:
    """factor + sqrt(damping) * identity."""
    identity = torch.eye(factor.shape[0], dtype=factor.dtype, device=factor.device)
    return factor + damping.sqrt() * identity


def precondition(gradient: torch.Tensor, g: torch.Tensor, a: torch.Tensor) -> torch.Tensor:
    """blockdiag(g) @ gradient @ blockdiag(a), for `g` (n, p, p) and `a` (n, m, q, q), the same for all n."""
    rows, columns = gradient.reshape(gradient.shape[0], -1).shape
    (n, tall, _), (_, m, wide, _) = g.shape, a.shape
    flat = gradient.reshape(rows, columns).to(g.dtype)
    padded = F.pad(flat, (0, m * wide - columns, 0, n * tall - rows))
    blocks = padded.reshape(n, tall, m, wide).transpose(1, 2)
    product = (g.unsqueeze(1) @ blocks @ a).transpose(1, 2).reshape(n * tall, m * wide)
    return product[:rows, :columns].reshape(gradient.shape).to(gradient.dtype)


def precondition_table(gradient: torch.Tensor, g: torch.Tensor, a: torch.Tensor) -> torch.Tensor:
    """The same for a table (ids, size), whose inputs are one-hot: `a` (ids,) is the inverse of a diagonal."""
    return ((a.unsqueeze(1) * gradient.to(g.dtype)) @ g).to(gradient.dtype)


def precondition_by_squares(
    gradient: torch.Tensor, batch_size: float, damping: torch.Tensor
) -> torch.Tensor:
    """gradient / (gradient^2 / batch_size + sqrt(damping)), the rule of layer normalisation."""
    return gradient / (gradient.square() / batch_size + damping.sqrt())


@op
def at_step(step: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """values[step], of shape [1]; RuntimeError when the list is too short."""
    try:
        return torch.index_select(values, 0, step.reshape(1))
    except IndexError:
        raise RuntimeError(
            f"For 'thor', the 'damping' holds {values.shape[0]} values, one per step, and step {int(step) + 1} "
            "was reached. Give a longer list."
        ) from None
