"""Argument checks and work handles shared by the calls of mint.distributed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.tensor import Tensor
from msacc.communication._groups import GlobalComm, find
from msacc.communication.comm_func import CommHandle
from msacc.ops.comm.inplace_collectives import Work, begin

REDUCTIONS = ("sum", "prod", "min", "max", "avg")


class Handle(CommHandle):
    """Work under way; `wait()` returns when the result is in the tensors given."""

    def __init__(self, works: list[Any], after: Callable[[], Any] | None):
        super().__init__()
        self.works, self.after = works, after

    def wait(self) -> None:
        """Return when the result may be read."""
        works, self.works = self.works, []
        for work in works:
            work.wait()
        after, self.after = self.after, None
        if after is not None:
            after()


class Call:
    """A call of `where`, a function of mint.distributed: checks the arguments, which `name` names, and begins the work.

    `group`: a group's name, the world for None; it is the Group then. TypeError for other classes.
    """

    def __init__(self, where: str, group: str | None, async_op: bool = False):
        if group is not None and not isinstance(group, str):
            raise TypeError(
                f"For {where}, the argument 'group' must be type of string, but got {group!r}."
            )
        if not isinstance(async_op, bool):
            raise TypeError(
                f"For {where}, the argument 'async_op' must be a bool, but got {async_op!r}."
            )
        self.where, self.async_op = where, async_op
        self.group = find(group or GlobalComm.WORLD_COMM_GROUP, where)

    def run(self, work: Callable[..., Work], *arguments: Any) -> Handle | None:
        """Begin the work of these arguments and the group and, unless `async_op`, wait for it."""
        handle = self.begin(work, *arguments)
        if self.async_op:
            return handle
        handle.wait()
        return None

    def begin(self, work: Callable[..., Work], *arguments: Any) -> Handle:
        """Begin the work of these arguments and the group."""
        return Handle(*begin(work(*arguments, self.group), self.group))

    def tensor(self, name: str, value: Tensor) -> torch.Tensor:
        """The torch tensor of an argument, without its history."""
        return bare(self.where, name, value)

    def tensors(
        self, name: str, values: Sequence[Tensor], alike: bool = False
    ) -> list[torch.Tensor]:
        """The torch tensors of a list of one dtype, and of one shape if `alike`."""
        if not isinstance(values, (list, tuple)):
            raise TypeError(
                f"For {self.where}, '{name}' must be list or tuple, but got {type(values).__name__}."
            )
        out = [self.tensor(f"item {i} of '{name}'", v) for i, v in enumerate(values)]
        if len({t.dtype for t in out}) > 1 or (alike and len({t.shape for t in out}) > 1):
            descriptions = [f"{t.dtype} {tuple(t.shape)}" for t in out]
            raise TypeError(
                f"For {self.where}, the tensors in '{name}' must have one dtype{' and shape' if alike else ''}, "
                f"but got {descriptions}."
            )
        return out

    def one_each(self, name: str, values: Sequence[Any]) -> None:
        """TypeError unless there is one item for each member."""
        if len(values) != self.group.size:
            raise TypeError(
                f"For {self.where}, '{name}' needs one item for each of the {self.group.size} processes, "
                f"but got {len(values)}."
            )

    def same(
        self,
        name: str,
        t: torch.Tensor,
        shape: Sequence[int],
        dtype: torch.dtype,
        kind: type[Exception] = TypeError,
    ) -> None:
        """Raise `kind` unless `t` has this shape and dtype."""
        if tuple(t.shape) != tuple(shape) or t.dtype != dtype:
            raise kind(
                f"For {self.where}, '{name}' should have shape {tuple(shape)} and dtype {dtype}, "
                f"but got {tuple(t.shape)} and {t.dtype}."
            )

    def reduction(self, op: str, reductions: tuple[str, ...] = REDUCTIONS) -> str:
        """A name of a reduction. TypeError for any other value."""
        if not isinstance(op, str) or op not in reductions:
            raise TypeError(
                f"For {self.where}, 'op' must be one of {', '.join(reductions)}, but got {op!r}."
            )
        return op

    def is_here(self, name: str, rank: int) -> bool:
        """Whether a world rank is this process's. TypeError for no int, RuntimeError for one outside the group."""
        if not isinstance(rank, int):
            raise TypeError(f"For {self.where}, the {name} must be int, but got {rank!r}.")
        if rank not in self.group.ranks:
            raise RuntimeError(
                f"For {self.where}, group {self.group.name!r} doesn't contain {name}={rank}: its ranks are "
                f"{self.group.ranks}."
            )
        return rank == self.group.ranks[self.group.rank]


def bare(where: str, name: str, value: Tensor) -> torch.Tensor:
    """The torch tensor of an argument, without its history."""
    if not isinstance(value, Tensor):
        raise TypeError(
            f"For {where}, the {name} must be a Tensor, but got {type(value).__name__}."
        )
    return value._t.detach()
