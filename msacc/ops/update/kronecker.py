"""THOR's rule: gradients multiplied by inverses of Kronecker factors, in blocks on their diagonals.

A factor is a second moment, of what goes into a layer (A) or of the gradients of what comes out (G). For a weight
(out, in) the Fisher matrix is taken as their Kronecker product, so that its inverse times a gradient is
`G^-1 @ gradient @ A^-1`.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.ops.comm.collectives import all_reduce
from msacc.ops.core.op import op
from msacc.ops.update.tensor_lists import Tensors

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
            "For 'thor', a Kronecker factor is not positive definite: it holds NaN or infinity, or 'damping' is too "
            "small beside it; give larger values of 'damping', a smaller learning rate, or the 'loss_scale' that the "
            f"step multiplies the loss by ({error})."
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


def weight_inverses(
    a: torch.Tensor, g: torch.Tensor, damping: torch.Tensor, g_scale: float
) -> Tensors:
    """The inverses of A and of g_scale * G, in blocks."""
    factors = a.detach().float(), g.detach().float() * g_scale
    return [inverse_blocks(damped(factor, damping)) for factor in factors]


def conv_inverses(
    a: torch.Tensor, g: torch.Tensor, damping: torch.Tensor, g_scale: float, counts: Tensors
) -> Tensors:
    """The same for a convolution: the damping is divided by the places that each is a moment over."""
    factors = a.detach().float(), g.detach().float() * g_scale
    places = [count.detach() for count in counts]
    scale = places[0].rsqrt()
    return [
        inverse_blocks(damped(factor, damping / n)) * scale
        for factor, n in zip(factors, places, strict=True)
    ]


def table_inverses(
    a: torch.Tensor, g: torch.Tensor, damping: torch.Tensor, g_scale: float, batch_size: float
) -> Tensors:
    """The inverse of a diagonal A, and MindSpore's of g_scale * G: the inverse of its Cholesky factor by itself,
    not by its transpose.
    """
    factor = inverse_cholesky(damped(g.detach().float() * g_scale, damping))
    return [1.0 / (a.detach().float() / batch_size + damping.sqrt()), factor @ factor]


def averaged(values: Tensors, degree: int) -> Tensors:
    """The sums of tensors over all processes, divided by `degree`; they travel in one message."""
    total = all_reduce.raw(torch.cat([value.reshape(-1) for value in values])) / degree
    parts = total.split([value.numel() for value in values])
    return [part.reshape(value.shape) for part, value in zip(parts, values, strict=True)]


def store(targets: Tensors, values: Tensors) -> None:
    """Writes each value into its target, to whose shape it is expanded."""
    for target, value in zip(targets, values, strict=True):
        target.copy_(value)


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
