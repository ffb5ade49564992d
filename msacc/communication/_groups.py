"""The table of communication groups: MindSpore's names over torch.distributed's process groups.

`ops.comm` and the parallel layer read it; `communication.management` fills it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch.distributed as dist

from msacc.common.settings import settings

HCCL_WORLD_COMM_GROUP = "hccl_world_group"
NCCL_WORLD_COMM_GROUP = "nccl_world_group"
MCCL_WORLD_COMM_GROUP = "mccl_world_group"
_WORLD_NAMES = (HCCL_WORLD_COMM_GROUP, NCCL_WORLD_COMM_GROUP, MCCL_WORLD_COMM_GROUP)

NOT_INITED = (
    "Distributed Communication has not been inited. You can't invoke this interface yet. "
    "Please call `init()` method first."
)


class Backend:
    """MindSpore's names of backends; `Backend("hccl")` gives the name back.

    Raises TypeError for what is no string, ValueError for an unknown name.
    """

    UNDEFINED = "undefined"
    HCCL = "hccl"
    NCCL = "nccl"
    MCCL = "mccl"

    def __new__(cls, name: str) -> str:  # type: ignore[misc]
        if not isinstance(name, str):
            raise TypeError(f"For 'Backend', 'name' must be a string, but got {name!r}.")
        if name.lower() not in ("hccl", "nccl", "mccl"):
            raise ValueError(
                f"For 'Backend', 'name' must be 'hccl', 'nccl' or 'mccl', but got {name!r}."
            )
        return name.lower()


class GlobalComm:
    """Facts about the job: `BACKEND`, `WORLD_COMM_GROUP`, `INITED`; set by `init()`."""

    BACKEND = "hccl"
    WORLD_COMM_GROUP = HCCL_WORLD_COMM_GROUP
    INITED = False
    CHECK_ENVS = True


@dataclass
class Group:
    """One group as this process sees it. `ranks` are world ranks in the order given at creation."""

    name: str
    ranks: list[int]
    rank: int
    handle: dist.ProcessGroup | None = None
    torch_name: str = ""

    @property
    def size(self) -> int:
        """The number of members."""
        return len(self.ranks)


@dataclass
class World:
    """This process's place in the job, and its groups by name."""

    rank: int = 0
    hosts: list[str] = field(default_factory=list)
    groups: dict[str, Group] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of processes."""
        return len(self.hosts)


world = World()
# Before init() a program runs on one process: every collective is the identity over this group.
_SINGLE_PROCESS = Group("alone", [0], 0)


def world_name(device_type: str | None = None) -> str:
    """The world group's name on this device: MindSpore calls it by the backend's name."""
    on_gpu = (device_type or settings.device.type) == "cuda"
    return NCCL_WORLD_COMM_GROUP if on_gpu else MCCL_WORLD_COMM_GROUP


def is_world(name: str | None) -> bool:
    """Whether a name means all processes; any of MindSpore's three names does."""
    return name is None or name in _WORLD_NAMES


def find(name: str | None, where: str = "get_rank") -> Group:
    """The group of that name. Raises TypeError for a name that is no string, RuntimeError for an unknown one.

    Without `init()` the world is this one process, and no other group exists.
    """
    if name is not None and not isinstance(name, str):
        raise TypeError(
            f"For '{where}', the argument 'group' must be type of string, but got {name!r}."
        )
    if is_world(name):
        return world.groups[GlobalComm.WORLD_COMM_GROUP] if GlobalComm.INITED else _SINGLE_PROCESS
    group = world.groups.get(name)  # type: ignore[arg-type]
    if group is None:
        known = ", ".join(world.groups) or "none, init() has not been called"
        raise RuntimeError(
            f"For '{where}', the group {name!r} does not exist; groups here: {known}."
        )
    return group


def require_init() -> None:
    """Raise RuntimeError unless `init()` has been called."""
    if not GlobalComm.INITED:
        raise RuntimeError(NOT_INITED)
