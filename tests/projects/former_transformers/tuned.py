"""MindPet on an encoder of MindSpore 1.x: LoRA, adapters and low-rank adapters in its attention, the rest frozen."""

import numpy as np
from laid import arguments, sums, tell

given = arguments(mode=["pynative", "graph"], kind=["lora", "adapter", "low_rank_adapter"], steps=6)
import mindspore as ms
import ready

ready.former()
ready.without_dropout()
from encoder_head import Classifier
from mindpet.delta import AdapterDense, LoRADense, LowRankAdapterDense
from mindpet.graph import freeze_delta
from mindspore import nn
from mindspore.nn.transformer import TransformerEncoder

ROWS, LENGTH, WIDTH, CLASSES = 4, 8, 16, 4
ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)
MADE = {
    "lora": lambda: LoRADense(WIDTH, WIDTH, lora_rank=4, lora_alpha=8, compute_dtype=ms.float32),
    "adapter": lambda: AdapterDense(WIDTH, WIDTH, bottleneck_size=8, compute_dtype=ms.float32),
    "low_rank_adapter": lambda: LowRankAdapterDense(
        WIDTH, WIDTH, reduction_factor=2, low_rank_size=2, compute_dtype=ms.float32
    ),
}
encoder = TransformerEncoder(
    batch_size=ROWS,
    num_layers=2,
    hidden_size=WIDTH,
    ffn_hidden_size=32,
    seq_length=LENGTH,
    num_heads=4,
)
for block in encoder.blocks:
    block.attention.dense1 = MADE[given.kind]()
    block.attention.dense3 = MADE[given.kind]()
network = Classifier(encoder, WIDTH, CLASSES, LENGTH)
network.update_parameters_name("")
ready.weights(network)
freeze_delta(network, given.kind, exclude=["head*"])
trained = network.trainable_params()
step = nn.TrainOneStepCell(network, nn.Adam(trained, learning_rate=1e-2))
step.set_train()
draws = np.random.RandomState(1)
losses = []
for _ in range(given.steps):
    rows = draws.standard_normal((ROWS, LENGTH, WIDTH)).astype(np.float32)
    labels = rows[:, 0, :CLASSES].argmax(-1).astype(np.int32)
    losses.append(float(step(ms.Tensor(rows), ms.Tensor(labels)).asnumpy()))
frozen = [p for p in network.get_parameters() if not p.requires_grad]
tell(given.out, losses=losses, sums=sums(trained), frozen=sums(frozen), trained=len(trained))
