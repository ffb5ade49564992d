"""Rows of the communication between processes: what a job of one refuses, and what concerns Ascend alone.

What each of these arguments does among two is in tests/dist/programs/arguments.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import numpy as np

import msacc as ms
from msacc import communication
from msacc.communication import comm_func as cf
from msacc.mint import distributed as d
from tests.ledger.row import Row, rows
from tests.parity.single_process_job import world_of_one

_ASCEND = "It concerns Ascend's communication library."
_SINGLE = "One process has nobody to talk to; tests/dist does it in two."
# The first of the homes of these calls; mint.distributed has them too.
_HOME = "mindspore.ops."
_OLD_HOME = "mindspore.communication.comm_func."


def x() -> ms.Tensor:
    return ms.Tensor(np.ones((2, 2), np.float32))


def alone(call: Callable[[], Any]) -> Callable[[], Any]:
    """The call in a job of one process."""

    def run() -> Any:
        with world_of_one():
            return call()

    return run


def said(call: Callable[[], Any]) -> Callable[[], Any]:
    """The call in a job of one process, that says something and then finds nobody to talk to."""

    def run() -> None:
        with world_of_one(), suppress(ValueError):
            call()

    return run


def messages(home: str, module: Any) -> Iterator[Row]:
    """send, isend, recv and irecv, argument by argument."""
    for name in ("send", "isend", "recv", "irecv"):
        rank, call = ("dst" if "send" in name else "src"), getattr(module, name)
        yield Row(home + name, "tensor", alone(lambda c=call: c(1.0, 0)), TypeError, _SINGLE)
        yield Row(
            home + name, rank, alone(lambda c=call, r=rank: c(x(), **{r: 0})), ValueError, _SINGLE
        )
        yield Row(
            home + name,
            "group",
            alone(lambda c=call: c(x(), 0, group="absent")),
            RuntimeError,
            _SINGLE,
        )
        yield Row(home + name, "tag", alone(lambda c=call: c(x(), 0, tag="a")), TypeError, _SINGLE)


def members() -> Iterator[Row]:
    """Ranks that no member has; the only one there is has rank 0, the default."""
    held: list[Any] = [None]
    for name, rank, call in (
        ("gather", "dst", lambda: d.gather(x(), [x()], dst=3)),
        ("scatter", "src", lambda: d.scatter(x(), [x()], src=3)),
        ("broadcast_object_list", "src", lambda: d.broadcast_object_list(held, src=3)),
        ("gather_object", "dst", lambda: d.gather_object(1, held, dst=3)),
        ("scatter_object_list", "src", lambda: d.scatter_object_list(held, [1], src=3)),
    ):
        home = "mindspore.mint.distributed." if name in ("gather", "scatter") else _HOME
        yield Row(home + name, rank, call, RuntimeError, _SINGLE, f"{rank}=3")
    for name, rank, call in (
        ("broadcast", "src", lambda: cf.broadcast(x(), src=3)),
        ("scatter_tensor", "src", lambda: cf.scatter_tensor(x(), src=3)),
        ("gather_into_tensor", "dst", lambda: cf.gather_into_tensor(x(), dst=3)),
    ):
        yield Row(_OLD_HOME + name, rank, call, ValueError, _SINGLE, f"{rank}=3")


def objects() -> Iterator[Row]:
    for name, rank in (("send_object_list", "dst"), ("recv_object_list", "src")):
        call = getattr(d, name)
        for argument, given, kind in (
            ("object_list", ([], 0), TypeError),
            (rank, ([1], 0), ValueError),
            ("group", ([1], 0, "absent"), RuntimeError),
        ):
            yield Row(_HOME + name, argument, alone(lambda c=call, g=given: c(*g)), kind, _SINGLE)
        device = said(lambda c=call: c([1], 0, device="Ascend"))
        yield Row(_HOME + name, "device", device, None, _ASCEND)
    yield Row(
        _HOME + "broadcast_object_list",
        "device",
        lambda: d.broadcast_object_list([1], device="Ascend"),
        None,
        _ASCEND,
    )


def starting() -> Iterator[Row]:
    for argument, value in (
        ("group_name", "x"),
        ("pg_options", 1),
        ("device_id", 0),
        ("timeout", timedelta(seconds=9)),
        ("rank", 3),
    ):
        call = alone(lambda a=argument, v=value: d.init_process_group(**{a: v}))
        yield Row(_HOME + "init_process_group", argument, call, None, _ASCEND)
    for argument, value in (
        ("timeout", timedelta(seconds=9)),
        ("pg_options", 1),
        ("use_local_synchronization", True),
        ("group_desc", "x"),
    ):
        call = alone(lambda a=argument, v=value: d.new_group([0], **{a: v}))
        yield Row(_HOME + "new_group", argument, call, None, _ASCEND)


ROWS = (
    *messages(_HOME, d),
    *messages(_OLD_HOME, cf),
    *members(),
    *objects(),
    *starting(),
    *rows(
        _HOME + "init_process_group",
        "backend",
        lambda: d.init_process_group("gloo"),
        ValueError,
        "MindSpore knows one here.",
    ),
    *rows(
        _HOME + "init_process_group",
        "store",
        lambda: d.init_process_group(store={}),
        NotImplementedError,
        "A URL names the meeting point.",
    ),
    *rows(_HOME + "barrier", "device_ids", lambda: d.barrier(device_ids=0), None, _ASCEND),
    *rows(
        _HOME + "P2POp",
        "tag",
        lambda: d.P2POp("isend", x(), 1, tag=2),
        NotImplementedError,
        "MindSpore's batches have none.",
    ),
    *rows(
        _OLD_HOME + "P2POp",
        "tag",
        lambda: cf.P2POp("isend", x(), 1, tag=2),
        NotImplementedError,
        "MindSpore's batches have none.",
    ),
    *rows(
        _HOME + "batch_isend_irecv",
        "p2p_op_list",
        lambda: d.batch_isend_irecv([]),
        TypeError,
        _SINGLE,
    ),
    *rows(
        _OLD_HOME + "batch_isend_irecv",
        "p2p_op_list",
        lambda: cf.batch_isend_irecv([]),
        TypeError,
        _SINGLE,
    ),
    *rows(
        "mindspore.communication.create_group",
        "options",
        alone(lambda: communication.create_group("one", [0], options={"x": 1})),
        None,
        _ASCEND,
    ),
)
