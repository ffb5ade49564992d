"""One chunk as torch's pipelines run it: a module over what it receives, its inputs and its parameters."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.fx import GraphModule

from msacc.common.parameter import Parameter
from msacc.common.torch_private import calls_higher_order, view_base
from msacc.common.warn_once import once
from msacc.graph import backend
from msacc.graph.automatic_level import AutomaticLevel, seconds_of_one_graph
from msacc.graph.cuda_graphs import uses_cuda_graphs
from msacc.graph.op_counts import OpCounts
from msacc.graph.recomputed_results import promising_results
from msacc.step.local_shard import local_tensor
from msacc.step.pipeline_runtime.graph_split import Chunk
from msacc.step.pipeline_runtime.stage_layers import StageLayer, gathering, layer_of, with_gathers


class Leaves:
    """Autograd leaves of this process's trained parameters, over the same memory."""

    def __init__(self, trained: list[Parameter]):
        self.trained = {id(p) for p in trained}
        self.of: dict[int, torch.nn.Parameter] = {}

    def value(self, parameter: Parameter) -> torch.Tensor:
        """The leaf of a trained parameter, the value of another one; the local shard where operators are sharded."""
        t = local_tensor(parameter)
        if id(parameter) not in self.trained:
            return t
        leaf = self.of.get(id(parameter))
        if leaf is None:
            leaf = self.of[id(parameter)] = torch.nn.Parameter(t.detach())
        elif leaf.data_ptr() != t.data_ptr() or leaf.shape != t.shape:
            leaf.data = t.detach()
        return leaf


class ChunkModule(torch.nn.Module):
    """Called with what the chunk before sends, and the network's inputs by their positions.

    Gives what the next one is sent; `code` replaces the graph by what a compiler made of it. `splits_backward`:
    whether its backward pass is split, as `Schedule` says.
    """

    def __init__(
        self,
        chunk: Chunk,
        leaves: Leaves,
        code: Callable[..., Any] | None = None,
        splits_backward: bool = False,
    ):
        super().__init__()
        assert chunk.graph is not None
        # No child module: torch would look for parameters in it.
        self.__dict__["_code"] = chunk.graph if code is None else code
        self.chunk, self.leaves, self.splits_backward = chunk, leaves, splits_backward

    def parameters(self, recurse: bool = True) -> Iterator[torch.nn.Parameter]:
        """The trained parameters' leaves: a split backward pass asks for them."""
        layers = {id(layer): layer for layer in map(layer_of, self.chunk.parameters) if layer}
        yield from (layer.leaf for layer in layers.values())
        for parameter in self.chunk.parameters:
            leaf = None if layer_of(parameter) else self.leaves.value(parameter)
            if isinstance(leaf, torch.nn.Parameter):
                yield leaf

    def forward(self, *received: torch.Tensor, **inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Run the chunk on one micro-batch."""
        chunk = self.chunk
        values: dict[str, Any] = dict(zip(chunk.receives, received, strict=False))
        for name, value in chunk.local.items():
            if isinstance(value, Parameter):
                values[name] = layer_of(value) or self.leaves.value(value)
            else:
                values[name] = inputs[f"input{value}"] if isinstance(value, int) else value
        with promising_results():
            results = self._run([values[name] for name in chunk.arguments])
        results = results if isinstance(results, (tuple, list)) else (results,)
        values.update(zip(chunk.results, results, strict=False))
        return tuple(self._message(values[n], n in chunk.results) for n in chunk.sends)

    def _run(self, arguments: list[Any]) -> Any:
        """The graph's results; where parameters are sharded (level3), its layers are gathered one by one."""
        layers = {id(a): a for a in arguments if isinstance(a, StageLayer)}
        if not layers:
            return self.__dict__["_code"](*arguments)
        if "_gathers" not in self.__dict__:
            self.__dict__["_gathers"] = with_gathers(self.chunk)
        with gathering(list(layers.values())):
            return self.__dict__["_gathers"](*arguments)

    def _message(self, value: torch.Tensor, is_result: bool) -> torch.Tensor:
        """A value as it is sent: contiguous, and part of the backward pass, though what is sent along is a leaf."""
        if self.splits_backward and (view_base(value) is not value or not is_result):
            # torch detaches it in place once the gradients of inputs are taken, which no view allows.
            return value.clone(memory_format=torch.contiguous_format)
        return value.contiguous() if is_result else value.view_as(value)


def compiled(chunk: Chunk, name: str, level: str) -> Callable[..., Any]:
    """A chunk's graph compiled by itself; ranks have different ones, so that none waits for another's."""
    if uses_cuda_graphs(level):
        once("cuda-graphs:stages", 'jit_level="O2": the stages of a pipeline are no CUDA graphs.')
    compiler = backend.make(f"{name}_stage{chunk.index}", level, in_turns=False)
    assert chunk.graph is not None
    if calls_higher_order(chunk.graph):
        return _Direct(chunk.graph, compiler)
    return torch.compile(chunk.graph, backend=compiler, fullgraph=True, dynamic=False)


class AutomaticallyCompiled:
    """A chunk's graph at the automatic level: op by op until the call that compiles it.

    `operations`: those of a micro-batch in a chunk on average, so that all stages are compiled at the same call.
    """

    def __init__(self, chunk: Chunk, name: str, operations: int):
        assert chunk.graph is not None
        self.chunk, self.name, self.graph = chunk, name, chunk.graph
        self.level, self.counts = AutomaticLevel(f"{name}_stage{chunk.index}"), OpCounts(operations)
        self.code: Callable[..., Any] | None = None

    def __call__(self, *inputs: Any) -> Any:
        if self.code is None and not self.level.is_due(()):
            run = functools.partial(self.graph, *inputs)
            return self.level.run((), run, seconds_of_one_graph, self.counts)
        if self.code is None:
            self.code = compiled(self.chunk, self.name, "O1")
        return self.code(*inputs)


class _Direct:
    """A chunk with a backward pass of its own within, which Dynamo writes into graphs and does not read from them.

    What Dynamo would hand to the compiler is at hand: it is compiled at the first call, for inputs of that kind, as all
    micro-batches of a run are.
    """

    def __init__(self, graph: GraphModule, backend: backend.Backend):
        self.graph, self.backend = graph, backend
        self.code: Callable[..., Any] | None = None

    def __call__(self, *inputs: Any) -> Any:
        if self.code is None:
            self.code = self.backend(self.graph, list(inputs))
        return self.code(*inputs)
