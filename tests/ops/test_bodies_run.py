"""The body that is written is the body that runs: a breakpoint in it is hit, whichever way the op is called, and
whatever a traceback or a profile names is in a source file."""

from __future__ import annotations

import functools
import importlib
import inspect
import linecache
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

import pytest
import torch

import msacc.numpy as mnp
import msacc.ops
from msacc import Tensor, mint, ops
from msacc.ops.core.op import op, with_argument_aliases, with_argument_names

X = Tensor([[1.0, 2.0], [3.0, 4.0]])


class Reached(BaseException):
    """Raised as a body begins, so that it does nothing."""


def _reaches(body: Any, call: Callable[[], object]) -> bool:
    """Whether `call` begins to run the code of `body`, as a debugger sees it."""
    code = inspect.unwrap(body).__code__

    def stop(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is code:
            raise Reached

    before = sys.gettrace()
    sys.settrace(stop)
    try:
        call()
    except Reached:
        return True
    except Exception:  # refused ahead of the body
        return False
    finally:
        sys.settrace(before)
    return False


def _ops() -> Iterator[tuple[str, Any]]:
    """Every op of the package: (where it stands, the op)."""
    seen: set[int] = set()
    for module in pkgutil.walk_packages(msacc.ops.__path__, "msacc.ops."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if hasattr(value, "raw") and id(value) not in seen:
                seen.add(id(value))
                yield f"{module.name}.{name}", value


EVERY_OP = dict(_ops())
# An op that torch computes alone declares torch's function as its body.
OPS = {name: call for name, call in EVERY_OP.items() if inspect.isfunction(call.raw)}


def _source_line(code: CodeType) -> str:
    return linecache.getline(code.co_filename, code.co_firstlineno)


def test_the_body_of_every_op_runs() -> None:
    skipped = []
    for name, call in OPS.items():
        parameters = inspect.signature(call).parameters.values()
        needed = [p for p in parameters if p.default is p.empty]
        args = [X for p in needed if p.kind is p.POSITIONAL_OR_KEYWORD]
        kwargs = {p.name: X for p in needed if p.kind is p.KEYWORD_ONLY}
        if not _reaches(call.raw, functools.partial(call, *args, **kwargs)):
            skipped.append(name)
    assert skipped == []
    assert len(OPS) > 800


def test_an_op_without_a_written_body_declares_torchs_function() -> None:
    bodies = [call.raw for name, call in EVERY_OP.items() if name not in OPS]
    assert torch.exp in bodies
    assert {type(body) for body in bodies} == {type(torch.exp)}
    with pytest.raises(TypeError, match="unexpected keyword argument 'out'"):
        ops.exp(X, out=X)


def test_the_body_of_every_op_is_in_a_file() -> None:
    codes = {name: inspect.unwrap(call.raw).__code__ for name, call in OPS.items()}
    lost = [
        name
        for name, code in codes.items()
        if not _source_line(code).lstrip().startswith(("def ", "@"))
        and "lambda" not in _source_line(code)
    ]
    assert lost == []


add, softmax, reduce_sum = ops.Add(), ops.Softmax(-1), ops.ReduceSum()
CALLS: dict[str, tuple[Any, Callable[[], object]]] = {
    "ops.add": (ops.add, lambda: ops.add(X, X)),
    "ops.add by name": (ops.add, lambda: ops.add(other=X, input=X)),
    "x + y": (ops.add, lambda: X + X),
    "1 + x": (ops.add, lambda: 1 + X),
    "x.add": (ops.add, lambda: X.add(X)),
    "mint.add": (ops.add, lambda: mint.add(X, X)),
    "ops.Add": (ops.add, lambda: add(X, X)),
    "ops.Add by name": (ops.add, lambda: add(input=X, other=X)),
    "mnp.add": (ops.add, lambda: mnp.add(X, X)),
    "ops.neg": (ops.neg, lambda: ops.neg(X)),
    "ops.relu": (ops.relu, lambda: ops.relu(input=X)),
    "ops.softmax": (ops.softmax, lambda: ops.softmax(X)),
    "x.softmax": (ops.softmax, lambda: X.softmax(-1)),
    "ops.split": (ops.split, lambda: ops.split(X, 1)),
    "ops.unsqueeze": (ops.expand_dims, lambda: ops.unsqueeze(X, dim=0)),
    "x.squeeze": (ops.squeeze, lambda: X.squeeze(dim=0)),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_breakpoint_in_the_body_is_hit(name: str) -> None:
    called, call = CALLS[name]
    assert _reaches(called.raw, call)


def _frames(call: Callable[[], object]) -> list[CodeType]:
    """The code that a call runs, but torch's."""
    codes: list[CodeType] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and "/torch/" not in frame.f_code.co_filename:
            codes.append(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return codes[1:]  # but `call` itself


@pytest.mark.parametrize("name", CALLS)
def test_a_profile_names_what_is_in_the_source(name: str) -> None:
    codes = _frames(CALLS[name][1])
    assert codes
    for code in codes:
        line = _source_line(code)
        assert (
            code.co_name.startswith("<")
            or f"def {code.co_name}(" in line
            or line.lstrip().startswith("@")
        ), code


@op
def failing(x: Any, axis: int = 0) -> Any:
    raise RuntimeError("this line is shown")


@pytest.mark.parametrize(
    "call",
    [failing, with_argument_names(failing, dim="axis"), with_argument_aliases(failing, dim="axis")],
    ids=["op", "renamed", "spelled"],
)
def test_a_traceback_shows_source_lines(call: Any) -> None:
    with pytest.raises(RuntimeError, match="For 'failing', this line is shown") as refused:
        call(X)
    frames = traceback.extract_tb(refused.value.__traceback__)
    assert all(frame.line for frame in frames)
    assert frames[-1].line == 'raise RuntimeError("this line is shown")'


def test_an_op_shows_the_signature_and_source_of_its_body() -> None:
    assert list(inspect.signature(ops.softmax).parameters)[:2] == ["input", "axis"]
    assert list(inspect.signature(mint.softmax).parameters)[:2] == ["input", "dim"]
    assert list(inspect.signature(ops.Softmax.__call__).parameters) == ["self", "input"]
    assert "def softmax(" in inspect.getsource(ops.softmax)
