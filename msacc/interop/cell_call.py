"""One call of a Cell on the tensors of its torch module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.graph.execution_state import gradient_entered, graph_entered
from msacc.graph.recomputed_results import promising_results
from msacc.interop.parameter_links import Link
from msacc.interop.tensor_exchange import from_torch, to_torch
from msacc.nn.cell import Cell


def call(cell: Cell, links: Sequence[Link], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `cell` gives for torch tensors, op by op, with torch's tensors in the place of its own."""
    targets = [link.target for link in links]
    original_tensors = [target._t for target in targets]
    tensors = [_link_tensor(link, target) for link, target in zip(links, targets, strict=True)]
    for target, t in zip(targets, tensors, strict=True):
        target._t = t
    try:
        with _in_gradient_and_graph():
            out = to_torch(cell(*from_torch(args), **from_torch(kwargs)))
        for link, target, t in zip(links, targets, tensors, strict=True):
            _keep_new(link, target, t)
        return out
    finally:
        for target, t in zip(targets, original_tensors, strict=True):
            target._t = t


def _link_tensor(link: Link, target: Tensor) -> torch.Tensor:
    """Torch's tensor; where the Parameter has hooks of its own on the gradient, behind them."""
    t = link.module_tensor
    if not isinstance(target, Parameter) or not t.requires_grad or not target.gradient_hooks:
        return t
    t = t.view_as(t)
    for hook in target.gradient_hooks:
        t.register_hook(_on_torch(hook))
    return t


def _on_torch(hook: Callable[[Tensor], Any]) -> Callable[[torch.Tensor], torch.Tensor | None]:
    def called(gradient: torch.Tensor) -> torch.Tensor | None:
        result = hook(wrap(gradient))
        return result._t if isinstance(result, Tensor) else None

    return called


def _keep_new(link: Link, target: Tensor, input_tensor: torch.Tensor) -> None:
    """Keep what construct put in the place of a buffer or of a parameter's values."""
    now = link.target
    if now is not target:
        link.cell.__dict__[link.name] = target
    if now._t is not input_tensor:
        with torch.no_grad():
            link.module_tensor.copy_(now._t)


@contextmanager
def _in_gradient_and_graph() -> Iterator[None]:
    """Cells neither compile nor cache a pass."""
    with graph_entered(), gradient_entered(), promising_results():
        yield
