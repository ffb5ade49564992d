"""The ops of one forward run, in order, with the Cells that called them and where their inputs come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import leaves
from msacc.common.torch_private import TorchDispatchMode, tree_leaves
from msacc.graph.execution_state import ForwardEnded
from msacc.inspection.forward_run import run_once
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

# (path below the Cell around it, number of the call) of each Cell around an op, from the outermost on.
Scope = tuple[tuple[str, int], ...]
# What gives the same values in another shape or not at all in another one: nobody looks for them in a picture.
_PASSED_THROUGH = frozenset(("detach", "alias", "t", "lift_fresh", "_to_copy"))


@dataclass(frozen=True)
class Node:
    """An op, an input ("input"), a parameter ("parameter") or a constant Tensor ("constant").

    `inputs`: the numbers of the nodes whose results it takes; `shape`, `dtype`: of its (first) result.
    """

    kind: str
    name: str
    scope: Scope
    inputs: tuple[int, ...]
    shape: tuple[int, ...]
    dtype: str


@dataclass
class Trace:
    """`nodes` in the order of the run; `classes`: of Cells, by the names of a scope; `outputs`: numbers of nodes."""

    nodes: list[Node] = field(default_factory=list)
    classes: dict[tuple[str, ...], str] = field(default_factory=dict)
    outputs: tuple[int, ...] = ()


class OpRecorder(TorchDispatchMode):
    """Records ops while it is on; `enter` and `leave` tell which Cell is running."""

    def __init__(self, net: Cell, inputs: Sequence[Tensor]) -> None:
        super().__init__()
        self.trace = Trace()
        self._classes = {path: cell.cls_name for path, cell in net.cells_and_names()}
        self._paths: list[str] = []
        self._scope: list[tuple[str, int]] = []
        self._calls: dict[tuple[Scope, str], int] = {}
        # Which node gave a tensor, and the tensor itself, so that no other one gets its number.
        self._made: dict[int, tuple[int, torch.Tensor]] = {}
        # What a tensor is the same values as, and the tensor itself.
        self._same: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
        self._names = {id(p._t): p.name for p in net.get_parameters()}
        for i, leaf in enumerate(leaves(inputs)):
            self._add(leaf._t, "input", f"input{i}", ())

    def enter(self, path: str) -> None:
        """The Cell at `path` is called."""
        around = self._paths[-1] if self._paths else ""
        name = path.removeprefix(f"{around}.") if around else path
        key = tuple(self._scope), name
        number = self._calls[key] = self._calls.get(key, 0) + 1
        self._paths.append(path)
        self._scope.append((name, number))
        self.trace.classes.setdefault(tuple(n for n, _ in self._scope), self._classes[path])

    def leave(self) -> None:
        """The call has ended."""
        self._paths.pop()
        self._scope.pop()

    def end(self, result: object) -> Trace:
        """The network gave this."""
        self.trace.outputs = tuple(dict.fromkeys(self._source(leaf._t) for leaf in leaves(result)))
        return self.trace

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        out = func(*args, **(kwargs or {}))
        taken = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        given = [t for t in tree_leaves(out) if isinstance(t, torch.Tensor)]
        if given:
            self._record(func.overloadpacket.__name__, taken, given)
        return out

    def _record(self, name: str, taken: list[torch.Tensor], given: list[torch.Tensor]) -> None:
        if name in _PASSED_THROUGH and len(taken) == 1:
            self._same |= {id(t): (taken[0], t) for t in given if t is not taken[0]}
            return
        sources = tuple(dict.fromkeys(self._source(t) for t in taken))
        number = self._add(given[0], "op", name, sources)
        for t in given:
            self._same.pop(id(t), None)  # written in place
            self._made[id(t)] = number, t

    def _source(self, t: torch.Tensor) -> int:
        """A parameter or constant belongs to the Cell whose op reads it first."""
        while id(t) in self._same:
            t = self._same[id(t)][0]
        if id(t) not in self._made:
            name = self._names.get(id(t))
            self._add(t, "parameter" if name else "constant", name or "constant", ())
        return self._made[id(t)][0]

    def _add(self, t: torch.Tensor, kind: str, name: str, sources: tuple[int, ...]) -> int:
        number = len(self.trace.nodes)
        shape, dtype = tuple(t.shape), str(Tensor(t).dtype)
        self.trace.nodes.append(Node(kind, name, tuple(self._scope), sources, shape, dtype))
        self._made[id(t)] = number, t
        return number


def op_trace(net: Cell, inputs: tuple[Any, ...]) -> Trace:
    """The ops of `net` on `inputs`, as in `run_once`."""
    return run_once(net, inputs, lambda made_inputs: _recorded(net, made_inputs))[0]


def _recorded(net: Cell, inputs: tuple[Any, ...]) -> Trace:
    recorder = OpRecorder(net, inputs)
    handles = []
    for path, cell in net.cells_and_names():
        if path:
            enter, leave = (lambda *_, at=path: recorder.enter(at)), (lambda *_: recorder.leave())
            handles.append(cell.register_forward_pre_hook(enter, prepend=True))
            handles.append(cell.register_forward_hook(leave))
    result: Any = ()
    try:
        with recorder:
            result = net(*inputs)
    except ForwardEnded:
        pass
    finally:
        for handle in handles:
            handle.remove()
    return recorder.end(result)
