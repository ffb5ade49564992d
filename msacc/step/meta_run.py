"""Runs networks on fake tensors, before their first step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.seed import preserve_seeds
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_private import fake_mode
from msacc.graph.execution_state import ForwardEnded, forward_only, graph_entered


@contextmanager
def fake_parameters(parameters: Sequence[Parameter]) -> Iterator[None]:
    """Within, these parameters have no values, and what runs ends where a gradient would be taken."""
    saved = [(p, p._msacc_init, None if p._msacc_init is not None else p._t) for p in parameters]
    try:
        with preserve_seeds(), fake_mode(), torch.no_grad(), graph_entered(), forward_only():
            for p, _, _ in saved:
                p._t, p._msacc_init = _empty(p.shape, mstype.to_torch(p.dtype)), None
            yield
    except ForwardEnded:
        pass
    finally:
        for p, init, t in saved:
            p._t, p._msacc_init = t, init  # type: ignore[assignment]


def fake_like(value: Any, shape: Sequence[int] | None = None) -> Any:
    """A Tensor without values of this kind; what is none, or a Parameter, stays."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return wrap(_empty(value.shape if shape is None else shape, value._t.dtype))
    return value


def _empty(shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    return torch.empty(tuple(shape), dtype=dtype, device=settings.device)
