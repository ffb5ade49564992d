"""CUDA graphs: compiled code runs as one at `jit_level="O2"`, or what prevents it is reported; small runs at any level.

A CUDA graph replays kernels at the addresses they were recorded with. So what a graph writes to (parameters, the
state of optimizers and loss scales) is named to inductor as lying still, all else is copied in; results lie in
memory that the next replay overwrites, and are copied out. Inductor leaves out, with a line in a log at most, what
it cannot record: that is looked for here, in the graphs it is about to compile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.torch_private import (
    cannot_be_recorded,
    captured_value,
    is_written,
    storage_key,
)
from msacc.common.warn_once import once
from msacc.graph.compile_once_per_job import has_other_processes
from msacc.graph.reachability import parameters_of
from msacc.graph.stats import stats

# Bytes of results up to which a run that nobody asked to be a CUDA graph becomes one: what a forward pass keeps for
# its backward pass, compiled apart, is more, and would be held twice.
_MOST_COPIED = 1 << 24


def uses_cuda_graphs(level: str) -> bool:
    """Whether graphs of this level are CUDA graphs here."""
    return level == "O2" and settings.device.type == "cuda"


def becomes_cuda_graph(level: str, has_equal_parts: bool) -> bool:
    """Whether a recorded run is compiled as a whole, and as a CUDA graph where nothing prevents that.

    Below O2 those without equal parts are, whose launches cost the more the smaller they are, in a process alone.
    """
    if uses_cuda_graphs(level):
        return True
    small = level in ("", "O1") and not has_equal_parts and settings.device.type == "cuda"
    return small and not has_other_processes()


class NotOneCudaGraph(RuntimeError):
    """Code that `jit(fullgraph=True, jit_level="O2")` asked to be one CUDA graph, and which cannot be."""


class CudaGraphs:
    """How one recorded run becomes a CUDA graph.

    `asked`: the script did, and is told of what cannot. `strict`: that is an error.
    """

    def __init__(self, name: str, target: Callable[..., Any], strict: bool, asked: bool = True):
        self.name, self.target, self.strict, self.asked = name, target, strict, asked
        self.problems: list[str] = []
        self._still: list[int] = []

    def pays(self, graph: torch.fx.GraphModule) -> bool:
        """Whether to make one: a script that did not ask for it copies no large results, nor has sizes that vary."""
        return self.asked or _copied_bytes(graph) <= _MOST_COPIED

    def before(self, graph: torch.fx.GraphModule) -> None:
        """Notes which of a graph's inputs keep their address, parameters among them, and checks all."""
        self.problems, self._still = [], []
        parameters = set(map(id, parameters_of(self.target)))
        for number, node in enumerate(graph.graph.find_nodes(op="placeholder")):
            if node.meta.get("static") or id(node.meta.get("holder")) in parameters:
                self._still.append(number)
            self.problems += _input_problems(node)

    def inspect_graph(self, graph: torch.fx.GraphModule, still: list[int]) -> list[int]:
        """Checks a graph as inductor receives it; returns the static inputs, `still` among them.

        What it writes to, it holds from call to call.
        """
        nodes = graph.graph.find_nodes(op="placeholder")
        written = [i for i, node in enumerate(nodes) if is_written(node)]
        self.problems += list(_op_problems(graph))
        return sorted({*still, *self._still, *written})

    def report_problems(self) -> None:
        """Logs the problems once; raises NotOneCudaGraph in strict mode."""
        # Of all segments of a run, each of which is built by itself.
        known = stats().cuda_graphs.setdefault(self.name, [])
        known += [problem for problem in self.problems if problem not in known]
        if not self.problems:
            return
        text = f"{self.name} is not one CUDA graph: " + "; ".join(dict.fromkeys(self.problems))
        if self.strict:
            raise NotOneCudaGraph(text)
        if not self.asked:
            return
        once(
            f"cuda-graphs:{self.name}",
            f'jit_level="O2": {text}. The result is right, and those parts are launched op by op; '
            "jit(fullgraph=True) makes this an error.",
        )


