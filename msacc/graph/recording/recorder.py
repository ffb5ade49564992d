"""Records one run of a function over tensors without values, as a list of ATen calls.

What Python does is done once, on fake tensors: forward pass, backward pass, update and whatever else reaches torch's
dispatcher stands in one graph afterwards. Tensors that the run finds anywhere (parameters, attributes, globals) become
inputs of the graph, each named by the Tensor that holds it. Where Python asks whether a Tensor is true, it is told: the
graph is that of one way through the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import like
from msacc.common.varying_size import symbol_of
from msacc.graph.execution_state import execution
from msacc.graph.recording.attention import WrittenAttention
from msacc.graph.recording.dead_calls import without_dead_calls, without_shape_calls
from msacc.graph.recording.marks import Part, begin_run, begin_segment, current_part
from msacc.graph.recording.user_lines import line_of_caller
from msacc.graph.recording.views import repeat_views


class CannotRecord(Exception):
    """Raised where one run cannot stand for later ones, with the reason."""


class CallFails(CannotRecord):
    """Raised where a call fails while a run is recorded: the script's own mistake, maybe, which shows itself then."""


class NotNow(CannotRecord):
    """Raised where the state of the process keeps a run from being recorded, whatever it does."""


class Decisions:
    """What a recorded run is told where it asks whether a Tensor is true: `given` first, then True."""

    def __init__(self, given: Sequence[bool], most: int) -> None:
        self.outcomes, self.conditions = list(given), list[torch.Tensor]()
        self._most = most
        # What is wrong with too many of them: noted, as a handler of the script's may take the exception.
        self.refusal: CannotRecord | None = None

    def __call__(self, condition: torch.Tensor) -> bool:
        """The outcome of the next decision."""
        number = len(self.conditions)
        if number >= self._most:
            why = f"it decides by Tensors more than {self._most} times{line_of_caller()}"
            self.refusal = CannotRecord(why)
            raise self.refusal
        self.conditions.append(condition)
        if number == len(self.outcomes):
            self.outcomes.append(True)
        begin_segment()
        return self.outcomes[number]


@dataclass
class Recorded:
    """A recorded run: one way through a program.

    Inputs of `graph`: the tensors of the arguments, then those that `held` have, then `constants`. Its outputs: the
    tensors of the result, then the new tensors of `rebound`, then the conditions of the `outcomes`, of which there are
    so many.
    """

    graph: torch.fx.GraphModule
    outcomes: tuple[bool, ...] = ()
    conditions: int = 0
    held: list[Tensor] = field(default_factory=list)
    constants: list[torch.Tensor] = field(default_factory=list)
    result: Any = None
    rebound: list[Tensor] = field(default_factory=list)
    # How many attentions that were written out are fused.
    attentions: int = 0
    # How those of `rebound` lie on several processes.
    spreads: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Place:
    """The place of a tensor in a structure, by its number; `spread`: how the tensor lies on several processes."""

    number: int
    spread: Any = None


def record(
    call: Callable[..., Any],
    inputs: Sequence[torch.Tensor],
    known: Sequence[Tensor],
    decisions: Decisions,
    axes: Sequence[Sequence[int]],
) -> Recorded:
    """The run of `call(*inputs)`, which gives a nested structure of torch tensors and other values.

    `known` are the Tensors whose change shall be found: those that get another torch tensor are in `rebound`, and have
    their own again.
    """
    before = [(holder, holder._t) for holder in known]
    # Fused attention has no rule for what lies on several processes.
    fuses = settings.fuses_attention and not execution.now.cut
    found = Recorded(torch.fx.GraphModule({}, torch.fx.Graph()))

    def run(*fakes: torch.Tensor) -> list[torch.Tensor]:
        try:
            outs: list[torch.Tensor] = []
            with attention if fuses else nullcontext():
                found.result = numbered(call(*fakes), outs)
            changed = [(holder, holder._t) for holder, t in before if holder._t is not t]
            found.rebound = [holder for holder, _ in changed]
            found.spreads = [torch_private.spread_of(t) for _, t in changed]
            return outs + [_as_result(t) for _, t in changed] + decisions.conditions
        finally:
            for holder, t in before:
                holder._t = t

    begin_run()
    attention = WrittenAttention()
    failures: list[str] = []

    def note_failure(error: Exception) -> None:
        failures.append(f"a call fails in it: {torch_private.reason(error)}{line_of_caller()}")

    found.graph = torch_private.record_calls(run, inputs, _meta, note_failure, axes)
    if failures:
        raise CallFails(failures[0])
    without_shape_calls(found.graph.graph)
    if attention.replaced:
        found.attentions = attention.replaced
        without_dead_calls(found.graph.graph)
    found.conditions = len(decisions.conditions)
    found.outcomes = tuple(decisions.outcomes[: found.conditions])
    _lift(found, {id(torch_private.local_of(t)): holder for holder, t in reversed(before)})
    _place_sizes(found.graph.graph)
    repeat_views(found.graph.graph)
    return found


