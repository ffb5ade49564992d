"""The store of an optimizer: created with its first step, handed over where another optimizer trains the same
parameters.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.warn_once import once
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.parameter_store.base import ParameterStore
from msacc.step.parameter_store.buckets import BucketStore
from msacc.step.parameter_store.layerwise import LayerwiseStore
from msacc.step.parameter_store.unsharded import UnshardedStore
from msacc.step.plan import StepPlan
from msacc.step.update import is_element_wise

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim.optimizer import Optimizer

# The attribute of an optimizer with (its store's key, its store).
_ATTRIBUTE = "_store"
# All stores alive, to find out which one holds a parameter.
_STORES: weakref.WeakSet[BucketStore] = weakref.WeakSet()


def store_key(plan: StepPlan) -> tuple[Any, ...]:
    """What two steps must agree on to share a store."""
    return (
        plan.standalone,
        plan.shard_size,
        plan.threshold,
        plan.level == "level3",
        plan.stages,
        plan.placed,
    )


def store_of(
    optimizer: Optimizer,
    plan: StepPlan,
    mesh: Mesh,
    network: Cell,
    kind: Callable[..., BucketStore] | None = None,
) -> ParameterStore:
    """The store of an optimizer, made if there is none, as `kind` where that is given. Collective.

    RuntimeError where an earlier step spread the same optimizer's parameters in another way.
    """
    key, store = optimizer.__dict__.get(_ATTRIBUTE, (None, None))
    if store is not None:  # a copy of the optimizer holds none
        _refuse_another(optimizer, key, store_key(plan))
        return store  # type: ignore[no-any-return]
    if mesh.is_single_process:
        return UnshardedStore(optimizer)
    _release_others(optimizer)
    layered = plan.level == "level3" and is_element_wise(optimizer)
    if plan.level == "level3" and not layered:
        once(
            f"level3-whole:{optimizer.cls_name}",
            f"{optimizer.cls_name} updates whole parameters, so that optimizer_level='level3' is 'level2' for it: "
            "every process has all parameters between steps.",
        )
    new_store = (kind or (LayerwiseStore if layered else BucketStore))(
        optimizer, plan, mesh, network
    )
    optimizer.__dict__[_ATTRIBUTE] = store_key(plan), new_store
    _STORES.add(new_store)
    return new_store


def bucket_by_parameter() -> dict[int, Bucket]:
    """{id of a parameter: the bucket that holds it} of all optimizers that train."""
    buckets_of_stores = (store.buckets for store in _STORES if not store.released)
    return {
        id(p): bucket
        for buckets in buckets_of_stores
        for bucket in buckets
        for p in bucket.parameters
    }


def _refuse_another(optimizer: Optimizer, kind: tuple[Any, ...], now: tuple[Any, ...]) -> None:
    if kind != now:
        raise RuntimeError(
            f"{optimizer.cls_name} belongs to a training step already that spreads its parameters in another "
            f"way (alone, shard_size, threshold, level3, stages, placed: {kind}, now {now}). Ask for the "
            "same in both, or make a "
            "second optimizer."
        )


def _release_others(optimizer: Optimizer) -> None:
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
            store.optimizer.__dict__.pop(_ATTRIBUTE, None)
