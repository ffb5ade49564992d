"""Three steps of a tiny language model by MindFormers' own Trainer, from a yaml."""

from __future__ import annotations

import os

from laid import arguments, sums, tell

given = arguments(
    mode=["graph", "pynative"],
    model="llama",
    batch=2,
    told=["all", "losses"],
    data_parallel=1,
    model_parallel=1,
    stages=1,
    accumulate=1,
    per_token=0,
)

import mindspore as ms
import yaml
from models import causal
from ready import LOSSES, config, keep_losses, text_dataset, tokens

# isort: split
from mindformers.core.context import build_context
from mindformers.tools.register import MindFormerConfig
from mindformers.trainer import Trainer

LENGTH = 17
rank = os.environ.get("RANK_ID", "0")
keep_losses()
model = causal(given.model, LENGTH - 1)
held = config(
    given.data,
    given.mode,
    model,
    "CausalLanguageModelingTrainer",
    **text_dataset(tokens(given.data / f"tokens_{rank}.mindrecord", LENGTH), 4),
)
held["runner_config"]["batch_size"] = given.batch
held["runner_config"]["gradient_accumulation_steps"] = given.accumulate
held["calculate_per_token_loss"] = bool(given.per_token)
held["runner_wrapper"]["calculate_per_token_loss"] = bool(given.per_token)
shared = given.data_parallel * given.model_parallel * given.stages * given.accumulate > 1
micros = (
    2 if given.stages > 1 else given.accumulate
)  # its steps with micro-batches give the sum of their losses
if shared:
    held["use_parallel"] = True
    held["parallel"] = {"parallel_mode": 1, "gradients_mean": False, "full_batch": True}
    held["parallel_config"] = {
        "data_parallel": given.data_parallel,
        "model_parallel": given.model_parallel,
        "pipeline_stage": given.stages,
        "micro_batch_num": micros if given.stages > 1 else 1,
        "vocab_emb_dp": True,
    }
path = given.data / f"tiny_{rank}.yaml"
path.write_text(yaml.safe_dump(held))
ms.set_seed(0)
read = MindFormerConfig(str(path))
build_context(read)
trainer = Trainer(read)
trainer.train()
network = trainer.trainer.network
if rank == "0":
    # Of several processes each has its pieces of the parameters.
    tell(
        given.out,
        losses=[loss / (1 if given.per_token else micros) for loss in LOSSES],
        **({"sums": sums(network.trainable_params())} if given.told == "all" else {}),
    )
