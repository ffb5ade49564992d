"""Graphs for a CUDA device that is not there: captured on "meta", and looked at as inductor gets them.

Autograd runs there without a device, Tensors of the host stand out, and nothing is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import torch

import msacc
from msacc.common import warn_once
from msacc.common.initializer_rules import Initializer
from msacc.common.settings import settings
from msacc.common.torch_private import inspecting_compile
from msacc.graph import backend, cuda_graphs


def _results(graph: torch.fx.GraphModule) -> Callable[..., Any]:
    """What stands for the code of a graph: it gives results of the right shapes."""
    (outs,) = graph.graph.find_nodes(op="output")[0].args
    values = [node.meta["val"] for node in outs]

    def run(*args: Any) -> list[torch.Tensor]:
        return [torch.empty(tuple(v.shape), dtype=v.dtype, device=v.device) for v in values]

    return run


class OnMeta:
    """What was captured: graphs as inductor gets them, each with its inputs that keep their address."""

    def __init__(self) -> None:
        self.graphs: list[tuple[torch.fx.GraphModule, list[int]]] = []

    def inductor(self, graph: Any, inputs: Sequence[Any], patches: Any, look: Any) -> Any:
        """In the place of torch_private.inductor."""
        from torch._inductor.compile_fx import compile_fx
        from torch._inductor.decomposition import select_decomp_table

        def keep(gm: torch.fx.GraphModule, _: Any, **options: Any) -> Any:
            self.graphs.append((gm, options["static_input_idxs"]))
            return _results(gm)

        # Some decompositions make real tensors on "meta", and all there would be folded to constants.
        table = {op: fn for op, fn in select_decomp_table().items() if "lerp" not in str(op)}
        own = {**patches, "joint_graph_constant_folding": False}
        return compile_fx(graph, list(inputs), inspecting_compile(look, keep), own, table)


@contextmanager
def on_meta(patch: pytest.MonkeyPatch) -> Iterator[OnMeta]:
    """What is made within lies on "meta", for jit_level O2 as on CUDA."""
    found = OnMeta()
    warn_once.forget()
    patch.setattr(settings, "device", torch.device("meta"))
    patch.setattr(msacc.Tensor, "asnumpy", lambda t: np.ones(tuple(t.shape), np.float32))
    patch.setattr(Initializer, "_msacc_apply", lambda self, out, key: None)
    patch.setattr(cuda_graphs, "uses_cuda_graphs", lambda level: level == "O2")
    patch.setattr(backend, "inductor", found.inductor)
    before = msacc.get_context("mode")
    msacc.set_context(mode=msacc.GRAPH_MODE, jit_level="O2")
    try:
        yield found
    finally:
        msacc.set_context(mode=before, jit_level="O1")
