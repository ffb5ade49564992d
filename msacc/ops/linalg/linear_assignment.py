"""The linear assignment problem: one column for each row at minimal cost."""

from __future__ import annotations

import numpy as np
import torch

from msacc.ops.core.op import op


@op
def linear_sum_assignment(
    cost_matrix: torch.Tensor, maximize: bool, dimension_limit: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """The rows and columns, int64, that add up to the least cost, or to the greatest if `maximize`.

    `cost_matrix`: 2-D, of real numbers or bools. `dimension_limit`: an int64 Tensor without dimensions; only so many
    columns count, and both results are filled with -1 up to the smaller side. Raises ValueError for another rank,
    TypeError for complex numbers, a `maximize` that is no bool and another limit, RuntimeError where no assignment has
    a finite cost, for NaN and for a limit that is not positive.
    """
    if not isinstance(cost_matrix, torch.Tensor) or cost_matrix.dim() != 2:
        raise ValueError(
            f"For 'linear_sum_assignment', 'cost_matrix' needs rank 2: {cost_matrix!r}."
        )
    if cost_matrix.is_complex() or not isinstance(maximize, bool):
        raise TypeError(
            "For 'linear_sum_assignment', 'cost_matrix' must be real and 'maximize' a bool, but got "
            f"{cost_matrix.dtype} and {maximize!r}."
        )
    cost = cost_matrix.detach().cpu().double().numpy()
    rows, columns = cost.shape
    if dimension_limit is not None:
        columns = min(columns, _limit(dimension_limit))
    assignment = _shortest_augmenting_paths(-cost[:, :columns] if maximize else cost[:, :columns])
    filled = np.full((2, min(cost.shape)), -1, np.int64)
    filled[:, : assignment.shape[1]] = assignment
    row, column = torch.from_numpy(filled).to(cost_matrix.device)
    return row, column


def _limit(value: torch.Tensor) -> int:
    if not isinstance(value, torch.Tensor) or value.dtype != torch.int64 or value.dim():
        raise TypeError(
            f"For 'linear_sum_assignment', 'dimension_limit' must be an int64 Tensor without dimensions: {value!r}."
        )
    if value.item() <= 0:
        raise RuntimeError(f"'dimension_limit' must be positive, but got {value.item()}.")
    return int(value.item())


def _shortest_augmenting_paths(cost: np.ndarray) -> np.ndarray:
    """(rows, columns), by shortest augmenting paths (Crouse 2016)."""
    if np.isnan(cost).any() or np.isneginf(cost).any():
        raise RuntimeError("For 'linear_sum_assignment', a cost is NaN or minus infinity.")
    if cost.shape[0] > cost.shape[1]:
        columns, rows = _shortest_augmenting_paths(cost.T)
        order = np.argsort(rows)
        return np.stack([rows[order], columns[order]])
    n, m = cost.shape
    u, v = np.zeros(n), np.zeros(m)
    row_of, column_of = np.full(m, -1), np.full(n, -1)
    for row in range(n):
        _augment(cost, row, u, v, row_of, column_of)
    return np.stack([np.arange(n), column_of])


def _augment(
    cost: np.ndarray,
    row: int,
    u: np.ndarray,
    v: np.ndarray,
    row_of: np.ndarray,
    column_of: np.ndarray,
) -> None:
    """Give `row` a column, moving others along the cheapest path to a free one."""
    m = cost.shape[1]
    # From the last on: among equal costs the result is MindSpore's.
    open_columns = list(range(m - 1, -1, -1))
    distance, before = np.full(m, np.inf), np.full(m, -1)
    rows, columns, so_far, i = [row], [], 0.0, row
    while True:
        candidates = np.array(open_columns)
        reached = so_far + cost[i, candidates] - u[i] - v[candidates]
        nearer = reached < distance[candidates]
        distance[candidates[nearer]], before[candidates[nearer]] = reached[nearer], i
        so_far = distance[candidates].min()
        if not np.isfinite(so_far):
            raise RuntimeError("For 'linear_sum_assignment', no assignment has a finite cost.")
        nearest = np.flatnonzero(distance[candidates] == so_far)
        free = nearest[row_of[candidates[nearest]] == -1]
        index = int(free[-1] if len(free) else nearest[0])
        j = open_columns[index]
        if row_of[j] == -1:
            break
        columns.append(j)
        i = int(row_of[j])
        rows.append(i)
        open_columns[index] = open_columns[-1]
        open_columns.pop()
    u[row] += so_far
    for other in rows[1:]:
        u[other] += so_far - distance[column_of[other]]
    v[columns] -= so_far - distance[columns]
    while True:
        i = int(before[j])
        row_of[j] = i
        column_of[i], j = j, column_of[i]
        if i == row:
            return
