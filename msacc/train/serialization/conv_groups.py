"""Grouped convolutions that a file holds group by group: `conv.convs.0.weight`, `conv.convs.1.weight`, ... are
`conv.weight`.

Layers written as a list of one convolution for each group save themselves so; a layer with `group` has one Parameter,
in which the groups follow each other along the first axis: of a weight, a transposed one, a bias and an optimizer's
moments.
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


def joined(net: Cell, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """`values` with the groups of the net's convolutions joined, and the names each joined one was made of.

    RuntimeError where a convolution's groups are not all there or do not fit its Parameter.
    """
    found = {n: p for n, p in _parts(values).items() if n not in values}
    if not found:
        return values, {}
    own = {p.name: p for _, p in net.parameters_and_names()}
    groups = _groups(net)
    made: dict[str, Parameter] = {}
    for name, parts in sorted(found.items(), key=lambda item: item[0].endswith("bias")):
        target = _ending(name, own)
        if target is None or any(part in own for part in parts.values()):
            continue
        whole = _whole(name, parts, values, own[target], groups.get(_ending(target, groups) or ""))
        if whole is not None:
            made[name] = whole
            # An optimizer alone has no layers that would tell: a bias goes with its weight.
            groups.setdefault(target.removesuffix("weight") + "bias", len(parts))
    sources = {name: [found[name][i] for i in sorted(found[name])] for name in made}
    used = {part for names in sources.values() for part in names}
    return {**{n: v for n, v in values.items() if n not in used}, **made}, sources


def _parts(values: dict[str, Any]) -> dict[str, Parts]:
    """{name of the whole: {group: name of its part}}."""
    found: dict[str, Parts] = defaultdict(dict)
    for name, value in values.items():
        match = _PART.fullmatch(name)
        if match and isinstance(value, Parameter):
            found[match["stem"] + match["leaf"]][int(match["index"])] = name
    return found


def _groups(net: Cell) -> dict[str, int]:
    """{Parameter's name: groups} of the net's convolutions."""
    found = {}
    for _, cell in net.cells_and_names():
        count = getattr(cell, "group", None) or getattr(cell, "groups", None)
        weight = getattr(cell, "weight", None)
        if isinstance(count, int) and isinstance(weight, Parameter) and weight.ndim > 2:
            for parameter in cell.get_parameters(expand=False):
                found[parameter.name] = count
    return found


def _ending(name: str, among: dict[str, Any]) -> str | None:
    """The longest of these names that `name` is, or ends with after a dot."""
    if name in among:
        return name
    while "." in name:
        name = name.split(".", 1)[1]
        if name in among:
            return name
    return None


def _whole(
    name: str, parts: Parts, values: dict[str, Any], target: Parameter, groups: int | None
) -> Parameter | None:
    """The joined Parameter; None where nothing says that these are a convolution's groups."""
    given = [values[parts[i]].init_data().to_torch().detach() for i in sorted(parts)]
    if _fits(parts, given, target, groups):
        return Parameter(wrap(torch.cat(given)), name=name)
    if groups is None or groups == 1 or name != target.name:
        return None
    shapes = sorted({tuple(t.shape) for t in given})
    raise RuntimeError(
        f"For 'load_param_into_net', the parameter '{target.name}' of shape {target.shape} is that of a convolution of "
        f"{groups} groups, but 'parameter_dict' holds the groups {sorted(parts)} of it "
        f"('{parts[min(parts)]}', ...) with "
        f"shapes {shapes}. All groups from 0 to {groups - 1} are needed, of one type and shape; take a file "
        "of the same "
        "network, and leave none of them out with choice_func."
    )


def _fits(parts: Parts, given: list[torch.Tensor], target: Parameter, groups: int | None) -> bool:
    """Whether they are all the groups of `target`, which is told by the layer or, in an optimizer alone, by their
    shapes.
    """
    first = given[0]
    if sorted(parts) != list(range(groups or len(parts))) or not target.ndim:
        return False
    if groups is None and target.ndim < 3:
        return False
    alike = all(t.shape == first.shape and t.dtype == first.dtype for t in given)
    shape = (len(given) * first.shape[0], *first.shape[1:]) if first.ndim else ()
    return alike and shape == tuple(target.shape)
