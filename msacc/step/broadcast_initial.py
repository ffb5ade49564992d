"""Broadcasts the initial values: those that were loaded, else those of the first process."""

from __future__ import annotations

from collections.abc import Iterable

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.step.context_settings import world_size
from msacc.step.mesh import Mesh

# On a parameter: it was loaded on this process, and no step has begun since.
_LOADED = "_was_loaded"
_FILLED = 1


def mark_loaded(parameter: Parameter) -> None:
    """A file has given a parameter its value: it goes before one that another process has drawn."""
    parameter.__dict__[_LOADED] = True


def broadcast_initial_values(parameters: Iterable[Parameter], mesh: Mesh) -> None:
    """Send the values of the first process that has loaded them, else of the first of all. Collective.

    Where values are still to come, the keys from which they are drawn are sent.
    """
    once = list({id(p): p for p in parameters if not p.layerwise_parallel}.values())
    loaded = {id(p) for p in once if p.__dict__.pop(_LOADED, False)}
    if mesh.is_single_process:
        return
    sources = _sources(once, loaded, mesh)
    waiting = [p for p in once if p._msacc_init is not None and not p._msacc_init.is_remote]
    keyed = [p for p in waiting if p._msacc_init.key is not None]
    for parameter in waiting:
        if (
            parameter._msacc_init.key is None
            and parameter._msacc_init.initializer._msacc_source != "fixed"
        ):
            parameter.init_data()
    if keyed:
        keys = torch.tensor([p._msacc_init.key for p in keyed], device=settings.device)
        mesh.broadcast(keys)
        for parameter, key in zip(keyed, keys.tolist(), strict=True):
            parameter._msacc_init.key = key
    for parameter, source in zip(once, sources, strict=False):
        if parameter._msacc_init is None:
            _broadcast(parameter._t, source, mesh)


def _broadcast(t: torch.Tensor, source: int | None, mesh: Mesh) -> None:
    """`t` takes over the value of `source`; what lies in the CPU's memory travels by the device."""
    sent = t.to(settings.device)
    mesh.broadcast(sent, source)
    if sent is not t:
        t.copy_(sent)


def broadcast_by_context(parameters: Iterable[Parameter]) -> None:
    """Gives all processes rank 0's values, where the context says `parameter_broadcast`. Collective there."""
    if not settings.parallel.get("parameter_broadcast") or world_size() == 1:
        return
    for parameter in {id(p): p for p in parameters if not p.layerwise_parallel}.values():
        with torch.no_grad():
            dist.broadcast(parameter.init_data()._t, 0)


def _sources(parameters: list[Parameter], loaded: set[int], mesh: Mesh) -> list[int | None]:
    """The first rank that has loaded each; None for nobody.

    A value that one process alone has travels as a value, so that the others need one in its place.
    """
    if not parameters:
        return []
    rank_score = dist.get_world_size() - dist.get_rank()
    scores = [
        _FILLED + rank_score if id(p) in loaded else _FILLED * (p._msacc_init is None)
        for p in parameters
    ]
    highest_scores = torch.tensor(scores, device=settings.device, dtype=torch.float32)
    mesh.all_reduce_max(highest_scores)
    for parameter, score in zip(parameters, highest_scores.tolist(), strict=True):
        if score:
            parameter.init_data()
    latest = dist.get_world_size() + _FILLED
    return [latest - int(score) if score > _FILLED else None for score in highest_scores.tolist()]
