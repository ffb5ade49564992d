"""to_torch_state_dict: the values of a Cell as the state dict of a torch model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from msacc.common.tensor import Tensor
from msacc.interop.cell_tensors import CellTensor, named_tensors
from msacc.interop.name_patterns import TwoWays, joined
from msacc.interop.state_dict import checked_rename, is_alone
from msacc.interop.torch_names import COUNTED, Rename, renamed, unfitted
from msacc.interop.unsupported_cells import check_cell
from msacc.nn.cell import Cell

_WHERE = "to_torch_state_dict"


def to_torch_state_dict(
    cell: Cell, rename: Rename | str = None, like: Mapping[str, Any] | None = None
) -> dict[str, torch.Tensor]:
    """The values of `cell`, copied to the CPU, under the names and in the shapes that torch's layers have.

    A norm's `gamma`, `beta`, `moving_mean` and `moving_variance` are `weight`, `bias`, `running_mean` and
    `running_var`, with a `num_batches_tracked` of 0 beside statistics; an `embedding_table` is a `weight`; the weight
    of a Conv1d has three sizes, channels come first. `rename`, after that: a dict of whole pieces of names, where None
    leaves out and '' drops the piece, a function from name to name, or a known map, as 'torchvision:resnet18' for
    MindCV's. `like`: a state dict whose names, shapes and types the result must have, `model.state_dict()`; what it
    counts is kept.

    Raises TypeError and ValueError for other arguments, RuntimeError that names all that does not fit `like`, and two
    values that would get one name. MindSpore has no such function.
    """
    check_cell(_WHERE, cell)
    cell.init_parameters_data()
    rename = checked_rename(_WHERE, rename, reverse=True)
    if like is not None:
        _check_like(like)
    wanted = like if like is None or not isinstance(rename, TwoWays) else _split(rename, like)
    result: dict[str, torch.Tensor] = {}
    sources: dict[str, Tensor] = {}
    problems: list[str] = []
    for path, found, own, torch_name in _own_tensors(cell, rename):
        name = renamed(torch_name, rename)
        if name is None or sources.get(name) is found.tensor:
            continue
        if name in sources:
            problems.append(f"{path}: {name} is the name of another tensor too.")
            continue
        sources[name] = found.tensor
        t = _value(path, name, found.cell, own, wanted, problems)
        if t is not None:
            result[name] = t
            if found.torch_name.endswith("running_mean"):
                _count(result, name, like)
    result = _in_order(_whole(result, problems), like, rename, problems)
    if problems:
        raise RuntimeError(
            f"{_WHERE}: {cell.cls_name} did not give the state dict:\n  " + "\n  ".join(problems)
        )
    return result


def _check_like(like: object) -> None:
    if not isinstance(like, Mapping):
        raise TypeError(
            f"For '{_WHERE}', 'like' must be a state dict, but got {like!r}; give model.state_dict()."
        )
    for name, value in like.items():
        if not isinstance(value, (torch.Tensor, np.ndarray, Tensor)):
            raise TypeError(
                f"For '{_WHERE}', like[{name!r}] should be a tensor, but got {value!r}."
            )


def _own_tensors(cell: Cell, rename: Rename) -> Iterator[tuple[str, CellTensor, torch.Tensor, str]]:
    """Paths, values and torch's names; what torch has in parts comes in parts."""
    for path, found in named_tensors(cell):
        parts = {found.torch_name: found.tensor.init_data()._t.detach()}
        if isinstance(rename, TwoWays):
            parts = rename.split(parts)
        for name, own in parts.items():
            yield path, found, own, name


def _split(rename: TwoWays, like: Mapping[str, Any]) -> dict[str, torch.Tensor]:
    return rename.split({name: _torch(value) for name, value in like.items()}, target=True)


def _whole(result: dict[str, torch.Tensor], problems: list[str]) -> dict[str, torch.Tensor]:
    try:
        return joined(result)
    except ValueError as error:
        problems.append(f"{error}.")
        return result


def _value(
    path: str,
    name: str,
    cell: Cell,
    own: torch.Tensor,
    like: Mapping[str, Any] | None,
    problems: list[str],
) -> torch.Tensor | None:
    """A copy in torch's shape and type; None, with a word in `problems`, where `like` has no place for it."""
    if like is None:
        t = unfitted(cell, own, None)
        assert t is not None
        return _copied(t)
    given = f"{path}, which is {tuple(own.shape)},"
    if name not in like:
        problems.append(f"{given} has no place: 'like' has no {name}.")
        return None
    t = unfitted(cell, own, tuple(like[name].shape))
    if t is None:
        problems.append(f"{given} does not fit {name}, which is {tuple(like[name].shape)}.")
        return None
    wanted = like[name]
    dtype = wanted.dtype if isinstance(wanted, torch.Tensor) else _torch(wanted).dtype
    return _copied(t, dtype)


def _torch(value: Any) -> torch.Tensor:
    if isinstance(value, Tensor):
        return value.init_data()._t.detach()
    return value if isinstance(value, torch.Tensor) else torch.from_numpy(np.array(value))


def _copied(t: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    return t.to("cpu", dtype, copy=True).contiguous()


def _count(result: dict[str, torch.Tensor], statistic: str, like: Mapping[str, Any] | None) -> None:
    """How many batches the statistics saw: what `like` says, or none."""
    path = statistic.rpartition(".")[0]
    name = f"{path}.{COUNTED}" if path else COUNTED
    if like is None:
        result.setdefault(name, torch.tensor(0))
    elif name in like:
        result[name] = _copied(_torch(like[name]))


def _in_order(
    result: dict[str, torch.Tensor],
    like: Mapping[str, Any] | None,
    rename: Rename,
    problems: list[str],
) -> dict[str, torch.Tensor]:
    if like is None:
        return result
    for name in like:
        if name not in result and is_alone(rename, name):
            result[name] = _copied(_torch(like[name]))
    missing = [f"{name} {tuple(value.shape)}" for name, value in like.items() if name not in result]
    if missing:
        problems.append(f"nothing in the Cell for: {', '.join(missing)}")
    return {name: result[name] for name in like if name in result}