def _place_sizes(graph: torch.fx.Graph) -> None:
    """Gives a part to sizes that are results: torch computes them at the end, where no call is that would mark them.

    It is the last one of the segment in which they can be computed.
    """
    last = {0: Part(0)}
    for node in graph.nodes:
        if node.op != "call_function":
            continue
        if "part" not in node.meta:
            segments = [n.meta["part"].segment for n in node.all_input_nodes if "part" in n.meta]
            node.meta["part"] = last[max(segments, default=0)]
        last[node.meta["part"].segment] = node.meta["part"]


def _as_result(t: torch.Tensor) -> torch.Tensor:
    """What a Tensor has afterwards: a tensor of the graph, without a gradient."""
    plain = torch_private.lacks_values(t) and not t.requires_grad
    return t if plain else torch_private.local_of(t.detach())  # type: ignore[no-any-return]


def _meta() -> dict[str, Any]:
    """What the nodes of the call that comes now carry: their part; where messages name it, the user's line."""
    if settings.device.type == "cuda":
        return {"part": current_part(), "line": line_of_caller()}
    return {"part": current_part()}


def numbered(value: Any, tensors: list[torch.Tensor]) -> Any:
    """`value` with a Place for each tensor, which is appended to `tensors`."""
    if isinstance(value, Parameter):
        return value
    if isinstance(value, (torch.Tensor, torch.SymInt)):
        tensors.append(torch_private.local_of(symbol_of(value)))
        return Place(len(tensors) - 1, torch_private.spread_of(value))
    if isinstance(value, (list, tuple)):
        return like(value, [numbered(item, tensors) for item in value])
    if isinstance(value, dict):
        return {key: numbered(item, tensors) for key, item in value.items()}
    return value


def placed(value: Any, tensors: Sequence[Any]) -> Any:
    """The structure with `tensors` in their places."""
    if type(value) is Place:
        return torch_private.spread(tensors[value.number], value.spread)
    if isinstance(value, (list, tuple)):
        return like(value, [placed(item, tensors) for item in value])
    if isinstance(value, dict):
        return {key: placed(item, tensors) for key, item in value.items()}
    return value


def _lift(found: Recorded, by_tensor: dict[int, Tensor]) -> None:
    """Makes inputs of the tensors that the run came upon: first those of Tensors, then the others."""
    graph = found.graph.graph
    reads: dict[str, list[torch.fx.Node]] = {}
    for node in graph.find_nodes(op="get_attr"):
        reads.setdefault(str(node.target), []).append(node)
    tensors = {target: getattr(found.graph, target) for target in reads}
    if any(not isinstance(t, torch.Tensor) for t in tensors.values()):
        raise CannotRecord("it draws from a Generator")
    holders = {target: by_tensor.get(id(t)) for target, t in tensors.items()}
    # No read is the place of the inputs: they are erased one after the other.
    first = next(node for node in graph.nodes if node.op not in ("placeholder", "get_attr"))
    for target in sorted(reads, key=lambda name: holders[name] is None):
        with graph.inserting_before(first):
            node = graph.placeholder(f"held{target}")
        node.meta["val"] = reads[target][0].meta.get("val")
        node.meta["holder"] = holders[target]
        for read in reads[target]:
            read.replace_all_uses_with(node)
            graph.erase_node(read)
        holder = holders[target]
        if holder is None:
            found.constants.append(tensors[target])
        else:
            found.held.append(holder)
