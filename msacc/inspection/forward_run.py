"""One forward run of a network that leaves nothing behind, with what each Cell gave and computed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import leaves
from msacc.graph.dry_run import unchanged
from msacc.graph.execution_state import ForwardEnded, forward_only, pynative
from msacc.inspection.described_inputs import made
from msacc.inspection.operation_counter import operation_counter
from msacc.nn.cell import Cell
from msacc.step.meta_run import fake_parameters

T = TypeVar("T")
Outputs = tuple[tuple[tuple[int, ...], str], ...]


@dataclass
class Seen:
    """What was seen of one Cell: its calls, the outputs of the first one, the flops of all.

    `starts`: the flops of the whole when each call that is under way began.
    """

    calls: int = 0
    outputs: Outputs = ()
    flops: int = 0
    starts: list[int] = field(default_factory=list)

    @property
    def open_calls(self) -> int:
        """Calls that have not ended."""
        return len(self.starts)


@dataclass
class ForwardRun:
    """`cells`: by the id of a Cell; `flops`: of the whole; `fake`: whether it ran without values."""

    cells: dict[int, Seen] = field(default_factory=dict)
    flops: int = 0
    fake: bool = True


def forward_run(net: Cell, inputs: tuple[Any, ...]) -> ForwardRun:
    """What each Cell gives and computes when `net` runs on `inputs`, as in `run_once`."""
    run, run_on_values = run_once(net, inputs, lambda made_inputs: _watched(net, made_inputs))
    run.fake = not run_on_values
    return run


def run_once(
    net: Cell, inputs: tuple[Any, ...], run: Callable[[tuple[Any, ...]], T]
) -> tuple[T, bool]:
    """`run` on `inputs` (see `described`) without values; with values where the code of `net` asks for some.

    Gives its result, and whether there were values. Raises what `run` raises on values, RuntimeError for a network that
    level3 has spread.
    """
    parameters = whole_parameters(net)
    try:
        with left_as_it_is(net), fake_parameters(parameters), quiet():
            return run(made(inputs, settings.device, fake=True)), False
    except Exception as error:
        if any(p.has_init for p in parameters):
            _note(
                error, "Code that asks for values needs filled parameters: init_parameters_data()."
            )
            raise
    with ExitStack() as stack:
        for manager in (left_as_it_is(net, written=True), unchanged(parameters)):
            stack.enter_context(manager)
        stack.enter_context(pynative())
        stack.enter_context(forward_only())
        stack.enter_context(torch.no_grad())
        return run(made(inputs, settings.device, fake=False)), True


def whole_parameters(net: Cell) -> list[Parameter]:
    """The parameters; RuntimeError where a forward run of this process alone would wait for the others."""
    parameters = list(net.get_parameters())
    spread = [p.name for p in parameters if p.gathers]
    if spread:
        raise RuntimeError(
            f"'{spread[0]}' is spread over the processes (optimizer_level='level3'), so that a run of the network is "
            "one of all of them; look at the network before its first step."
        )
    return parameters


@contextmanager
def left_as_it_is(net: Cell, written: bool = False) -> Iterator[None]:
    """Puts back the attributes of all Cells and the Tensors that they hold, which `construct` may replace.

    `written`: it may also write into those Tensors.
    """
    cells = [cell for _, cell in net.cells_and_names()]
    attributes = [(cell, dict(cell.__dict__)) for cell in cells]
    held = [
        (value, value._t)
        for _, own in attributes
        for value in own.values()
        if isinstance(value, Tensor) and not isinstance(value, Parameter) and not value.has_init
    ]
    for tensor, t in held if written else ():
        tensor._t = t.clone()
    try:
        yield
    finally:
        for cell, own in attributes:
            cell.__dict__.clear()
            cell.__dict__.update(own)
        for tensor, t in held:
            tensor._t = t


def _watched(net: Cell, inputs: tuple[Any, ...]) -> ForwardRun:
    run = ForwardRun()
    counter = operation_counter()
    handles = []
    for cell in {id(c): c for _, c in net.cells_and_names()}.values():
        before, after = _hooks(run.cells.setdefault(id(cell), Seen()), counter.get_total_flops)
        handles.append(cell.register_forward_pre_hook(before, prepend=True))
        handles.append(cell.register_forward_hook(after))
    try:
        with counter:
            net(*inputs)
    except ForwardEnded:
        pass
    except Exception as error:
        _tell_where(error, net, run)
        raise
    finally:
        for handle in handles:
            handle.remove()
        run.flops = counter.get_total_flops()
    return run


def _tell_where(error: Exception, net: Cell, run: ForwardRun) -> None:
    """Notes at an error the innermost Cell whose call did not end, unless it names one itself."""
    if str(error).startswith("Cell "):
        return
    unfinished = [path for path, cell in net.cells_and_names() if run.cells[id(cell)].open_calls]
    if unfinished:
        _note(
            error,
            f"In the Cell {unfinished[-1]!r}." if unfinished[-1] else "In the network itself.",
        )


def _note(error: Exception, text: str) -> None:
    """Python 3.10 has no notes."""
    if hasattr(error, "add_note"):
        error.add_note(text)


@contextmanager
def quiet() -> Iterator[None]:
    """Torch logs what an op says of shapes that do not fit, before it is raised."""
    log = logging.getLogger("torch._subclasses.fake_tensor")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def _hooks(seen: Seen, total: Callable[[], int]) -> tuple[Any, Any]:
    def before(*_: object) -> None:
        seen.calls += 1
        seen.starts.append(total())

    def after(*arguments: object) -> None:
        # A Cell that calls itself is counted once.
        start = seen.starts.pop()
        seen.flops += 0 if seen.starts else total() - start
        if not seen.outputs:
            seen.outputs = tuple((t.shape, str(t.dtype)) for t in leaves(arguments[-1]))

    return before, after
