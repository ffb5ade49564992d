"""CTC loss with sparse labels, and its gradient, as the Primitive has it."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.common.without_values import is_recorded
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

# In place of minus infinity, whose gradients are not numbers.
_NEVER = -1e30


@bindings(
    PrimitiveClass(
        "CTCLoss",
        settings={
            "preprocess_collapse_repeated": Setting(False, checks.boolean),
            "ctc_merge_repeated": Setting(True, checks.boolean),
            "ignore_longer_outputs_than_inputs": Setting(False, checks.boolean),
        },
    )
)
@op
def ctc_loss_sparse(
    x: torch.Tensor,
    labels_indices: torch.Tensor,
    labels_values: torch.Tensor,
    sequence_length: torch.Tensor,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(loss (N,), its gradient by x) for scores x (T, N, C), blank C - 1, and labels given sparsely.

    `x` is a float Tensor, whose dtype the loss and its gradient have; indices are Int64, the others Int32.
    `labels_indices` holds (sample, position) pairs in order, `labels_values` the classes there; a sample's labels
      end at its first blank.
    `preprocess_collapse_repeated`: a label that repeats the one before it is left out.
    `ctc_merge_repeated` False: a label's repetition in the output is another label.

    Raises RuntimeError for a label that follows a blank, outside a graph.
    """
    blank = x.shape[2] - 1
    targets = _rows(x, labels_indices, labels_values, blank)
    if preprocess_collapse_repeated:
        targets = _merge_repeated(targets, blank)
    lengths = (targets != blank).sum(1)

    def loss_of(scores: torch.Tensor) -> torch.Tensor:
        logs, steps = scores.log_softmax(-1), sequence_length.long()
        if not ctc_merge_repeated:
            return _unmerged_loss(logs, targets, steps, lengths, blank)
        return F.ctc_loss(
            logs, targets, steps, lengths, blank, "none", ignore_longer_outputs_than_inputs
        )

    with torch.enable_grad():
        scores = x.detach().requires_grad_(True)
        gradient = torch.autograd.grad(loss_of(scores).sum(), scores)[0]
    return loss_of(x), gradient


def _rows(x: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, blank: int) -> torch.Tensor:
    """The labels of each sample, (N, the longest), blanks behind them."""
    sample, position = indices[:, 0].long(), indices[:, 1].long()
    watched = not (torch.compiler.is_compiling() or is_recorded())
    wide = int(position.max()) + 1 if watched and position.numel() else values.shape[0]
    rows = x.new_full((x.shape[1], wide), blank, dtype=torch.long)
    rows = rows.index_put((sample, position), values.long())
    valid = (rows != blank).long().cumprod(1).bool()
    if watched and bool(((rows != blank) & ~valid).any()):
        raise RuntimeError(
            f"For 'CTCLoss', a value of labels_values stands behind {blank}, the blank, which ends the "
            "labels of a sample; put blanks behind all labels."
        )
    return torch.where(valid, rows, blank)


def _merge_repeated(rows: torch.Tensor, blank: int) -> torch.Tensor:
    """Without the labels that repeat the one before."""
    new = torch.ones_like(rows, dtype=torch.bool)
    new[:, 1:] = rows[:, 1:] != rows[:, :-1]
    # Dropped entries are written to an extra column behind the row.
    position = torch.where(new, new.long().cumsum(1) - 1, rows.shape[1])
    wider = rows.new_full((rows.shape[0], rows.shape[1] + 1), blank)
    return wider.scatter(1, position, rows)[:, :-1]


def _unmerged_loss(
    logs: torch.Tensor,
    targets: torch.Tensor,
    steps: torch.Tensor,
    lengths: torch.Tensor,
    blank: int,
) -> torch.Tensor:
    """The sum over alignments in which only blanks repeat, (N,)."""
    path = targets.new_full((targets.shape[0], 2 * targets.shape[1] + 1), blank)
    path[:, 1::2] = targets
    emitted = logs.gather(2, path.expand(logs.shape[0], -1, -1))
    position = torch.arange(path.shape[1], device=path.device)
    barred = torch.where(position % 2 == 1, _NEVER, 0.0).to(logs.dtype)
    reached = torch.where(position < 2, emitted[0], _NEVER)
    for step in range(1, logs.shape[0]):
        one, two = (F.pad(reached, (by, 0), value=_NEVER)[:, :-by] for by in (1, 2))
        transitions = torch.stack(
            [reached + barred, one, two + torch.where(barred < 0, 0.0, _NEVER)]
        )
        advanced = torch.logsumexp(transitions, 0) + emitted[step]
        reached = torch.where((step < steps)[:, None], advanced, reached)
    last = torch.stack([2 * lengths, (2 * lengths - 1).clamp(min=0)], 1)
    ends = reached.gather(1, last)
    only_blanks = torch.stack([ends[:, 0], torch.full_like(ends[:, 1], _NEVER)], 1)
    return -torch.logsumexp(torch.where((lengths > 0)[:, None], ends, only_blanks), 1)
