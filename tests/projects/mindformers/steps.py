"""Forward pass, loss and three steps of tiny models, one after the other, by the release's own training wrapper."""

from __future__ import annotations

import traceback
from typing import Any

from laid import arguments, sums, tell

given = arguments(
    mode=["graph", "pynative"], models="gpt2,bert,t5,vit,swin,bloom,glm,clip,whisper,mae"
)

import kinds
import mindspore as ms
import numpy as np
from mindformers.wrapper import MFTrainOneStepCell
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)


def train(name: str) -> dict[str, Any]:
    ms.set_seed(1)
    net, batch = kinds.KINDS[name]()
    net.set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    scale = nn.DynamicLossScaleUpdateCell(64.0, 2, 1000)
    # The norm that bounds gradients gives those of no dimension one, for which MindSpore stops too: CLIP has one.
    step = MFTrainOneStepCell(net, optimizer, use_clip_grad=name != "clip", scale_sense=scale)
    step.set_train()
    losses = [float(np.mean(step(*batch)[0].asnumpy())) for _ in range(3)]
    return {f"{name} losses": losses, f"{name} sums": sums(net.trainable_params())}


told: dict[str, Any] = {}
for name in given.models.split(","):
    try:
        told.update(train(name))
    except Exception:
        print(name, "FAILED")
        traceback.print_exc()
tell(given.out, **told)
