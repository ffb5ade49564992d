"""mint.distributed on two real processes, and alone."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from msacc import Tensor
from msacc.mint import distributed as d
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAMS = Path(__file__).parent / "programs"


def test_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAMS / "mint_distributed.py", cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all good") == 2


@pytest.mark.dist
def test_two_processes_meet_at_a_url() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    program = ["timeout", "120", sys.executable, str(_PROGRAMS / "mint_by_url.py")]
    runs = [
        subprocess.Popen([*program, str(rank), url], stdout=subprocess.PIPE, text=True)
        for rank in range(2)
    ]
    assert ["all good" in run.communicate()[0] for run in runs] == [True, True]


X = np.arange(4, dtype=np.float32).reshape(2, 2)


def test_alone_without_init_results_are_copies() -> None:
    assert (d.get_rank(), d.get_world_size(), d.get_backend(), d.is_initialized()) == (0, 1, "hccl", False)
    x = Tensor(X)
    outs = [Tensor(np.zeros((2, 2), np.float32)) for _ in range(8)]
    for call in (
        lambda: d.all_reduce(x),
        lambda: d.reduce(x, 0),
        lambda: d.broadcast(x, 0),
        lambda: d.barrier(),
        lambda: d.all_gather([outs[0]], x),
        lambda: d.all_gather_into_tensor(outs[1], x),
        lambda: d.gather(x, [outs[2]]),
        lambda: d.gather_into_tensor(outs[3], x),
        lambda: d.scatter(outs[4], [x]),
        lambda: d.reduce_scatter(outs[5], [x]),
        lambda: d.all_to_all([outs[6]], [x]),
        lambda: d.all_to_all_single(outs[7], x),
    ):
        assert call() is None  # type: ignore[no-untyped-call]
    for out in (x, *outs):
        np.testing.assert_array_equal(out.asnumpy(), X)
    handle = d.all_reduce(x, async_op=True)
    assert handle is not None
    handle.wait()
    found: list[object] = [None]
    d.all_gather_object(found, {"a": 1})
    assert found == [{"a": 1}]
    d.scatter_object_list(found, ["b"])
    assert found == ["b"]
    d.gather_object("c", found)
    assert found == ["c"]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: d.send(Tensor(X), 1), RuntimeError, "call `init"),
        (lambda: d.get_process_group_ranks(), RuntimeError, "call `init"),
        (lambda: d.get_group_rank(None, 0), RuntimeError, "call `init"),
        (lambda: d.init_process_group("gloo"), ValueError, "'hccl'"),
        (lambda: d.init_process_group(store=object()), NotImplementedError, "store"),
        (lambda: d.init_process_group(world_size="a"), TypeError, "'world_size' must be int"),
        (lambda: d.init_process_group(init_method="x"), ValueError, "'world_size' must be pos"),
        (lambda: d.init_process_group(init_method="x", world_size=1), ValueError, "'rank' must not"),
        (lambda: d.init_process_group(init_method="x", world_size=1, rank=0), RuntimeError, "'x'"),
        (lambda: d.all_reduce(Tensor(X), group="zz"), RuntimeError, "'zz' does not exist"),
    ],
)
def test_refusals_before_init(call: object, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind) as caught:
        call()  # type: ignore[operator]
    assert text in str(caught.value)
