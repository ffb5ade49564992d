"""Merging grouped convolutions that a file holds per group: `conv.convs.0.weight`, `conv.convs.1.weight`, ... are
`conv.weight`.

Layers written as a list of one convolution per group are saved so; a layer with `group` has one Parameter, in which the
groups follow each other along the first axis: of a weight, a transposed one, a bias and an optimizer's moments.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import wrap
from msacc.nn.cell import Cell

_PART = re.compile(r"(?P<stem>|.*\.)convs\.(?P<index>0|[1-9][0-9]*)\.(?P<leaf>weight|bias)")
Parts = dict[int, str]


def merge_groups(net: Cell, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Returns `values` with the groups of the net's convolutions merged, and the source names of each merged one.

    Raises RuntimeError where a convolution's groups are incomplete or do not fit its Parameter.
    """
    groups_by_name = {n: p for n, p in _group_names(values).items() if n not in values}
    if not groups_by_name:
        return values, {}
    parameters = {p.name: p for _, p in net.parameters_and_names()}
    groups = _groups(net)
    merged: dict[str, Parameter] = {}
    for name, parts in sorted(groups_by_name.items(), key=lambda item: item[0].endswith("bias")):
        target = _longest_suffix(name, parameters)
        if target is None or any(part in parameters for part in parts.values()):
            continue
        parameter = _merged(
            name,
            parts,
            values,
            parameters[target],
            groups.get(_longest_suffix(target, groups) or ""),
        )
        if parameter is not None:
            merged[name] = parameter
            # An optimizer alone has no layers with a `group`: a bias is merged if its weight is.
            groups.setdefault(target.removesuffix("weight") + "bias", len(parts))
    sources = {
        name: [groups_by_name[name][i] for i in sorted(groups_by_name[name])] for name in merged
    }
    used = {part for names in sources.values() for part in names}
    return {**{n: v for n, v in values.items() if n not in used}, **merged}, sources


def _group_names(values: dict[str, Any]) -> dict[str, Parts]:
    """{merged name: {group: name of its part}}."""
    names: dict[str, Parts] = defaultdict(dict)
    for name, value in values.items():
        match = _PART.fullmatch(name)
        if match and isinstance(value, Parameter):
            names[match["stem"] + match["leaf"]][int(match["index"])] = name
    return names


def _groups(net: Cell) -> dict[str, int]:
    """{Parameter's name: groups} of the net's convolutions."""
    counts = {}
    for _, cell in net.cells_and_names():
        count = getattr(cell, "group", None) or getattr(cell, "groups", None)
        weight = getattr(cell, "weight", None)
        if isinstance(count, int) and isinstance(weight, Parameter) and weight.ndim > 2:
            for parameter in cell.get_parameters(expand=False):
                counts[parameter.name] = count
    return counts


def _longest_suffix(name: str, among: dict[str, Any]) -> str | None:
    """The longest of these names that equals `name` or its end after a dot."""
    if name in among:
        return name
    while "." in name:
        name = name.split(".", 1)[1]
        if name in among:
            return name
    return None


def _merged(
    name: str, parts: Parts, values: dict[str, Any], target: Parameter, groups: int | None
) -> Parameter | None:
    """The merged Parameter; None unless these are a convolution's groups."""
    tensors = [values[parts[i]].init_data().to_torch().detach() for i in sorted(parts)]
    if _are_all_groups(parts, tensors, target, groups):
        return Parameter(wrap(torch.cat(tensors)), name=name)
    if groups is None or groups == 1 or name != target.name:
        return None
    shapes = sorted({tuple(t.shape) for t in tensors})
    raise RuntimeError(
        f"For 'load_param_into_net', the parameter '{target.name}' of shape {target.shape} is that of a convolution of "
        f"{groups} groups, but 'parameter_dict' holds the groups {sorted(parts)} of it "
        f"('{parts[min(parts)]}', ...) with "
        f"shapes {shapes}. All groups from 0 to {groups - 1} are needed, of one type and shape; take a file "
        "of the same "
        "network, and leave none of them out with choice_func."
    )


def _are_all_groups(
    parts: Parts, tensors: list[torch.Tensor], target: Parameter, groups: int | None
) -> bool:
    """Whether they are all the groups of `target`, by the layer or, in an optimizer alone, by their shapes."""
    first = tensors[0]
    if sorted(parts) != list(range(groups or len(parts))) or not target.ndim:
        return False
    if groups is None and target.ndim < 3:
        return False
    alike = all(t.shape == first.shape and t.dtype == first.dtype for t in tensors)
    shape = (len(tensors) * first.shape[0], *first.shape[1:]) if first.ndim else ()
    return alike and shape == tuple(target.shape)
