"""mindspore.ops.communication on two real processes."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from msacc.ops import communication as oc

from msacc import ops
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "ops_communication.py"


def test_on_two_processes(
    zygote: Zygote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = tmp_path / "program.py"
    program.write_text(
        f"import os\nos.environ['STORE_PORT'] = '{port}'\nexec(open({str(_PROGRAM)!r}).read())\n"
    )
    run = zygote.msrun(*sizes(2), "--join=True", program, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all good") == 2


def test_the_switch_checks_what_it_is_given() -> None:
    with pytest.raises(TypeError, match="is_enable"):
        oc.set_comm_ops_inplace(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="list or tuple"):
        oc.set_comm_ops_inplace(True, "all_reduce")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="gather_all"):
        oc.set_comm_ops_inplace(True, ["gather_all"])


def test_ops_has_the_names_that_are_no_ops_of_its_own() -> None:
    assert ops.all_reduce is oc.all_reduce
    assert ops.gather is not oc.gather
    assert ops.scatter is not oc.scatter


@pytest.mark.parametrize(
    ("given", "kind"),
    [((3, 4), TypeError), (("127.0.0.1", "x"), TypeError), (("127.0.0.1", 70000), ValueError)],
)
def test_a_store_checks_where_it_is(given: tuple[object, object], kind: type[Exception]) -> None:
    with pytest.raises(kind, match="host_name|port"):
        oc.TCPStore(*given)  # type: ignore[arg-type]
