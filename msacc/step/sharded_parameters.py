"""Parameters of level3: read in a step they gather themselves, read elsewhere they say where they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter


class Home(Protocol):
    """What can give a spread parameter its value: the layer it travels with."""

    @property
    def group(self) -> Any:
        """The processes that hold its pieces."""

    def value_of(self, parameter: Parameter) -> torch.Tensor:
        """The whole value; RuntimeError where not all processes ask for it."""


class SpreadParameter(Parameter):
    """A Parameter whose value exists only while its layer runs.

    Whoever reads it meanwhile (a tied layer, its owner, the loss, a block that is recomputed) has it gathered
    once more, as a differentiable op.
    """

    gathers = True

    @property
    def _t(self) -> Any:  # type: ignore[override]
        held = self.__dict__["_whole"]
        return self.__dict__["_home"].value_of(self) if held is None else held

    @_t.setter
    def _t(self, value: Any) -> None:
        self.__dict__["_whole"] = value

    def __getstate__(self) -> Any:
        """Refuse `deepcopy` and `pickle`: one process does not have the value."""
        return refuse_copy(self.name)

    def twin(self, t: torch.Tensor | None, name: str, pending: Any = None) -> Parameter:
        """An ordinary parameter with these flags around another tensor."""
        other = object.__new__(Parameter)
        other.__dict__.update(self.__dict__)
        for own in ("_whole", "_home"):
            other.__dict__.pop(own)
        other._t, other._init = t, pending  # type: ignore[assignment]
        other.name = name
        return other


def refuse_copy(name: str) -> Any:
    """RuntimeError for a copy of what is sharded."""
    raise RuntimeError(
        f"'{name}' is sharded over the processes and this one holds only its piece, so that it cannot be copied or "
        "pickled here. Copy before the first step, or save_checkpoint on all processes and load it into the copy."
    )


def spread(parameter: Parameter, home: Home) -> None:
    """Let a parameter live in `home` from now on."""
    parameter.__dict__["_whole"], parameter.__dict__["_home"] = None, home
    parameter.__class__ = SpreadParameter


def settle(parameter: Parameter) -> None:
    """Undo `spread`; the value is to be set afterwards."""
    if isinstance(parameter, SpreadParameter):
        parameter.__class__ = Parameter  # type: ignore[assignment]
        parameter.__dict__.pop("_whole"), parameter.__dict__.pop("_home")


def gathering_group(parameters: Iterable[Parameter]) -> Any:
    """The processes that must read these parameters together; None where no parameter is spread."""
    groups = [p.__dict__["_home"].group for p in parameters if isinstance(p, SpreadParameter)]
    by_members = {tuple(dist.get_process_group_ranks(group)): group for group in groups}
    if len(by_members) > 1:
        return dist.group.WORLD
    return next(iter(by_members.values()), None)
