"""Process groups: initialization, destruction and membership."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from typing import Any

from msacc.common.warn_once import no_effect, no_effects, once
from msacc.communication import _environment as environment
from msacc.communication import management
from msacc.communication._groups import GlobalComm, find, is_world, world_name
from msacc.ops.comm.object_collectives import available


def is_available() -> bool:
    """Whether this build of torch has distributed computing."""
    return available()


def is_initialized() -> bool:
    """Whether the default process group is there."""
    return GlobalComm.INITED


def init_process_group(
    backend: str = "hccl",
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: object = None,
    group_name: str = "",
    pg_options: object = None,
    device_id: object = None,
) -> None:
    """Join the job this process was started for, or the one that meets at `init_method`, "tcp://1.2.3.4:5678".

    `backend` is "hccl", as in MindSpore; gloo (CPU) or NCCL (GPU) does the work.
    `rank` and `timeout` are for `init_method`: how long the meeting and each collective waits.
    `group_name`, `pg_options` and `device_id` have no effect, which is said once.

    See `communication.init` for the limit otherwise.

    Raises ValueError for another backend, a `world_size` that is not the job's, and, with `init_method`, a
    `world_size` or `rank` that is missing; RuntimeError for another URL; NotImplementedError for `store`.
    Raises TypeError for other types.
    """
    _types(init_method, timeout, world_size, rank, group_name)
    for name, value in (("pg_options", pg_options), ("device_id", device_id)):
        if value is not None:
            no_effect("init_process_group", name, value)
    if group_name:
        no_effect("init_process_group", "group_name", group_name)
    if backend != "hccl":
        raise ValueError(f"'backend' must be 'hccl', the default, but got {backend!r}.")
    if store is not None:
        raise NotImplementedError("msacc has no 'store' here: give init_method='tcp://host:port'.")
    if init_method is None:
        management.init()
        rank_argument = (rank, -1) if rank != management.get_rank() else (-1, -1)
        no_effects(
            "init_process_group",
            "it is for 'init_method'",
            timeout=(timeout, None),
            rank=rank_argument,
        )
    else:
        management.join(_launch_info(init_method, timeout, world_size, rank), timeout)
    size = management.get_group_size()
    if world_size not in (-1, size):
        raise ValueError(f"'world_size' must be -1 or {size}, the job's, but got {world_size}.")


def _types(init_method: Any, timeout: object, world_size: Any, rank: Any, group_name: Any) -> None:
    for name, value, kind in (
        ("init_method", init_method, str),
        ("timeout", timeout, timedelta),
        ("world_size", world_size, int),
        ("rank", rank, int),
        ("group_name", group_name, str),
    ):
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"The parameter '{name}' must be {kind.__name__}, but got {value!r}.")


def _launch_info(
    url: str, timeout: timedelta | None, size: int, rank: int
) -> environment.LaunchInfo:
    if size <= 0:
        raise ValueError(f"With 'init_method', 'world_size' must be positive, but got {size}.")
    if rank < 0:
        raise ValueError(f"With 'init_method', 'rank' must not be negative, but got {rank}.")
    match = re.fullmatch(r"tcp://(\d+\.\d+\.\d+\.\d+):(\d+)", url)
    if match is None or not 1 <= int(match[2]) <= 65535:
        raise RuntimeError(f"'init_method' must be like 'tcp://1.2.3.4:5678', but got {url!r}.")
    seconds = 300.0 if timeout is None else timeout.total_seconds()
    return environment.LaunchInfo("env", size, rank, match[1], int(match[2]), timeout=seconds)


def destroy_process_group(group: str | None = None) -> None:
    """Forget a group; None or the world's name: leave all groups. KeyError for an unknown name."""
    if group is None or is_world(_name(group, "destroy_process_group")):
        management.release()
    else:
        management.destroy_group(group)


def _name(group: str | None, where: str) -> str:
    """The group's name, the world's for None. TypeError for what is neither."""
    if group is None:
        return GlobalComm.WORLD_COMM_GROUP
    if not isinstance(group, str):
        raise TypeError(
            f"For '{where}', the argument 'group' must be type of string or None, but got {group!r}."
        )
    return group


