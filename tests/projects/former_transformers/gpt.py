"""official/nlp/gpt: its network, step and dataset, put together as its train.py does, whose sizes are fixed."""

from laid import arguments, sums, tell

given = arguments(mode=["pynative", "graph"], norm=0, steps=4)
import sys

import mindspore as ms
import noting
import ready

ready.former()
ready.without_dropout()
sys.path.insert(0, str(given.checkout / "official/nlp/gpt"))
from mindspore import nn
from mindspore.nn.transformer.loss import CrossEntropyLoss
from mindspore.nn.transformer.transformer import TransformerOpParallelConfig
from mindspore.nn.wrap.loss_scale import DynamicLossScaleUpdateCell
from src.dataset import create_dataset
from src.gpt import GPT, GPTWithLoss
from src.gpt_wrapcell import GPTTrainOneStepWithLossScaleCell
from src.utils import GPTConfig, LearningRate

ROWS, LENGTH, WORDS = 4, 16, 60
ms.set_context(
    mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE, device_target="CPU"
)
ms.set_seed(1)
(given.data / "rows").mkdir()
ready.tokens(given.data / "rows/gpt.mindrecord", LENGTH + 1, ROWS * given.steps, WORDS)
rows = create_dataset(ROWS, str(given.data / "rows"))

config = GPTConfig(
    batch_size=ROWS,
    seq_length=LENGTH,
    vocab_size=WORDS,
    embedding_size=32,
    num_layers=2,
    num_heads=4,
)
gpt = GPT(config)
ready.weights(gpt)
parallel = TransformerOpParallelConfig(data_parallel=1, model_parallel=1)
with_loss = GPTWithLoss(gpt, CrossEntropyLoss(parallel.dp_mp_config), eos_token=WORDS - 1)
rate = LearningRate(1e-2, 1e-4, warmup_steps=2, decay_steps=10)
parameters = gpt.trainable_params()
plain = [p for p in parameters if "layernorm" in p.name.lower() or "bias" in p.name.lower()]
groups = [
    {"params": [p for p in parameters if all(p is not q for q in plain)], "weight_decay": 1e-2},
    {"params": plain, "weight_decay": 0.0},
    {"order_params": parameters},
]
optimizer = nn.AdamWeightDecay(groups, learning_rate=rate)
scale = DynamicLossScaleUpdateCell(loss_scale_value=1024, scale_factor=2, scale_window=1000)
step = GPTTrainOneStepWithLossScaleCell(
    with_loss, optimizer=optimizer, scale_update_cell=scale, enable_global_norm=bool(given.norm)
)
values = noting.steps()
ms.train.Model(step).train(1, rows, callbacks=[], dataset_sink_mode=False)
tell(given.out, **values, sums=sums(ready.learned(gpt)))
