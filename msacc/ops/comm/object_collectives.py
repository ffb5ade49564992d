"""Collectives and messages of pickled Python objects: receive them only from trusted processes.

Ranks are world ranks; lists are filled in place. Without `init()` this process is the only one.
"""

from __future__ import annotations

from typing import Any

import torch.distributed as dist

from msacc.communication._groups import Group


def available() -> bool:
    """Whether this build of torch has distributed computing."""
    return dist.is_available()


def send(objects: list[Any], dst: int, group: Group) -> None:
    """The objects to process `dst`."""
    dist.send_object_list(objects, dst, group.handle)


def receive(objects: list[Any], src: int, group: Group) -> None:
    """As many objects as the list holds from process `src`."""
    dist.recv_object_list(objects, src, group.handle)


def all_gather(objects: list[Any], value: object, group: Group) -> None:
    """The object of each process into one item of the list."""
    if group.handle is None:
        objects[0] = value
    else:
        dist.all_gather_object(objects, value, group.handle)


def broadcast(objects: list[Any], src: int, group: Group) -> None:
    """The objects of process `src` into the lists of all."""
    if group.handle is not None:
        dist.broadcast_object_list(objects, src, group.handle)


def gather(value: object, objects: list[Any] | None, dst: int, group: Group) -> None:
    """The objects of all processes into the list of process `dst`; the others' stay."""
    if group.handle is not None:
        target = group.ranks[group.rank] == dst
        dist.gather_object(value, objects if target else None, dst, group.handle)
    elif objects is not None:
        objects[0] = value


def scatter(out: list[Any], objects: list[Any], src: int, group: Group) -> None:
    """One of the objects of process `src` into the first item of each process's list."""
    if group.handle is None:
        out[0] = objects[0]
    else:
        dist.scatter_object_list(out, objects, src, group.handle)
