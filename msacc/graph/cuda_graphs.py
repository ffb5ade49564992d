"""`jit_level="O2"` on CUDA: runs compiled code as one CUDA graph, or reports what prevents that.

A CUDA graph replays kernels at the addresses they were recorded with. So what a graph writes to (parameters, the
state of optimizers and loss scales) is named to inductor as lying still, all else is copied in; results lie in
memory that the next replay overwrites, and are copied out. Inductor leaves out, with a line in a log at most, what
it cannot record: that is looked for here, in the graphs it is about to compile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.torch_private import (
    cannot_be_recorded,
    captured_value,
    is_written,
    mark_static_input,
    source_name,
    storage_key,
)
from msacc.common.warn_once import once
from msacc.graph.guards import is_library_file
from msacc.graph.reachability import parameters_of
from msacc.graph.stats import stats

_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+), in [^\n]*\n\s*(?P<text>[^\n]*)')
_OF_TARGET = re.compile(r"^L\['target'\]\.(?:__self__\.)?(?P<path>[\w.\[\]']+?)(?:\._t)?$")
_ARGUMENT = re.compile(r"^L\['args'\]\[(?P<place>\d+)\]")
_NAMED = re.compile(r"^L\['kwargs'\]\['(?P<name>\w+)'\]")


def uses_cuda_graphs(level: str) -> bool:
    """Whether graphs of this level are CUDA graphs here."""
    return level == "O2" and settings.device.type == "cuda"


class NotOneCudaGraph(RuntimeError):
    """Code that `jit(fullgraph=True, jit_level="O2")` asked to be one CUDA graph, and which cannot be."""


class CudaGraphs:
    """How one compiled Cell or function becomes a CUDA graph.

    `whole`: it was captured in one piece; `strict`: what cannot be recorded is an error.
    """

    def __init__(self, name: str, target: Any, whole: bool, strict: bool):
        self.name, self.target, self.whole, self.strict = name, target, whole, strict
        self.problems: list[str] = []

    def before(self, graph: torch.fx.GraphModule, inputs: list[Any]) -> None:
        """Marks the parameters among a captured graph's inputs as static, and checks the other inputs."""
        self.problems = [] if self.whole else ["it is split, as was said"]
        still = {id(p._t) for p in parameters_of(self.target)}
        for node, value in zip(graph.graph.find_nodes(op="placeholder"), inputs, strict=True):
            if id(value) in still:
                mark_static_input(node)
            self.problems += _input_problems(node)

    def inspect_graph(self, graph: torch.fx.GraphModule, still: list[int]) -> list[int]:
        """Checks a graph as inductor receives it; returns the static inputs, `still` among them.

        What a whole graph writes to, it holds from call to call.
        """
        nodes = graph.graph.find_nodes(op="placeholder")
        written = [i for i, node in enumerate(nodes) if is_written(node)]
        self.problems += list(_op_problems(graph))
        return sorted({*still, *written}) if self.whole else still

    def report_problems(self) -> None:
        """Logs the problems once; raises NotOneCudaGraph in strict mode."""
        stats().cuda_graphs[self.name] = list(self.problems)
        if not self.problems:
            return
        text = f"{self.name} is not one CUDA graph: " + "; ".join(dict.fromkeys(self.problems))
        if self.strict:
            raise NotOneCudaGraph(text)
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


def _is_tensor(value: Any) -> bool:
    return isinstance(value, torch.Tensor)


def _owns_memory(t: torch.Tensor, input_storages: set[int]) -> bool:
    return storage_key(t.untyped_storage()) not in input_storages


def _input_problems(node: torch.fx.Node) -> Iterator[str]:
    """The problems of one input of a captured graph."""
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
    name = source_name(node)
    if match := _ARGUMENT.match(name):
        return f"argument {int(match['place']) + 1}"
    if match := _NAMED.match(name):
        return f"argument '{match['name']}'"
    if match := _OF_TARGET.match(name):
        return f"'{match['path']}'"
    value = captured_value(node)
    return f"a Tensor of shape {tuple(value.shape)} that it holds"


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
    """The user's line that a node comes from, or msacc's where no line is the user's."""
    frames = list(_FRAME.finditer(node.meta.get("stack_trace") or ""))
    own = [frame for frame in frames if not is_library_file(frame["file"])] or frames
    return f" at {own[-1]['file']}:{own[-1]['line']} ({own[-1]['text']!r})" if own else ""
