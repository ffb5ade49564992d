"""Every process starts from the same values: those of the first."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.step.mesh import Mesh


def agree_on_values(parameters: Iterable[Parameter], mesh: Mesh) -> None:
    """Send the first process's values, and the keys from which values still to come are drawn. Collective."""
    if mesh.alone:
        return
    once = list({id(p): p for p in parameters if not p.layerwise_parallel}.values())
    _fill_what_any_has(once, mesh)
    waiting = [p for p in once if p._init is not None and not p._init.elsewhere]
    keyed = [p for p in waiting if p._init.key is not None]
    for parameter in waiting:
        if parameter._init.key is None and parameter._init.initializer._source != "fixed":
            parameter.init_data()
    if keyed:
        keys = torch.tensor([p._init.key for p in keyed], device=settings.device)
        mesh.first_value(keys)
        for parameter, key in zip(keyed, keys.tolist()):
            parameter._init.key = key
    for parameter in once:
        if parameter._init is None:
            mesh.first_value(parameter._t)


def _fill_what_any_has(parameters: list[Parameter], mesh: Mesh) -> None:
    """A value that one process alone has loaded travels as a value, so that the others need one in its place."""
    if not parameters:
        return
    filled = torch.tensor([p._init is None for p in parameters], device=settings.device).float()
    mesh.highest(filled)
    for parameter, anywhere in zip(parameters, filled.tolist()):
        if anywhere:
            parameter.init_data()
