"""compare: one network on two sides, from the same weights and batch."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.generator import get_rng_state, set_rng_state
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.common.tensor import Tensor
from msacc.comparison import one_side
from msacc.comparison.compare_records import compare_records
from msacc.comparison.module_paths import check_map, module_paths
from msacc.comparison.record import record
from msacc.comparison.report import Comparison
from msacc.graph.transforms import value_and_grad
from msacc.interop.state_dict import from_torch_state_dict
from msacc.nn.cell import Cell
from msacc.train.amp import auto_mixed_precision

_WHERE = "compare"
_HALF = {"float16": mstype.float16, "bfloat16": mstype.bfloat16}


def compare(
    first: Cell,
    second: Cell | torch.nn.Module | str,
    *inputs: object,
    loss: Callable[[Any], Any] | None = None,
    names: Mapping[str, str] | str | None = None,
    same_weights: bool = True,
) -> Comparison:
    """Where two runs of a network part by more than rounding, Cell by Cell: a table where it is printed.

    `first` runs in PyNative mode. `second`: a Cell, a torch.nn.Module, or another way to run `first`: "graph", or
    "float16" or "bfloat16" for mixed precision (level O2). `inputs`: Tensors. `loss`: a function of the result that
    gives a scalar, of which gradients are taken; without it a sum of the result with fixed weights. `names`: paths of
    Cells in `second` for paths in `first`, where they differ; for a Module also a known map of MindCV's models, as
    "timm:mixnet_s". `same_weights`: the weights of `first` are given to `second`, or those of a Module to `first`;
    False leaves both as they are.

    Parameters, modes and the random state are as before after the call.

    Raises TypeError for arguments of other kinds, ValueError for another name of a way or of a map and for weights that
    do not fit, RuntimeError for those of a Module that do not. MindSpore has no such function.
    """
    check.instance(_WHERE, "first", first, Cell)
    check.instance(_WHERE, "second", second, (Cell, torch.nn.Module, str))
    check.boolean(_WHERE, "same_weights", same_weights)
    if isinstance(second, str):
        check.choice(_WHERE, "second", second, ("graph", *_HALF))
    for value in inputs:
        check.instance(_WHERE, "inputs", value, Tensor)
    if isinstance(names, str):
        check.instance(_WHERE, "second", second, torch.nn.Module)  # maps are of torch's models
        check_map(_WHERE, names)
    nets = [first, second] if isinstance(second, Cell) else [first]
    with tempfile.TemporaryDirectory() as folder, _left_as_they_are(nets, second):
        paths = Path(folder, "first.npz"), Path(folder, "second.npz")
        mapped = _mapped(first, second, names)
        if same_weights:
            _share_weights(first, second, names if isinstance(names, str) else mapped)
        state = get_rng_state()
        with _put_back(first):
            run_once(first, paths[0], inputs, loss)
        set_rng_state(state)
        _run_second(first, second, paths[1], inputs, loss)
        return compare_records(*paths, names=mapped)


def _mapped(first: Cell, second: Any, names: Mapping[str, str] | str | None) -> dict[str, str]:
    if not isinstance(names, str):
        return dict(names or {})
    with _put_back(first):
        loaded = from_torch_state_dict(first, second.state_dict(), rename=names).loaded
    return module_paths(first, second, loaded)


def _share_weights(first: Cell, second: Any, names: dict[str, str] | str) -> None:
    if isinstance(names, str):
        from_torch_state_dict(first, second.state_dict(), rename=names)
    elif isinstance(second, torch.nn.Module):
        back = {new: old for old, new in names.items()}
        from_torch_state_dict(
            first, second.state_dict(), rename=lambda name: one_side.renamed(name, back)
        )
    elif isinstance(second, Cell) and second is not first:
        one_side.put(second, weights_of(first), names, Tensor)


def weights_of(net: Cell) -> dict[str, np.ndarray]:
    """The parameters' values by the names that they have in a call."""
    net.check_names_and_refresh_name()
    return {p.name: p.asnumpy().copy() for p in net.get_parameters()}


def _run_second(first: Cell, second: Any, path: Path, inputs: tuple[Any, ...], loss: Any) -> None:
    if isinstance(second, torch.nn.Module):
        _run_module(second, path, inputs, loss)
    elif second == "graph":
        settings.mode, settings.jit_level = GRAPH_MODE, "O1"
        run_once(first, path, inputs, loss)
    elif isinstance(second, str):
        half = auto_mixed_precision(copy.deepcopy(first), "O2", _HALF[second])
        run_once(half, path, inputs, loss)
    else:
        run_once(second, path, inputs, loss)


def run_once(net: Cell, path: Path, inputs: tuple[Any, ...], loss: Any) -> None:
    ms = SimpleNamespace(Tensor=Tensor, float32=mstype.float32, value_and_grad=value_and_grad)
    one_side.run(ms, record, path, net, inputs, loss)


def record_once(net: Cell, path: Path, inputs: tuple[Any, ...]) -> None:
    """The first side alone."""
    with _left_as_they_are([net], None):
        run_once(net, path, inputs, None)


def _run_module(module: torch.nn.Module, path: Path, inputs: tuple[Any, ...], loss: Any) -> None:
    """A torch Module on the same batch; its gradients are left as they were."""
    given = [x._t.detach().clone().requires_grad_(x._t.is_floating_point()) for x in inputs]
    before = [p.grad for p in module.parameters()]
    with record(path, module), torch.enable_grad():
        out = module(*given)
        total = loss(out) if loss else one_side.weighted(out, torch.from_numpy, torch.Tensor.float)
        if isinstance(total, torch.Tensor) and total.requires_grad:
            total.backward()
    for parameter, grad in zip(module.parameters(), before, strict=True):
        parameter.grad = grad


@contextmanager
def _left_as_they_are(nets: list[Cell], second: Any) -> Iterator[None]:
    mode, level, state = settings.mode, settings.jit_level, get_rng_state()
    module = second if isinstance(second, torch.nn.Module) else torch.nn.Module()
    buffers = [(b, b.detach().clone()) for b in module.buffers()]
    settings.mode = PYNATIVE_MODE
    try:
        if len(nets) == 1:
            with _put_back(nets[0]):
                yield
        else:
            with _put_back(nets[0]), _put_back(nets[1]):
                yield
    finally:
        settings.mode, settings.jit_level = mode, level
        set_rng_state(state)
        for buffer, values in buffers:
            buffer.copy_(values)


@contextmanager
def _put_back(net: Cell) -> Iterator[None]:
    """Parameters, running statistics among them, have their values again after."""
    kept = [(p, p.asnumpy().copy()) for p in net.get_parameters()]
    try:
        yield
    finally:
        for parameter, values in kept:
            parameter.set_data(Tensor(values, parameter.dtype))
