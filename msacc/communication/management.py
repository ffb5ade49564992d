"""init, release, and queries about ranks and groups."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from datetime import timedelta
from typing import Any, cast

import torch
import torch.distributed as dist

from msacc.common.environment import apply_environment
from msacc.common.settings import settings
from msacc.common.warn_once import no_effect, once
from msacc.communication import _environment as environment
from msacc.communication import _network_interface as interface
from msacc.communication import _peer_status as peer_status
from msacc.communication import _timeouts as limits
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP as HCCL_WORLD_COMM_GROUP
from msacc.communication._groups import MCCL_WORLD_COMM_GROUP as MCCL_WORLD_COMM_GROUP
from msacc.communication._groups import NCCL_WORLD_COMM_GROUP as NCCL_WORLD_COMM_GROUP
from msacc.communication._groups import (
    Backend,
    GlobalComm,
    Group,
    find,
    is_world,
    require_init,
    world,
    world_name,
)
from msacc.communication._rendezvous import Rendezvous, join_job
from msacc.communication._shutdown import wait_for_threads

__all__ = [
    "HCCL_WORLD_COMM_GROUP",
    "MCCL_WORLD_COMM_GROUP",
    "NCCL_WORLD_COMM_GROUP",
    "GlobalComm",
    "create_group",
    "destroy_group",
    "get_comm_name",
    "get_group_rank_from_world_rank",
    "get_group_size",
    "get_local_rank",
    "get_local_rank_size",
    "get_process_group_ranks",
    "get_rank",
    "get_world_rank_from_group_rank",
    "init",
    "release",
]


class _Session:
    """What outlives a release(): the rendezvous with the other processes."""

    rendezvous: Rendezvous | None = None
    # How many process groups were created over the same store.
    generation = 0
    failed = False
    # What sys.last_value was at the start.
    earlier_exception: BaseException | None = None


# -- starting and ending -------------------------------------------------------------------------
def init(backend_name: str | None = None) -> None:
    """Join the job this process was started for; alone, the world is one process.

    Understands msrun, torchrun, mpirun, MindSpore's MS_ROLE/MS_WORKER_NUM/MS_SCHED_* variables (the
    scheduler serves the workers inside this call and then ends the program) and rank tables. The
    collectives run on gloo (CPU) or NCCL (GPU) whatever `backend_name` says. Each waits for the others as long as
    MS_CPU_COMM_OP_TIMEOUT, HCCL_EXEC_TIMEOUT or `msrun --cluster_time_out` say (seconds), else half an hour.

    Raises TypeError or RuntimeError for a wrong `backend_name`, RuntimeError when the others cannot
    be reached.
    """
    apply_environment()
    _check_backend(backend_name)
    join(None)


def join(launch: environment.LaunchInfo | None, timeout: timedelta | None = None) -> None:
    """Joins the job that `launch` describes, for None the environment's; `timeout`: of each collective."""
    if GlobalComm.INITED:
        return
    limits.set_limit(timeout)
    if _Session.rendezvous is None:
        launch = launch or environment.read_environment(os.environ)
        _Session.rendezvous = joined = join_job(launch)
        interface.select_interface(launch)
        peer_status.start(joined.store, joined.rank, len(joined.hosts))
        _Session.earlier_exception = getattr(sys, "last_value", None)
        atexit.register(_leave_at_exit)
    rendezvous = _Session.rendezvous
    world.rank, world.hosts = rendezvous.rank, rendezvous.hosts
    _choose_device()
    _make_world_group(rendezvous)
    _export(rendezvous)


def _check_backend(name: str | None) -> None:
    if name is None:
        return
    if not isinstance(name, str):
        raise TypeError(
            f"For 'init', the argument 'backend_name' must be a string, but got {name!r}."
        )
    if name not in ("hccl", "nccl", "mccl"):
        raise RuntimeError(
            f"For 'init', the argument 'backend_name' must be one of 'hccl', 'nccl' and 'mccl', but got {name!r}."
        )
    used = "nccl" if settings.device.type == "cuda" else "mccl"
    if name != used:
        real = "NCCL" if used == "nccl" else "gloo"
        once(
            f"backend:{name}",
            f"init: backend_name={name!r} is not there; {real} ({used!r}) is used.",
        )


def _choose_device() -> None:
    """Give each process of a host a GPU of its own, unless the script chose one."""
    if settings.device.type != "cuda" or settings.device.index is not None:
        if settings.device.type == "cuda":
            torch.cuda.set_device(settings.device)
        return
    local, count = _local_rank(world.rank, range(world.size)), torch.cuda.device_count()
    if local >= count:
        raise RuntimeError(
            f"For 'init', this is process {local + 1} of host {world.hosts[world.rank]}, which has {count} GPUs. "
            "Start fewer processes, or set CUDA_VISIBLE_DEVICES= to run on the CPU."
        )
    settings.device = torch.device("cuda", local)
    torch.cuda.set_device(settings.device)


