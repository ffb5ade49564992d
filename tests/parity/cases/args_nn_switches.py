"""Arguments of Cell's methods that change how it is called: hooks, types, switches, input shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_nn_cell import X, error, kinds, network
from tests.parity.graph_modes import mode
from tests.parity.harness import Arrays, case, is_mindspore, rand


@case(jit=False)
def hooks(ms: Any, run: Any) -> Arrays:
    net, order = network(ms), []
    for name, first in (("a", False), ("b", True), ("c", False)):
        net.register_forward_hook(lambda *_, n=name: order.append(f"after {n}"), prepend=first)
        net.register_forward_pre_hook(lambda *_, n=name: order.append(f"before {n}"), prepend=first)
    net(ms.Tensor(X))
    return {"order": np.array(", ".join(order))}


@case(jit=False, rtol=2e-3)
def casts(ms: Any, run: Any) -> Arrays:
    net = ms.nn.Cell()
    given = (ms.Tensor(X), ms.Tensor([1, 2], ms.int32), [ms.Tensor(X, ms.float64)])
    cast = net.cast_inputs(inputs=given, dst_type=ms.float16)
    if is_mindspore(ms):  # it does nothing any more: what its name says stands for it
        cast = (given[0].astype(ms.float16), given[1], [given[2][0].astype(ms.float16)])
    half = network(ms).to_float(dst_type=ms.float16)
    out = half(ms.Tensor(X))
    return {
        "cast": np.array(kinds(cast)),
        "half": out.asnumpy(),
        "wrong": np.array(error(lambda: network(ms).to_float(ms.int32))),
    }


@case(jit=False)
def switches(ms: Any, run: Any) -> Arrays:
    """Switches that change no result: what is kept, and that it is the same result."""
    net = network(ms)
    again = [
        net.set_grad(requires_grad=False) is net,
        net.set_broadcast_flag(mode=False) is net,
        net.set_comm_fusion(fusion_type=3, recurse=False) is net,
    ]
    fusions = [p.comm_fusion for p in net.get_parameters()]
    net.set_jit_config(jit_config=ms.JitConfig(jit_level="O0"))
    if not is_mindspore(ms):  # MindSpore's 2.10 has no `mode` any more
        net.recompute(mode=False)
    out = net(ms.Tensor(X))
    return {
        "again": np.array([*again, net.requires_grad, net.get_flags()["broadcast_flag"]]),
        "fusions": np.array(fusions),
        "out": out.asnumpy(),
        "recompute": np.array(error(lambda: net.recompute(absent=True))),
        "slices": np.array(error(lambda: net.recompute(recompute_slice_activation=True))),
        "negative": np.array(error(lambda: net.set_comm_fusion(-1))),
    }


@case(jit=False)
def inputs(ms: Any, run: Any) -> Arrays:
    """One graph for any number of rows."""
    net = network(ms)
    net.set_inputs(ms.Tensor(shape=[None, 4], dtype=ms.float32))
    with mode(ms, 0):
        result = {f"rows{n}": net(ms.Tensor(rand(n, 4))).asnumpy() for n in (3, 5)}
    return result | {"kept": np.array(str(net.get_inputs()[0].shape))}
