"""LoRA by the release's own model wrapper: what is trained, and three steps."""

from __future__ import annotations

from laid import arguments, sums, tell

given = arguments(mode=["graph", "pynative"])

import kinds
import numpy as np

# isort: split
import mindspore as ms
from mindformers.pet import get_pet_model
from mindformers.pet.pet_config import LoraConfig
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)
ms.set_seed(1)
net, batch = kinds.llama()
net = get_pet_model(
    net,
    LoraConfig(lora_rank=4, lora_alpha=8, lora_dropout=0.0, target_modules=".*wq|.*wk|.*wv|.*wo"),
)
net.set_train()
trained = net.trainable_params()
draws = np.random.RandomState(5)
for parameter in trained:  # one of each pair begins at zero
    parameter.set_data(ms.Tensor(draws.normal(0, 0.2, parameter.shape).astype(np.float32)))
step = nn.TrainOneStepCell(net, nn.Adam(trained, 1e-2)).set_train()
losses = [float(np.mean(step(*batch).asnumpy())) for _ in range(3)]
tell(
    given.out,
    losses=losses,
    sums=sums(trained),
    trained=len(trained),
    kept=[float(np.abs(p.asnumpy()).sum()) for p in net.get_parameters() if not p.requires_grad],
)
