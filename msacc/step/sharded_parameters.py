"""Parameters of level3: read within a step they are gathered, read outside of it they raise RuntimeError."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter


class GatheringLayer(Protocol):
    """The layer of a sharded parameter, which gathers its value."""

    @property
    def group(self) -> Any:
        """The processes that hold its shards."""

    def value_of(self, parameter: Parameter) -> torch.Tensor:
        """The whole value; RuntimeError where not all processes ask for it."""


class ShardedParameter(Parameter):
    """A Parameter whose whole value exists only while its layer runs.

    A read outside of its layer but within the step (by a tied layer, the loss, a block that is recomputed) gathers it
    once more, as a differentiable op.
    """

    gathers = True

    @property
    def _t(self) -> Any:  # type: ignore[override]
        gathered = self.__dict__["_msacc_gathered"]
        return self.__dict__["_layer"].value_of(self) if gathered is None else gathered

    @_t.setter
    def _t(self, value: Any) -> None:
        self.__dict__["_msacc_gathered"] = value

    def __getstate__(self) -> Any:
        """Refuse `deepcopy` and `pickle`: one process does not have the value."""
        return refuse_copy(self.name)

    def with_tensor(self, t: torch.Tensor | None, name: str, pending: Any = None) -> Parameter:
        """An ordinary parameter with these flags around another tensor."""
        other = object.__new__(Parameter)
        other.__dict__.update(self.__dict__)
        for own in ("_msacc_gathered", "_layer"):
            other.__dict__.pop(own)
        other._t, other._msacc_init = t, pending  # type: ignore[assignment]
        other.name = name
        return other


def refuse_copy(name: str) -> Any:
    """RuntimeError for a copy of what is sharded."""
    raise RuntimeError(
        f"'{name}' is sharded over the processes and this one holds only its piece, so that it cannot be copied or "
        "pickled here. Copy before the first step, or save_checkpoint on all processes and load it into the copy."
    )


def shard_parameter(parameter: Parameter, layer: GatheringLayer) -> None:
    """Let `layer` give the parameter's value from now on.

    The object itself changes its class, as in torch's `fully_shard`: optimizers and scripts hold it, so that it cannot
    be replaced. A property `_t` on every Parameter would do without, but a read of a slot takes 12 ns and of a property
    75, twice in each call of a Dense; `__getattr__` of a slot that is unset is not traced by Dynamo.
    """
    parameter.__dict__["_msacc_gathered"], parameter.__dict__["_layer"] = None, layer
    parameter.__class__ = ShardedParameter


def unshard_parameter(parameter: Parameter) -> None:
    """Undo `shard_parameter`; the value is to be set afterwards."""
    if isinstance(parameter, ShardedParameter):
        parameter.__class__ = Parameter  # type: ignore[assignment]
        parameter.__dict__.pop("_msacc_gathered"), parameter.__dict__.pop("_layer")


def gathering_group(parameters: Iterable[Parameter]) -> Any:
    """The processes that must read these parameters together; None where none of them is sharded."""
    groups = [p.__dict__["_layer"].group for p in parameters if isinstance(p, ShardedParameter)]
    by_members = {tuple(dist.get_process_group_ranks(group)): group for group in groups}
    if len(by_members) > 1:
        return dist.group.WORLD
    return next(iter(by_members.values()), None)
