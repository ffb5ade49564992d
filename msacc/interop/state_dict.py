"""from_torch_state_dict: loads the state dict of a torch model into a Cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.interop.cell_tensors import CellTensor, named_tensors
from msacc.interop.model_names import map_of
from msacc.interop.name_patterns import TwoWays, joined, without_part
from msacc.interop.torch_names import COUNTED, Rename, also_called, fitted, renamed
from msacc.interop.unsupported_cells import check_cell
from msacc.nn.cell import Cell

_WHERE = "from_torch_state_dict"


class Loaded(NamedTuple):
    """What `from_torch_state_dict` did, by names.

    `loaded` and `reshaped`: torch's name and the Cell's; `missing`: the Cell's that got nothing; `unexpected`:
    torch's that fit nowhere; `ignored`: torch's that were left out, as `num_batches_tracked` is.
    """

    loaded: dict[str, str]
    missing: list[str]
    unexpected: list[str]
    ignored: list[str]
    reshaped: dict[str, str]

    def __repr__(self) -> str:
        lines = [f"{len(self.loaded)} tensors loaded"]
        for kind in ("missing", "unexpected", "ignored", "reshaped"):
            if names := getattr(self, kind):
                lines.append(f"{kind}: {', '.join(names)}")
        return f"Loaded({'; '.join(lines)})"


def from_torch_state_dict(
    cell: Cell, state_dict: Mapping[str, Any], strict: bool = True, rename: Rename | str = None
) -> Loaded:
    """Copy the values of a torch state dict into `cell`; returns what was and was not loaded.

    `state_dict`: torch tensors, numpy arrays or Tensors by name, the Cell's own names or those of a torch model built
    alike: `weight`, `bias`, `running_mean` and `running_var` are a norm's `gamma`, `beta`, `moving_mean` and
    `moving_variance`, an Embedding's `weight` is its `embedding_table`. Sizes of one may stand elsewhere, as in a
    Conv1d. Types are the Cell's. `rename`: a dict of whole pieces of names, {'fc': 'classifier', 'aux': None}, where
    None leaves out and '' drops the piece, a function from name to name, or a known map, as 'torchvision:resnet18' for
    MindCV's. `strict`: every name must find its place.

    Raises TypeError for other arguments and values, RuntimeError that names all tensors of other shapes and, if
    `strict`, all names without a counterpart; nothing is copied then. MindSpore has no such function.
    """
    check_cell(_WHERE, cell)
    check.boolean(_WHERE, "strict", strict)
    rename = checked_rename(_WHERE, rename)
    _check_values(state_dict)
    targets = dict(named_tensors(cell))
    report, matches, errors = _matched(state_dict, rename, targets)
    problems = [*errors]
    if strict:
        problems += _unmatched_message(report, state_dict)
    if problems:
        raise RuntimeError(
            f"{_WHERE}: {cell.cls_name} did not take the state dict, and nothing was copied:\n  "
            + "\n  ".join(problems)
        )
    for path, t in matches.items():
        _copy(targets[path].tensor, t)
    return report


def checked_rename(where: str, rename: Any, reverse: bool = False) -> Rename:
    """A known map by its name, or what was given; TypeError or ValueError for other arguments."""
    if isinstance(rename, str):
        try:
            return map_of(rename, reverse)
        except ValueError as error:
            raise ValueError(f"For '{where}', 'rename': {error}.") from None
    if rename is None or callable(rename) or isinstance(rename, Mapping):
        return rename
    raise TypeError(
        f"For '{where}', 'rename' must be a dict, a function or the name of a known map, but got {rename!r}."
    )


def _check_values(state_dict: object) -> None:
    if not isinstance(state_dict, Mapping):
        raise TypeError(
            f"For '{_WHERE}', 'state_dict' must be a mapping of names to tensors, but got {type(state_dict)}; a file "
            "is read by torch.load(path, map_location='cpu', weights_only=True)."
        )
    for name, value in state_dict.items():
        if not isinstance(value, (torch.Tensor, np.ndarray, Tensor)):
            inside = f"; give state_dict[{name!r}]" if isinstance(value, Mapping) else ""
            raise TypeError(
                f"For '{_WHERE}', {name!r} should be a tensor, but got {type(value)}{inside}."
            )


def _matched(
    state_dict: Mapping[str, Any], rename: Rename, targets: dict[str, CellTensor]
) -> tuple[Loaded, dict[str, torch.Tensor], list[str]]:
    """What goes where, the values by the Cell's names, and what is wrong with shapes and values."""
    report = Loaded({}, [], [], [], {})
    matches: dict[str, torch.Tensor] = {}
    errors: list[str] = []
    own_names = _own_names(targets)
    for name, new_name, value in _mapped(state_dict, rename):
        path = None if new_name is None else _path(new_name, targets, own_names)
        if path is None:
            unused = new_name is None or new_name.rpartition(".")[2] == COUNTED
            (report.ignored if unused else report.unexpected).append(name)
            continue
        if path in matches:
            errors.append(f"{name}: {path} was given under another name before.")
            continue
        target, t = targets[path], _as_torch(value)
        fit = fitted(target.cell, t, tuple(target.tensor.shape))
        report.loaded[name] = path
        if fit is None or not _accepts_type(target.tensor, t):
            errors.append(
                f"{name}: {tuple(t.shape)} of {t.dtype} does not fit {path}, which is {target.tensor.shape} of "
                f"{target.tensor.dtype}."
            )
            continue
        if t.shape != fit.shape:
            report.reshaped[name] = path
        matches[path] = fit
    used_ids = {id(targets[path].tensor) for path in report.loaded.values()}
    report.missing.extend(
        path
        for path, target in targets.items()
        if id(target.tensor) not in used_ids and not is_alone(rename, target.torch_name)
    )
    return report, matches, errors + _disagreeing(matches, targets)


