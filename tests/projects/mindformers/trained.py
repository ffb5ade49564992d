"""Three steps of a tiny language model by MindFormers' own Trainer, from a yaml."""

from __future__ import annotations

from laid import arguments, sums, tell

given = arguments(mode=["graph", "pynative"], model="llama", wrapper="scaled")

import mindspore as ms
import yaml
from mindformers.core.context import build_context
from mindformers.tools.register import MindFormerConfig
from mindformers.trainer import Trainer
from models import causal
from ready import LOSSES, config, keep_losses, text_dataset, tokens

LENGTH = 17
keep_losses()
model = causal(given.model, LENGTH - 1)
held = config(
    given.data,
    given.mode,
    model,
    "CausalLanguageModelingTrainer",
    **text_dataset(tokens(given.data / "tokens.mindrecord", LENGTH), 4),
)
path = given.data / "tiny.yaml"
path.write_text(yaml.safe_dump(held))
ms.set_seed(0)
read = MindFormerConfig(str(path))
build_context(read)
trainer = Trainer(read)
trainer.train()
network = trainer.trainer.network
tell(given.out, losses=LOSSES, sums=sums(network.trainable_params()))