def _make_world_group(rendezvous: Rendezvous) -> None:
    if not dist.is_initialized():
        _Session.generation += 1
        dist.init_process_group(
            "cpu:gloo,cuda:nccl" if settings.device.type == "cuda" else "gloo",
            store=dist.PrefixStore(f"world/{_Session.generation}", rendezvous.store),
            rank=world.rank,
            world_size=world.size,
            timeout=limits.current_limit(),
        )
    handle = dist.group.WORLD
    name = world_name()
    GlobalComm.BACKEND = Backend(name.split("_")[0])
    GlobalComm.WORLD_COMM_GROUP = name
    world.groups.clear()
    torch_name = handle.group_name  # type: ignore[union-attr]
    world.groups[name] = Group(name, list(range(world.size)), world.rank, handle, torch_name)
    GlobalComm.INITED = True


def _export(rendezvous: Rendezvous) -> None:
    """Sets the variables that scripts read, and one seed of the job for parameters drawn without a seed."""
    local = _local_rank(world.rank, range(world.size))
    values = {"RANK": world.rank, "WORLD_SIZE": world.size, "LOCAL_RANK": local}
    values |= {
        "RANK_ID": world.rank,
        "RANK_SIZE": world.size,
        "DEVICE_ID": settings.device.index or local,
    }
    os.environ.update({key: str(value) for key, value in values.items()})
    if "MSACC_JOB_SEED" not in os.environ and world.size > 1:
        if world.rank == 0:
            rendezvous.store.set("job/seed", str(int.from_bytes(os.urandom(6), "little")))
        os.environ["MSACC_JOB_SEED"] = rendezvous.store.get("job/seed").decode()


def record_failure(error: BaseException) -> str | None:
    """Tells the other processes what ends this one; returns the text that is missing in its own log.

    A worker of msrun calls it at an uncaught exception, any other program as it ends.
    """
    _Session.failed = True
    return peer_status.report_failure(error)


def _uncaught_exception() -> BaseException | None:
    """The exception that ends this program. In an interactive session one ends nothing."""
    error = getattr(sys, "last_value", None)
    return None if hasattr(sys, "ps1") or error is _Session.earlier_exception else error


def _leave_at_exit() -> None:
    # A worker that ends by an uncaught exception must not tell the scheduler it finished.
    error = None if _Session.failed else _uncaught_exception()
    report = None if error is None else record_failure(error)
    if report:
        print(report, file=sys.stderr)
    # After a failure the others may hang: no clean shutdown, the sockets just close.
    if _Session.failed:
        return
    peer_status.report_state("finished")
    release()
    wait_for_threads()
    if _Session.rendezvous is not None and _Session.rendezvous.scheduler is not None:
        _Session.rendezvous.scheduler.finish()


def release() -> None:
    """Leave all groups. `init()` may be called again."""
    if not GlobalComm.INITED:
        return
    GlobalComm.INITED = False
    world.groups.clear()
    if dist.is_initialized():
        dist.destroy_process_group()
        gc.collect()  # steps hold the groups in circles, and what nobody holds ends its threads


# -- facts ---------------------------------------------------------------------------------------
def _environment_number(variable: str, default: int) -> int:
    text = os.environ.get(variable, "")
    return int(text) if text.isdecimal() else default


def _check_group_name(group: object, where: str) -> None:
    if not isinstance(group, str):
        raise TypeError(
            f"For '{where}', the argument 'group' must be type of string, but got {group!r}."
        )


def _local_rank(rank: int, ranks: Any) -> int:
    """How many of `ranks` before `rank` are on its host."""
    return sum(world.hosts[other] == world.hosts[rank] for other in ranks if other < rank)


