"""What graph mode records: networks x mixed precision x ways to write a step. Counts, no times.

    python -m msacc benchmarks/captured.py [NETWORK ...] [--amp O0 O2 O3 auto] [--steps one scaled accumulated function]
        [--dtype float16] [--beside graph] [--limit SECONDS] [--json FILE]

NETWORKS: those of large_networks.py, names of MindCV's models (`pip install mindcv`), and FILE.py:FUNCTION, which gives
a Cell that gives a loss (or a tuple with it first), and its inputs; without any, all of the former and the 42 models
listed here. Each row runs in a process of its own: two training steps in PyNative mode and two in graph mode at O0 with
captures on (recorded and replayed, nothing compiled), from equal parameters. "whole": one recorded program; otherwise
the reason. `apart`: how far the second losses are from each other, relative. Random numbers are switched off.
`--beside graph` compares with graph mode op by op, for networks that PyNative mode refuses (a tuple of `x.max(axis)`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

OWN = ("gpt", "vit", "unet", "encoder-decoder", "lenet", "mlp")
# MindCV's models, and the edges of the pictures that they want.
MODELS_OF_SIZE = {
    64: """convnext_tiny convnextv2_atto densenet121 edgenext_xx_small efficientnet_b0 ghostnet_050 googlenet mixnet_s
        mnasnet_050 mobilenet_v1_025 mobilenet_v2_035_96 mobilenet_v3_small_075 regnet_x_200mf regnet_y_200mf repvgg_a0
        res2net50 resnest14 resnet18 resnetv2_50 seresnet18 shufflenet_v1_g3_05 shufflenet_v2_x0_5 skresnet18
        squeezenet1_1""",
    160: "cmt_tiny",
    224: """cait_xxs24_224 coat_lite_tiny coat_tiny convit_tiny mlp_mixer_s_p32 pit_ti poolformer_s12 pvt_tiny pvt_v2_b0
        swin_tiny vgg11 vit_b_32_224 xcit_tiny_12_p16_224""",
    240: "crossvit_9",
    256: "mobilevit_xx_small swinv2_tiny_window8",
    299: "inception_v3",
}
SIZES = {name: size for size, names in MODELS_OF_SIZE.items() for name in names.split()}


def network(name: str) -> tuple[Any, tuple[Any, ...]]:
    """A Cell that gives a loss, and its inputs."""
    import mindspore as ms
    import numpy as np
    from mindspore import Tensor, nn, ops

    if name in OWN:
        from large_networks import network as own

        return own(name)
    if ":" in name:
        path, _, function = name.partition(":")
        return _of_file(Path(path), function)
    from mindcv.models import create_model

    class Loss(nn.Cell):
        def construct(self, out: Any, labels: Any) -> Any:
            first = out[0] if isinstance(out, (tuple, list)) else out
            return ops.cross_entropy(first.astype(ms.float32), labels)

    size = SIZES.get(name, 224)
    pictures = np.random.RandomState(0).randn(2, 3, size, size).astype(np.float32)
    loss = nn.WithLossCell(create_model(name, num_classes=10), Loss())
    return loss, (Tensor(pictures), Tensor(np.array([1, 3], np.int32)))


def _of_file(path: Path, function: str) -> tuple[Any, tuple[Any, ...]]:
    """What the function gives; a Cell around it keeps the first of several results."""
    from mindspore import nn

    class First(nn.Cell):
        def __init__(self, net: Any) -> None:
            super().__init__()
            self.net = net

        def construct(self, *inputs: Any) -> Any:
            out = self.net(*inputs)
            return out[0] if isinstance(out, (tuple, list)) else out

    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.modules.pop(path.stem, None)  # its draws begin again
    net, inputs = getattr(importlib.import_module(path.stem), function)()
    return First(net), tuple(inputs)


def one_step(net: Any, kind: str) -> Callable[..., Any]:
    """A training step over a Cell that gives a loss."""
    import mindspore as ms
    from mindspore import nn

    optimizer = nn.Momentum(net.trainable_params(), 1e-3, 0.9)
    if kind == "scaled":
        manager = nn.FixedLossScaleUpdateCell(128.0)
        step = nn.TrainOneStepWithLossScaleCell(net, optimizer, manager).set_train()
        return lambda *inputs: step(*inputs)[0]
    if kind == "accumulated":
        return nn.TrainOneStepCell(ms.parallel.GradAccumulation(net, 2), optimizer).set_train()
    if kind == "function":
        gradients = ms.value_and_grad(net, None, optimizer.parameters)

        @ms.jit
        def train(*inputs: Any) -> Any:
            loss, grads = gradients(*inputs)
            return ms.ops.depend(loss, optimizer(grads))

        return train
    return nn.TrainOneStepCell(net, optimizer).set_train()


def losses(
    name: str, amp: str, kind: str, dtype: str, mode: int, captures: bool = True
) -> list[float]:
    """Of two steps."""
    import mindspore as ms

    from msacc.common.settings import settings

    settings.o0_captures = captures
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
    ms.set_seed(1)
    net, inputs = network(name)
    for _, cell in net.cells_and_names():
        if isinstance(cell, ms.nn.Dropout):
            cell.p = 0.0
        if isinstance(getattr(cell, "dropout", None), float):
            cell.dropout = 0.0
    net.set_train()
    if amp != "O0":
        net = ms.amp.auto_mixed_precision(net, amp, getattr(ms, dtype))
    step = one_step(net, kind)
    return [float(step(*inputs).asnumpy().mean()) for _ in range(2)]


def look_at(row: tuple[str, str, str], dtype: str, beside: str) -> dict[str, Any]:
    """One row of the table."""
    import mindspore as ms

    try:
        if beside == "pynative":
            plain = losses(*row, dtype, ms.PYNATIVE_MODE)
        else:
            plain = losses(*row, dtype, ms.GRAPH_MODE, captures=False)
        ms.graph.reset()
        found = losses(*row, dtype, ms.GRAPH_MODE)
    except Exception as error:
        return {"outcome": f"{type(error).__name__}: {str(error)[:200]}", "apart": None}
    stats = ms.graph.stats()
    apart = abs(found[1] - plain[1]) / max(abs(plain[1]), 1e-12)
    missing = [*stats.not_recorded.values(), *stats.fallbacks]
    outcome = "whole" if stats.recorded else "nothing was recorded"
    return {"outcome": missing[0] if missing else outcome, "apart": apart}


def main() -> None:
    """Print the table and the share that is whole."""
    parser = argparse.ArgumentParser()
    parser.add_argument("networks", nargs="*")
    parser.add_argument("--amp", nargs="+", default=["O0", "O2", "O3", "auto"])
    parser.add_argument("--steps", nargs="+", default=["one", "scaled", "accumulated", "function"])
    parser.add_argument("--beside", choices=["pynative", "graph"], default="pynative")
    parser.add_argument("--dtype", choices=["bfloat16", "float16"], default="bfloat16")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows = [
        (name, amp, kind)
        for name in args.networks or [*OWN, *SIZES]
        for amp in args.amp
        for kind in args.steps
    ]
    for name in {"mindspore", *("mindcv.models" for name, *_ in rows if name in SIZES)}:
        importlib.import_module(name)  # once, before the processes are forked
    results = {}
    for row in rows:
        with multiprocessing.get_context("fork").Pool(1) as pool:
            try:
                results[row] = pool.apply_async(look_at, (row, args.dtype, args.beside)).get(
                    args.limit
                )
            except multiprocessing.TimeoutError:
                results[row] = {"outcome": f"longer than {args.limit} s", "apart": None}
        print("| " + " | ".join((*row, *map(str, results[row].values()))) + " |", flush=True)
        if args.json:
            args.json.write_text(json.dumps([[*key, found] for key, found in results.items()]))
    whole = sum(found["outcome"] == "whole" for found in results.values())
    print(f"{whole} of {len(results)} whole")


if __name__ == "__main__":
    main()