def copying_results(built: Callable[..., Any]) -> Callable[..., Any]:
    """`built` with its results copied out of the memory that the next run overwrites.

    Results that share memory with an input stay what they are.
    """
    own: list[int] | None = None

    def run(*inputs: Any) -> Any:
        nonlocal own
        outs = list(built(*inputs))
        if own is None:
            input_storages = {storage_key(t.untyped_storage()) for t in inputs if _is_tensor(t)}
            own = [
                i for i, t in enumerate(outs) if _is_tensor(t) and _owns_memory(t, input_storages)
            ]
        for i in own:
            outs[i] = outs[i].clone()
        return outs

    return run


def _copied_bytes(graph: torch.fx.GraphModule) -> float:
    """The bytes of a graph's results; infinite where sizes vary."""
    (output,) = graph.graph.find_nodes(op="output")
    found = {node: captured_value(node) for node in output.all_input_nodes}
    tensors = [t for t in found.values() if isinstance(t, torch.Tensor)]
    if any(not isinstance(size, int) for t in tensors for size in t.shape):
        return math.inf
    return sum(t.numel() * t.element_size() for t in tensors)


def _is_tensor(value: object) -> bool:
    return isinstance(value, torch.Tensor)


def _owns_memory(t: torch.Tensor, input_storages: set[int]) -> bool:
    return storage_key(t.untyped_storage()) not in input_storages


def _input_problems(node: torch.fx.Node) -> Iterator[str]:
    """The problems of one input of a graph."""
    value = captured_value(node)
    if not isinstance(value, torch.Tensor) or not node.users:
        return
    if value.device.type == "cpu":
        yield f"{_input_name(node)} lies on the CPU; move it to the device with move_to or .cuda()"
    if any(isinstance(size, torch.SymInt) for size in value.shape):
        shape = tuple(size if isinstance(size, int) else "?" for size in value.shape)
        yield (
            f"{_input_name(node)} comes with sizes that vary ({str(shape)[1:-1]}): each is recorded on its own; "
            "drop or pad the last batch (drop_remainder=True)"
        )


def _input_name(node: torch.fx.Node) -> str:
    """The user's name of an input."""
    if (name := node.meta.get("argument")) is not None:
        return f"argument {name + 1}" if isinstance(name, int) else f"argument {name!r}"
    if isinstance(holder := node.meta.get("holder"), Parameter):
        return f"{holder.name!r}"
    return f"a Tensor of shape {tuple(captured_value(node).shape)} that it holds"


def _op_problems(graph: torch.fx.GraphModule) -> Iterator[str]:
    """The problems of the ops of a graph."""
    for node in graph.graph.nodes:
        if node.op != "call_function":
            continue
        if cannot_be_recorded(node):
            yield f"{_op_name(node)}{_source_line(node)} asks for values, or has a shape that follows from them"
        elif _on_cpu(node) and any(map(_on_cpu, node.all_input_nodes)):
            yield f"{_op_name(node)}{_source_line(node)} runs on the CPU; keep its Tensors on the device"
        elif not _on_cpu(node) and any(map(_more_than_a_number, node.all_input_nodes)):
            yield f"{_op_name(node)}{_source_line(node)} waits for a Tensor from the CPU; keep it on the device"


def _on_cpu(node: torch.fx.Node) -> bool:
    value = captured_value(node)
    return isinstance(value, torch.Tensor) and value.device.type == "cpu"


def _more_than_a_number(node: torch.fx.Node) -> bool:
    """Whether a Tensor on the CPU is neither made in the graph nor, being one number, part of a kernel."""
    return node.op != "placeholder" and _on_cpu(node) and bool(node.all_input_nodes)


def _op_name(node: torch.fx.Node) -> str:
    return str(node.target).removeprefix("aten.").partition(".")[0]


def _source_line(node: torch.fx.Node) -> str:
    """The user's line that a node comes from."""
    return str(node.meta.get("line", ""))