def get_rank(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """This process's rank in `group`, from 0; before `init()` the environment's RANK_ID, or 0.

    `group`: a name that `create_group` was given; the group of all processes by default.

    Raises TypeError when `group` is no string, RuntimeError when there is no such group or this
    process is not in it. Differs from MindSpore: any of its names for the group of all is taken on
    each device.
    """
    _check_group_name(group, "get_rank")
    return find(group, "get_rank").rank if GlobalComm.INITED else _environment_number("RANK_ID", 0)


def get_group_size(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """The number of processes in `group`; before `init()` the environment's RANK_SIZE, or 1.

    `group`: a name that `create_group` was given; the group of all processes by default.

    Raises TypeError when `group` is no string, RuntimeError when there is no such group. Differs
    from MindSpore: any of its names for the group of all is taken on each device.
    """
    _check_group_name(group, "get_group_size")
    return (
        find(group, "get_group_size").size
        if GlobalComm.INITED
        else _environment_number("RANK_SIZE", 1)
    )


def get_local_rank(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """This process's number among those of `group` on its host. Before `init()`: LOCAL_RANK, or 0."""
    _check_group_name(group, "get_local_rank")
    if not GlobalComm.INITED:
        return _environment_number("LOCAL_RANK", 0)
    return _local_rank(world.rank, find(group, "get_local_rank").ranks)


def get_local_rank_size(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """How many processes of `group` are on this host. Before `init()`: LOCAL_RANK_SIZE, or 1."""
    _check_group_name(group, "get_local_rank_size")
    if not GlobalComm.INITED:
        return _environment_number("LOCAL_RANK_SIZE", 1)
    own = world.hosts[world.rank]
    return sum(world.hosts[rank] == own for rank in find(group, "get_local_rank_size").ranks)


def get_world_rank_from_group_rank(group: str, group_rank_id: int) -> int:
    """The world rank of the member `group_rank_id` of `group`, a group's name. Raises RuntimeError for another
    rank.
    """
    _check_group_name(group, "get_world_rank_from_group_rank")
    require_init()
    if not isinstance(group_rank_id, int):
        raise TypeError(
            "For 'get_world_rank_from_group_rank', the argument 'group_rank_id' must be type of int, "
            f"but got {group_rank_id!r}."
        )
    ranks = find(group, "get_world_rank_from_group_rank").ranks
    if not 0 <= group_rank_id < len(ranks):
        raise RuntimeError(
            f"Group {group} doesn't contain the group rank {group_rank_id}; it has {len(ranks)} ranks."
        )
    return ranks[group_rank_id]


def get_group_rank_from_world_rank(world_rank_id: int, group: str) -> int:
    """The rank in `group`, a group's name, of `world_rank_id`. Raises RuntimeError when it is no member."""
    _check_group_name(group, "get_group_rank_from_world_rank")
    require_init()
    if not isinstance(world_rank_id, int):
        raise TypeError(
            "For 'get_group_rank_from_world_rank', the argument 'world_rank_id' must be type of int, "
            f"but got {world_rank_id!r}."
        )
    ranks = find(group, "get_group_rank_from_world_rank").ranks
    if world_rank_id not in ranks:
        raise RuntimeError(
            f"Group {group} doesn't contain the global rank {world_rank_id}; its ranks are {ranks}."
        )
    return ranks.index(world_rank_id)


def get_process_group_ranks(group: str = HCCL_WORLD_COMM_GROUP) -> list[int]:
    """The world ranks of `group`, in the order given to `create_group`."""
    _check_group_name(group, "get_process_group_ranks")
    require_init()
    return list(find(group, "get_process_group_ranks").ranks)


def get_comm_name(group: str = HCCL_WORLD_COMM_GROUP) -> str:
    """torch.distributed's name of the group."""
    _check_group_name(group, "get_comm_name")
    require_init()
    return find(group, "get_comm_name").torch_name


# -- groups --------------------------------------------------------------------------------------
def create_group(group: str, rank_ids: list[int], options: object = None) -> None:
    """Make a group of the given world ranks; called by its members only, ranks count in list order.

    `group`: its name, a str.
    `rank_ids`: a list of ints.
    `options` has no effect, which is said once.

    Raises TypeError for wrong types, ValueError for an empty list, double ranks or another list under the
    same name, RuntimeError for a rank outside the world or a process that is no member.
    """
    _check_group_name(group, "create_group")
    require_init()
    known = world.groups.get(group)
    if known is not None or is_world(group):
        _check_existing_group(group, rank_ids)
        return
    _check_rank_ids(group, rank_ids)
    if options is not None:
        no_effect("create_group", "options", options)
    options_: dict[str, Any] = {"use_local_synchronization": True, "group_desc": group}
    if rank_ids != sorted(rank_ids):
        options_["sort_ranks"] = False
    # Local: only the members call this, so only they may take part in making it.
    handle = cast(dist.ProcessGroup, limits.new_group(rank_ids, **options_))
    world.groups[group] = Group(
        group, list(rank_ids), rank_ids.index(world.rank), handle, handle.group_name
    )


def _check_existing_group(group: str, rank_ids: list[int]) -> None:
    ranks = find(group, "create_group").ranks
    if rank_ids != ranks:
        raise ValueError(
            f"The group {group} has been created, the rank_list is {ranks}, "
            f"but current rank_list for the group is {rank_ids}"
        )
    once(f"group:{group}", f"create_group: the group {group!r} exists already.")


def _check_rank_ids(group: str, rank_ids: object) -> None:
    if not isinstance(rank_ids, list):
        raise TypeError(
            f"For 'create_group', the argument 'rank_ids' must be type of list, but got {rank_ids!r}."
        )
    if not rank_ids:
        raise ValueError("For 'create_group', the argument 'rank_ids' must not be empty.")
    if len(set(rank_ids)) < len(rank_ids):
        raise ValueError(f"List rank_ids in Group {group} has duplicate data: {rank_ids}.")
    if any(not isinstance(rank, int) or not 0 <= rank < world.size for rank in rank_ids):
        raise RuntimeError(
            f"Failed to create communication group for {group} with rank ids {rank_ids}: "
            f"the job has ranks 0 to {world.size - 1}."
        )
    if world.rank not in rank_ids:
        raise RuntimeError(
            f"Group {group} with rank ids {rank_ids} doesn't contain the global rank {world.rank}; "
            "call create_group on its members only."
        )


def destroy_group(group: str) -> None:
    """Forget a group made by `create_group`. ValueError for the world, KeyError for an unknown name."""
    _check_group_name(group, "destroy_group")
    require_init()
    if is_world(group):
        raise ValueError("The world_group does not support destruction.")
    dist.destroy_process_group(world.groups.pop(group).handle)
