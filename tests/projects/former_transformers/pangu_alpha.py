"""official/nlp/pangu_alpha: its train.py, of which the script sets the sizes alone."""

from laid import arguments, sums, tell

given = arguments(mode=["pynative", "graph"], experts=1, interleaved=1, past=0, steps=24)
import sys

import mindspore as ms
import noting
import ready

ready.former()
ready.without_dropout()
folder = given.checkout / "official/nlp/pangu_alpha"
sys.path.insert(0, str(folder))
sys.argv = [str(folder / "train.py")]
import train
from src.utils import get_args

ROWS, LENGTH, WORDS = 4, 16, 60
if given.mode == "pynative":
    ready.without_graphs()
ms.set_seed(1)
(given.data / "rows").mkdir()
ready.tokens(given.data / "rows/pangu.mindrecord", LENGTH + 1, ROWS * given.steps, WORDS)

asked = {
    "run_type": "train",
    "device_target": "CPU",
    "data_url": str(given.data / "rows"),
    "eval_data_url": str(given.data / "rows"),
    "seq_length": LENGTH,
    "vocab_size": WORDS,
    "embedding_size": 32,
    "num_layers": 3,
    "num_heads": 4,
    "per_batch_size": ROWS,
    "param_init_type": "fp32",
    "op_level_model_parallel_num": 1,
    "optimizer_shard": 0,
    "micro_batch_interleaved": given.interleaved,
    "use_moe": int(given.experts > 1),
    "expert_num": given.experts,
    "start_lr": 1e-2,
    "warmup_step": 2,
    "sink_size": given.steps,
}
options = get_args()
for name, value in asked.items():
    setattr(options, name, value)
made = []
whole = train.PanguAlphaModel


def drawn(config):
    made.append(whole(config=config))
    ready.weights(made[0])
    return made[0]


train.PanguAlphaModel = drawn
values = noting.steps()
train.run_train(options)
tell(given.out, **values, sums=sums(ready.learned(made[0])))