def get_rank(group: str | None = None) -> int:
    """This process's rank in the group; -1 where it is no member."""
    try:
        return management.get_rank(_name(group, "get_rank"))
    except RuntimeError:
        return -1


def get_world_size(group: str | None = None) -> int:
    """The number of processes in the group; -1 where this one is no member."""
    try:
        return management.get_group_size(_name(group, "get_world_size"))
    except RuntimeError:
        return -1


def get_backend(group: str | None = None) -> str:
    """MindSpore's name of the backend: "hccl" for None, else by the group's name. Not the torch backend in use."""
    name = "hccl" if group is None else _name(group, "get_backend")
    return next((backend for backend in ("hccl", "mccl") if backend in name), GlobalComm.BACKEND)


def get_global_rank(group: str | None, group_rank: int) -> int:
    """The world rank of the member `group_rank`, an int, of a group.

    `group`: its name, all processes for None. Raises TypeError for other types, RuntimeError where there is no
    such member.
    """
    if not isinstance(group_rank, int):
        raise TypeError(f"The argument 'group_rank' must be integer, but got {group_rank!r}.")
    if group is None or is_world(_name(group, "get_global_rank")):
        return group_rank
    return management.get_world_rank_from_group_rank(group, group_rank)


def get_group_rank(group: str | None, global_rank: int) -> int:
    """The rank in a group of the process `global_rank`, a world rank.

    `group`: its name, all processes for None. Raises TypeError for other types, KeyError for an unknown group
    or a rank outside it.
    """
    if not isinstance(global_rank, int):
        raise TypeError(f"The argument 'global_rank' must be integer, but got {global_rank!r}.")
    name = _name(group, "get_group_rank")
    management.require_init()
    try:
        ranks = find(name, "get_group_rank").ranks
    except RuntimeError as error:
        raise KeyError(str(error)) from None
    if global_rank not in ranks:
        raise KeyError(
            f"The group {name!r} has no world rank {global_rank}: its ranks are {ranks}."
        )
    return ranks.index(global_rank)


def get_process_group_ranks(group: str | None = None) -> list[int]:
    """The world ranks of the group's members."""
    return management.get_process_group_ranks(_name(group, "get_process_group_ranks"))


def new_group(
    ranks: list[int] | None = None,
    timeout: object = None,
    backend: str | None = None,
    pg_options: object = None,
    use_local_synchronization: bool = False,
    group_desc: object = None,
) -> str:
    """The name of a new group of world ranks, sorted; the world's for None. "" where it cannot be made.

    `ranks`: a list of ints.
    `backend`: "hccl", "mccl" or None.
    `timeout`, `pg_options`, `use_local_synchronization` and `group_desc` have no effect, which is said once.

    A process that is no member gets the name too.

    Raises TypeError for ranks that are no list and for another backend, ValueError for an empty list or a
    double rank.
    """
    options = (
        ("timeout", timeout),
        ("pg_options", pg_options),
        ("use_local_synchronization", use_local_synchronization),
        ("group_desc", group_desc),
    )
    for argument, value in options:
        if value:
            no_effect("new_group", argument, value)
    if ranks is None:
        return world_name() if GlobalComm.INITED else GlobalComm.WORLD_COMM_GROUP
    if not isinstance(ranks, list):
        raise TypeError(f"'ranks' must be list, but got {ranks!r}.")
    if backend not in (None, "hccl", "mccl"):
        raise TypeError(f"'backend' must be 'hccl' or 'mccl', but got {backend!r}.")
    return _create_group(sorted(ranks), backend or "hccl")


def _create_group(ranks: list[int], backend: str) -> str:
    # The name is MindSpore's, so that logs and scripts that spell it out agree.
    digest = hashlib.sha1("_".join(map(str, ranks)).encode(), usedforsecurity=False).hexdigest()
    name = f"{backend}_{len(ranks)}_{digest}"
    valid_ranks = all(isinstance(r, int) and 0 <= r < management.world.size for r in ranks)
    if GlobalComm.INITED and ranks and valid_ranks and management.world.rank not in ranks:
        return name
    try:
        management.create_group(name, ranks)
    except RuntimeError as error:
        once(f"new_group:{name}", f"new_group: {error}")
        return ""
    return name
