"""Where the parameters that a step updates live: as they are, in flat buckets, or spread layer by layer.

A store belongs to an optimizer: every step with that optimizer, of a second Model or a GradAccumulator, uses
the same one. It is made with the first step, so that a checkpoint can be loaded until then.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.notice import once
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.bucket import Bucket
from msacc.step.layerwise import (
    InBackward,
    Layer,
    LayerwiseMicroStep,
    Running,
    by_layer,
    hook_layers,
)
from msacc.step.layout import Item
from msacc.step.layout import plan as lay_out
from msacc.step.mesh import Mesh
from msacc.step.micro import Update
from msacc.step.plan import StepPlan
from msacc.step.scale import squared_norm
from msacc.step.sums import TRAVEL, Sums, Whole
from msacc.step.update import (
    can_be_flat,
    flat_optimizer,
    follow,
    items,
    per_element,
    refresh,
    settings_of,
    state_names,
)


class AsTheyAre:
    """Whole parameters in one process; the optimizer untouched."""

    released = False

    def __init__(self, optimizer: Any):
        self.optimizer, self.parameters = optimizer, list(optimizer.parameters)
        self.update = Update(optimizer)

    def micro(self, network: Any, plan: StepPlan, has_aux: bool, own: Any) -> tuple[Cell, Sums]:
        """The Cell of one micro-batch and where its gradients gather: in `own`."""
        sums = Whole(own)
        return sums.micro_step(network, self.parameters, has_aux), sums

    def expose(self) -> None:
        """Fill parameters and state."""
        for parameter in self.optimizer.get_parameters():
            parameter.init_data()

    def complete(self, pieces: Sequence[torch.Tensor]) -> None:
        """Before the update: nobody else has gradients of the same parameters."""

    def spread(self) -> None:
        """After the update: nobody else needs it."""

    def gradients(self, pieces: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        """What the update takes."""
        return pieces

    def own_norm(self, pieces: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm."""
        return squared_norm(pieces)

    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's value."""
        return [wrap(p.init_data()._t) for p in self.parameters]

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name."""
        return {
            name: [wrap(p.init_data()._t) for p in getattr(self.optimizer, name)]
            for name in state_names(self.optimizer)
        }


class Buckets:
    """Parameters, and the state of an element-wise optimizer, in flat buckets; each process has its pieces."""

    released = False

    def __init__(self, optimizer: Any, plan: StepPlan, mesh: Mesh, network: Any):
        self.optimizer, self.mesh, self.kind = optimizer, mesh, kind_of(plan)
        self.parameters: list[Parameter] = list(optimizer.parameters)
        _refuse_own_values(self.parameters)
        self.is_flat = can_be_flat(optimizer)
        # Nothing that a whole-parameter rule needs may be cut.
        threshold = plan.threshold if self.is_flat else 2**62
        layouts = lay_out(self._items(network), mesh.shard_size, threshold)
        self.buckets = [Bucket(layout, mesh, self.parameters) for layout in layouts]
        self.flat = flat_optimizer(optimizer, self.buckets) if self.is_flat else None
        self.settings = settings_of(optimizer) if self.is_flat else {}
        self.update = Update(self.flat or optimizer)

    def _items(self, network: Any) -> list[Item]:
        return items(self.optimizer, self.is_flat)

    def micro(self, network: Any, plan: StepPlan, has_aux: bool, own: Any) -> tuple[Cell, Sums]:
        """The Cell of one micro-batch and where its gradients gather."""
        sums = TRAVEL[plan.travel()](self.buckets, self.mesh, self.parameters)
        return sums.micro_step(network, self.parameters, has_aux), sums

    def expose(self) -> None:
        """Give every parameter its whole value. Collective the first time."""
        for bucket in self.buckets:
            bucket.expose()
        if self.flat is not None:
            refresh(self.flat, self.buckets)

    def complete(self, pieces: Sequence[torch.Tensor]) -> None:
        """Before the update: add gradients that processes besides those of the mean have."""

    def spread(self) -> None:
        """After the update: every process gets every piece."""
        for bucket in self.buckets:
            bucket.gather()

    def gradients(self, pieces: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        """What the update takes: a gradient for each bucket, or for each parameter."""
        if self.flat is not None:
            follow(self.flat, self.optimizer, self.settings)
            return pieces
        found: list[Any] = [None] * len(self.parameters)
        for bucket, piece in zip(self.buckets, pieces):
            for slot, view in zip(bucket.layout.slots, bucket.views(piece)):
                found[slot.index] = view
        return found

    def own_norm(self, pieces: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm: whole buckets count once over all shards."""
        cut = [g for g, b in zip(pieces, self.buckets) if b.pieces > 1]
        whole = [g for g, b in zip(pieces, self.buckets) if b.pieces == 1]
        return squared_norm(cut) + squared_norm(whole) / self.mesh.shard_size

    # -- whole values: all processes must call these --------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order."""
        return self._whole([bucket.piece for bucket in self.buckets])

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name."""
        if self.flat is None:
            return AsTheyAre(self.optimizer).whole_states()
        names = state_names(self.optimizer)
        return {n: self._whole([p._t for p in getattr(self.flat, n)]) for n in names}

    def _whole(self, pieces: Sequence[torch.Tensor]) -> list[Tensor]:
        found: list[Any] = [None] * len(self.parameters)
        for bucket, piece in zip(self.buckets, pieces):
            for slot, value in zip(bucket.layout.slots, bucket.whole(piece)):
                found[slot.index] = wrap(value)
        return found

    def release(self) -> None:
        """Give parameters and state back whole: another optimizer takes them over."""
        self.released = True
        for i, bucket in enumerate(self.buckets):
            if self.flat is not None:
                for name in state_names(self.optimizer):
                    states = getattr(self.optimizer, name)
                    if per_element(states, bucket):
                        bucket.release_state(states, getattr(self.flat, name)[i]._t)
            bucket.release()
        self.optimizer.__dict__.pop(_PLACE, None)


def _refuse_own_values(parameters: Sequence[Parameter]) -> None:
    own = [p.name for p in parameters if p.layerwise_parallel]
    if own:
        raise NotImplementedError(
            f"'{own[0]}' is layerwise_parallel: each process has values of its own, which an accumulating or "
            "sharded step would average. Train it by TrainOneStepCell in parallel_mode='data_parallel'."
        )


class Layered(Buckets):
    """level3: no process ever holds all parameters; each layer gathers its own when it runs."""

    def __init__(self, optimizer: Any, plan: StepPlan, mesh: Mesh, network: Any):
        super().__init__(optimizer, plan, mesh, network)
        assert self.flat is not None
        self._running = Running()
        pairs = zip(self.buckets, self.flat.parameters)
        self.layers = [Layer(b, p, self._running) for b, p in pairs]
        self._hooked: set[int] = set()

    def _items(self, network: Any) -> list[Item]:
        return by_layer(super()._items(network), network, self.parameters)

    def micro(self, network: Any, plan: StepPlan, has_aux: bool, own: Any) -> tuple[Cell, Sums]:
        """The Cell of one micro-batch over pieces and where their gradients gather."""
        plan.travel()
        hook_layers(network, self.layers, self._running, self._hooked)
        whole = [layer for layer in self.layers if layer.bucket.pieces == 1]
        pieces = [layer.piece for layer in self.layers]
        step = LayerwiseMicroStep(network, pieces, whole, self._running, has_aux)
        return step, InBackward(self.buckets, self.mesh, step)

    def expose(self) -> None:
        """Parameters stay in pieces; those too small to cut are whole."""
        assert self.flat is not None
        for bucket in self.buckets:
            if bucket.pieces == 1:
                bucket.expose()
        refresh(self.flat, self.buckets)

    def spread(self) -> None:
        """The next forward pass gathers."""


Store = AsTheyAre | Buckets
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
    held = optimizer.__dict__.get(_PLACE)
    if held is not None:
        if held.kind != kind_of(plan):
            raise RuntimeError(
                f"{optimizer.cls_name} belongs to a training step already that spreads its parameters in another "
                f"way (alone, shard_size, threshold, level3, stages, placed: {held.kind}, now {kind_of(plan)}). Ask for the same "
                "in both, or make a second optimizer."
            )
        return held  # type: ignore[no-any-return]
    if mesh.alone:
        return AsTheyAre(optimizer)
    _release_others(optimizer)
    layered = plan.level == "level3" and can_be_flat(optimizer)
    made = (kind or (Layered if layered else Buckets))(optimizer, plan, mesh, network)
    optimizer.__dict__[_PLACE] = made
    _STORES.add(made)
    return made


def _release_others(optimizer: Any) -> None:
    """Take the parameters back from the steps of other optimizers."""
    mine = {id(p) for p in optimizer.parameters}
    for store in list(_STORES):
        if not store.released and any(id(p) in mine for p in store.parameters):
            once(
                f"taken-over:{store.optimizer.cls_name}:{optimizer.cls_name}",
                f"{optimizer.cls_name} takes over parameters that {store.optimizer.cls_name} trained: they are gathered "
                "and spread anew whenever the optimizers take turns.",
            )
            store.release()
