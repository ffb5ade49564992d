"""One micro-batch's forward pass as a graph, captured without the memory of its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch.fx import GraphModule, Node

from msacc.common import dtype as mstype
from msacc.common.copy_code import copy_function
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import emptied, leaves
from msacc.common.torch_private import TracingOptions, break_errors, reason, traces_placements
from msacc.graph.execution_state import STAGE, gradient_entered, graph_entered
from msacc.nn.cell import Cell
from msacc.sharding.strategy_state import sharding
from msacc.step.pipeline_runtime.recomputed_parts import activate_parts
from msacc.step.pipeline_runtime.stage_sharding import StageSharding
from msacc.step.pipeline_runtime.stage_tags import marked

if TYPE_CHECKING:
    from collections.abc import Callable

_tracing = TracingOptions(64)


@dataclass(frozen=True)
class Captured:
    """A graph, the meaning of its placeholders, and the network's result.

    `holds`: a Parameter, the position of an input, or a tensor that the network holds besides. `result`: the
    network's result with marks for Tensors; `outputs`: for each of those the node it comes from, or an input's or
    Parameter's placeholder.
    """

    graph: GraphModule
    holds: dict[str, Any]
    result: Any
    outputs: list[Node]


def capture(
    network: Cell,
    inputs: tuple[Any, ...],
    trained: Sequence[Parameter],
    placed: bool = False,
    stage_sharding: StageSharding | None = None,
) -> Captured:
    """The graph of one call of `network`; nothing is computed. `placed`: Cells have processes in stages' place.

    `stage_sharding`: their placement where operators are sharded; the graph's tensors are DTensors then.

    RuntimeError where the network cannot be one graph. Dynamo only reads what the parameters look like, so that
    those without values, and those of other processes, stand in as tensors without memory.
    """
    captured: dict[str, Any] = {}

    def backend(graph: GraphModule, placeholders: list[Any]) -> Any:
        values = [node.meta["example_value"] for node in _output_nodes(graph)]
        example_outputs = tuple(
            torch.zeros(v.shape, dtype=v.dtype, device=v.device) for v in values
        )
        activate_parts(graph)
        captured.update(graph=graph, placeholders=placeholders, outputs=example_outputs)
        return lambda *args: example_outputs

    inputs = inputs if stage_sharding is None else stage_sharding.enter(inputs)
    input_positions = {id(a._t): i for i, a in enumerate(inputs) if isinstance(a, Tensor)}
    parameters = list(network.get_parameters())
    on_grid = nullcontext() if stage_sharding is None else stage_sharding.operators_sharded()
    hollow = _without_memory(parameters, trained, stage_sharding)
    with hollow, _as_filled(network), marked(network, placed), on_grid:
        stand_ins = {id(p._t): p for p in parameters}
        result = _call(backend, network, inputs)
        if not captured:
            raise RuntimeError(
                f"{network.cls_name} computes nothing with its inputs: no stage has work."
            )
        graph: GraphModule = captured["graph"]
        nodes = [n for n in graph.graph.nodes if n.op == "placeholder"]
        tensors = dict(zip(nodes, captured["placeholders"], strict=False))
        by_id = {id(t): node for node, t in tensors.items()}
        by_id.update(
            {id(t): n for t, n in zip(captured["outputs"], _output_nodes(graph), strict=False)}
        )
        holds = {
            n.name: stand_ins.get(id(t), input_positions.get(id(t), t)) for n, t in tensors.items()
        }
        outputs = [_source(by_id, leaf._t) for leaf in leaves(result)]
    return Captured(graph, holds, emptied(result), outputs)


def _body(network: Cell, inputs: tuple[Any, ...]) -> Any:
    return network._msacc_run_once(*inputs)


def _call(backend: Callable[..., Any], network: Cell, inputs: tuple[Any, ...]) -> Any:
    # A code object of its own: Dynamo counts what it compiled by that.
    function = copy_function(_body, network.cls_name)
    compiled = torch.compile(function, backend=backend, fullgraph=True, dynamic=False)
    leave = _tracing.enter()
    try:
        with graph_entered(STAGE), gradient_entered(), torch.enable_grad():
            return compiled(network, inputs)
    except break_errors() as error:
        why = reason(error)
        raise RuntimeError(
            f"{network.cls_name} cannot be cut into pipeline stages, because it cannot be one graph: {why}"
            + _remedy(why)
        ) from error
    finally:
        leave()


def _remedy(why: str) -> str:
    # Tensors of a grid are asked for their placements, which Dynamo takes for an attribute that it does not know.
    if traces_placements() or not (sharding.has_strategies or "hasattr" in why):
        return ""
    return f". Operators with strategies in stages need torch 2.14 or later; this is {torch.__version__}."


def _output_nodes(graph: GraphModule) -> list[Node]:
    return list(next(n for n in reversed(graph.graph.nodes) if n.op == "output").args[0])


def _source(by_id: dict[int, Node], t: torch.Tensor) -> Node:
    if id(t) not in by_id:
        raise RuntimeError(
            "A pipelined network may give what it computes, its inputs and parameters only."
        )
    return by_id[id(t)]


@contextmanager
def _without_memory(
    parameters: Sequence[Parameter],
    trained: Sequence[Parameter],
    stage_sharding: StageSharding | None,
) -> Iterator[None]:
    """Replaces each parameter's tensor by one without memory."""
    trained_ids = {id(p) for p in trained}
    saved: list[tuple[Parameter, Any, Any]] = [
        (p, p._msacc_init, p._t if p._msacc_init is None else None) for p in parameters
    ]
    for parameter in parameters:
        shape = parameter.shape if stage_sharding is None else stage_sharding.shape(parameter)
        t = torch.empty(shape, dtype=mstype.to_torch(parameter.dtype), device=settings.device)
        t.untyped_storage().resize_(0)
        t = t if stage_sharding is None else stage_sharding.laid(parameter, t)
        parameter._msacc_init, parameter._t = None, t.requires_grad_(id(parameter) in trained_ids)
    try:
        yield
    finally:
        for parameter, init, t in saved:
            parameter._msacc_init = init
            if init is None:
                parameter._t = t
            else:
                del parameter._t


@contextmanager
def _as_filled(network: Cell) -> Iterator[None]:
    """Keeps Cells with uninitialized parameters from initializing their replacements."""
    waiting = [cell for _, cell in network.cells_and_names() if cell._msacc_unfilled]
    _say_unfilled(waiting, False)
    try:
        yield
    finally:
        _say_unfilled(waiting, True)


def _say_unfilled(cells: Sequence[Cell], value: bool) -> None:
    for cell in cells:
        cell.__dict__["_msacc_unfilled"] = value
        cell._msacc_refresh()
