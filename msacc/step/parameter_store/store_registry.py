"""The store of an optimizer: made with its first step, handed over where another optimizer trains the same."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from msacc.common.warn_once import once
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.parameter_store.base import Store
from msacc.step.parameter_store.buckets import Buckets
from msacc.step.parameter_store.layerwise import Layered
from msacc.step.parameter_store.unsharded import AsTheyAre
from msacc.step.plan import StepPlan
from msacc.step.update import can_be_flat

# Where an optimizer keeps (what was asked, its store).
_PLACE = "_store"
# All that live, to find out who holds a parameter.
_STORES: weakref.WeakSet[Buckets] = weakref.WeakSet()


def kind_of(plan: StepPlan) -> tuple[Any, ...]:
    """What two steps must agree on to share a store."""
    return (
        plan.alone,
        plan.shard_size,
        plan.threshold,
        plan.level == "level3",
        plan.stages,
        plan.placed,
    )


def store_of(
    optimizer: Any,
    plan: StepPlan,
    mesh: Mesh,
    network: Any,
    kind: Callable[..., Buckets] | None = None,
) -> Store:
    """The store of an optimizer, made if there is none, as `kind` where that is given. Collective.

    RuntimeError where an earlier step spread the same optimizer's parameters in another way.
    """
    before, held = optimizer.__dict__.get(_PLACE, (None, None))
    if held is not None:  # a copy of the optimizer holds none
        _refuse_another(optimizer, before, kind_of(plan))
        return held  # type: ignore[no-any-return]
    if mesh.alone:
        return AsTheyAre(optimizer)
    _release_others(optimizer)
    layered = plan.level == "level3" and can_be_flat(optimizer)
    made = (kind or (Layered if layered else Buckets))(optimizer, plan, mesh, network)
    optimizer.__dict__[_PLACE] = kind_of(plan), made
    _STORES.add(made)
    return made


def buckets_of(optimizer: Any) -> list[Bucket]:
    """The buckets that hold an optimizer's parameters; none before the first step or in one process."""
    _, held = optimizer.__dict__.get(_PLACE, (None, None))
    return list(getattr(held, "buckets", ()))


def bucket_of_each() -> dict[int, Bucket]:
    """{id of a parameter: the bucket that holds it} of all optimizers that train."""
    held = (store.buckets for store in _STORES if not store.released)
    return {id(p): bucket for buckets in held for bucket in buckets for p in bucket.parameters}


def _refuse_another(optimizer: Any, kind: tuple[Any, ...], now: tuple[Any, ...]) -> None:
    if kind != now:
        raise RuntimeError(
            f"{optimizer.cls_name} belongs to a training step already that spreads its parameters in another "
            f"way (alone, shard_size, threshold, level3, stages, placed: {kind}, now {now}). Ask for the "
            "same in both, or make a "
            "second optimizer."
        )


def _release_others(optimizer: Any) -> None:
    """Take the parameters back from the steps of other optimizers."""
    mine = {id(p) for p in optimizer.parameters}
    for store in list(_STORES):
        if not store.released and any(id(p) in mine for p in store.parameters):
            once(
                f"taken-over:{store.optimizer.cls_name}:{optimizer.cls_name}",
                f"{optimizer.cls_name} takes over parameters that {store.optimizer.cls_name} trained: they "
                "are gathered "
                "and spread anew whenever the optimizers take turns.",
            )
            store.release()
            store.optimizer.__dict__.pop(_PLACE, None)
