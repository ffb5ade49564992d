"""Which attentions graph mode runs as torch's fused one: networks x mixed precision. Counts, no times.

    python -m msacc benchmarks/attention_found.py [NETWORK ...] [--amp O0 O2 ...]

NETWORKS as in captured.py, and layers of nn. Each row: one forward and backward pass, recorded and not compiled.
"fused": attentions that run fused; "softmax left": calls of it that stay in the graph, those of a loss among them.
"""

from __future__ import annotations

import argparse
from typing import Any

import captured
import torch

LAYERS = ("nn.MultiheadAttention", "nn.TransformerEncoderLayer", "nn.TransformerDecoderLayer")
WITH_ATTENTION = """gpt vit encoder-decoder unet cait_xxs24_224 coat_tiny convit_tiny crossvit_9
    mobilevit_xx_small pit_ti pvt_tiny pvt_v2_b0 swin_tiny swinv2_tiny_window8 vit_b_32_224
    xcit_tiny_12_p16_224 cmt_tiny edgenext_xx_small"""


def layer(name: str) -> tuple[Any, tuple[Any, ...]]:
    """A layer of nn, with a loss, and its inputs."""
    import mindspore as ms
    import numpy as np
    from mindspore import Tensor, nn

    kind = getattr(nn, name.partition(".")[2])
    made = kind(64, 4, dropout=0.0, batch_first=True)
    others = {"nn.MultiheadAttention": 3, "nn.TransformerDecoderLayer": 2}.get(name, 1)

    class Loss(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.layer = made

        def construct(self, x: Any) -> Any:
            out = self.layer(*[x] * others)
            return (out[0] if isinstance(out, tuple) else out).astype(ms.float32).mean()

    return Loss(), (Tensor(np.random.RandomState(0).randn(2, 32, 64).astype(np.float32)),)


def look_at(name: str, amp: str) -> tuple[int, int]:
    """Attentions that are fused in a forward and backward pass, and softmax calls that are left."""
    import mindspore as ms

    from msacc.common.settings import settings
    from msacc.graph.recording import recorder

    settings.o0_captures = True
    ms.set_seed(1)
    net, inputs = layer(name) if name in LAYERS else captured.network(name)
    for _, cell in net.cells_and_names():
        if isinstance(cell, ms.nn.Dropout):
            cell.p = 0.0
    if amp != "O0":
        net = ms.amp.auto_mixed_precision(net, amp, ms.bfloat16)
    graphs: list[torch.fx.Graph] = []
    place = recorder._place_sizes
    recorder._place_sizes = lambda graph: (graphs.append(graph), place(graph))[1]
    step = ms.value_and_grad(net.set_train(), None, net.trainable_params())
    ms.graph.reset()
    ms.jit(step, jit_level="O0")(*inputs)
    recorder._place_sizes = place
    stats = ms.graph.stats()
    if not graphs:
        raise RuntimeError(str(stats.not_recorded))
    left = sum("_softmax.default" in str(node.target) for node in graphs[-1].nodes)
    return max(stats.fused_attentions.values(), default=0), left


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("networks", nargs="*")
    parser.add_argument("--amp", nargs="+", default=["O0", "O2"])
    args = parser.parse_args()
    print("| network | amp | fused | softmax left |\n|---|---|---|---|")
    for name in args.networks or [*LAYERS, *WITH_ATTENTION.split()]:
        for amp in args.amp:
            try:
                fused, left = look_at(name, amp)
            except Exception as error:
                print(
                    f"| {name} | {amp} | {type(error).__name__}: {str(error)[:150]} | |", flush=True
                )
                continue
            print(f"| {name} | {amp} | {fused} | {left} |", flush=True)


if __name__ == "__main__":
    main()