def _own_names(targets: dict[str, CellTensor]) -> dict[str, str]:
    """Paths by the Parameters' own names; a name that several have is none."""
    parameters = [(p, t.tensor) for p, t in targets.items() if isinstance(t.tensor, Parameter)]
    first = {parameter.name: parameter for _, parameter in reversed(parameters)}
    equal = {p.name for _, p in parameters if first[p.name] is not p}
    return {p.name: path for path, p in parameters if p.name not in equal}


def _mapped(state_dict: Mapping[str, Any], rename: Rename) -> list[tuple[str, str | None, Any]]:
    """Names, new names and values; what one side has in parts is cut, or put together under all its names."""
    if isinstance(rename, TwoWays):
        state_dict = rename.split({name: _as_torch(value) for name, value in state_dict.items()})
    new_names = {name: renamed(name, rename) for name in state_dict}
    parts = {n: new for n, new in new_names.items() if new is not None and without_part(new) != new}
    result = [(n, new, state_dict[n]) for n, new in new_names.items() if n not in parts]
    together = joined({new: _as_torch(state_dict[name]) for name, new in parts.items()})
    for whole, t in together.items():
        names = [name for name, new in parts.items() if without_part(new) == whole]
        result.append((" + ".join(names), whole, t))
    return result


def is_alone(rename: Rename, name: str) -> bool:
    """Whether the map says that the other side has nothing for it."""
    return isinstance(rename, TwoWays) and rename.is_alone(name)


def _path(name: str, targets: dict[str, CellTensor], own_names: dict[str, str]) -> str | None:
    """The path for a name of torch's, or of a checkpoint."""
    path = next((own for own in also_called(name) if own in targets), None)
    return own_names.get(name) if path is None else path


def _as_torch(value: Any) -> torch.Tensor:
    if isinstance(value, np.ndarray):
        return torch.from_numpy(np.ascontiguousarray(value)).reshape(value.shape)
    t: torch.Tensor = value._t if isinstance(value, Tensor) else value
    return t.detach()


def _accepts_type(target: Tensor, t: torch.Tensor) -> bool:
    """Whether the Cell's type can take the values: floats no complex ones, integers no floats."""
    own = target.init_data()._t
    if t.is_complex():
        return own.is_complex()
    return not t.is_floating_point() or own.is_floating_point() or own.is_complex()


def _disagreeing(matches: dict[str, torch.Tensor], targets: dict[str, CellTensor]) -> list[str]:
    """Parameters that two paths share, for which the state dict has two values."""
    first: dict[int, str] = {}
    wrong = []
    for path, t in matches.items():
        before = first.setdefault(id(targets[path].tensor), path)
        if before != path and not torch.equal(matches[before], t):
            wrong.append(f"{path} and {before} are one parameter, but their values differ.")
    return wrong


def _unmatched_message(report: Loaded, state_dict: Mapping[str, Any]) -> list[str]:
    problems = []
    if report.unexpected:
        problems.append(
            f"no place in the Cell for: {', '.join(report.unexpected)}{_hint(report, state_dict)}"
        )
    if report.missing:
        problems.append(f"nothing given for: {', '.join(report.missing)}")
    if problems:
        problems.append("rename={...} maps names, None leaves them out; strict=False goes without.")
    return problems


def _hint(report: Loaded, state_dict: Mapping[str, Any]) -> str:
    heads = {name.partition(".")[0] for name in state_dict}
    if report.loaded or len(heads) != 1:
        return ""
    (head,) = heads
    return f" (all begin with '{head}.': rename={{'{head}': ''}} drops it)"


def _copy(target: Tensor, t: torch.Tensor) -> None:
    if isinstance(target, Parameter):
        target.set_data(wrap(t))
    else:
        with torch.no_grad():
            target._t.copy_(t)
