"""MindFormers before it had the name: each model's own Trainer, with its sizes and data made small."""

import importlib

import numpy as np
from laid import arguments, sums, tell

given = arguments(
    mode=["pynative", "graph"],
    model=["gpt", "bert", "nezha", "opt", "t5", "vit"],
    experts=1,
    interleaved=1,
    steps=4,
    scale=0.05,  # of the weights
)

import mindspore as ms
import noting
import ready

ready.former()
ready.without_dropout()
import mindspore.dataset as ds

ROWS, LENGTH, WORDS, WIDTH = 4, 16, 60, 32
SIZES = {
    "num_layers": 2,
    "num_hidden_layers": 2,
    "depth": 2,
    "num_heads": 4,
    "heads": 4,
    "hidden_size": WIDTH,
    "embedding_size": WIDTH,
    "d_model": WIDTH,
    "normalized_shape": WIDTH,
    "dim_head": WIDTH // 4,
    "mlp_dim": 64,
    "intermediate_size": 64,
    "d_kv": WIDTH // 4,
    "vocab_size": WORDS,
    "seq_length": LENGTH,
    "max_position_embeddings": LENGTH,
    "max_decode_length": LENGTH,
    "image_size": 32,
    "patch_size": 8,
    "num_classes": 10,
}
CLASSES = {"gpt": "GPT", "bert": "Bert", "nezha": "Nezha", "opt": "OPT", "t5": "T5", "vit": "ViT"}
trainers = importlib.import_module(f"mindtransformer.models.{given.model}.{given.model}_trainer")
name = CLASSES[given.model]


def rows(draws):
    """What one row of each model's data holds, in order."""
    ids = draws.randint(3, WORDS, LENGTH).astype(np.int32)
    ids[1::2] = (ids[::2] * 5 + 1) % WORDS
    seen = (np.arange(LENGTH) < draws.randint(10, LENGTH + 1)).astype(np.float32)
    if given.model == "gpt":
        return {"text": np.append(ids, np.int32(7))}
    if given.model == "opt":
        return {"input_ids": ids, "attention_mask": seen, "labels": np.roll(ids, -1)}
    if given.model == "t5":
        target = np.append(ids[:0:-1], np.int32(1))
        return {"source": ids, "seen": seen, "target": target}
    if given.model == "vit":
        label = np.eye(10, dtype=np.float32)[draws.randint(10)]
        return {"image": draws.rand(3, 32, 32).astype(np.float32), "label": label}
    places = np.sort(draws.permutation(LENGTH)[:4]).astype(np.int32)
    return {
        "input_ids": ids,
        "input_mask": seen.astype(np.int32),
        "segment_ids": (np.arange(LENGTH) > 7).astype(np.int32),
        "next_sentence_labels": draws.randint(0, 2, 1).astype(np.int32),
        "masked_lm_positions": places,
        "masked_lm_ids": ids[places],
        "masked_lm_weights": np.ones(4, np.float32),
    }


class Small(getattr(trainers, name + "Trainer")):
    """The model's trainer with weights by name and rows that are drawn."""

    def build_model(self, model_config):
        self.network = super().build_model(model_config)
        ready.weights(self.network, given.scale)
        return self.network

    def build_dataset(self):
        draws = np.random.RandomState(1)
        drawn = [rows(draws) for _ in range(ROWS * given.steps)]
        columns = list(drawn[0])
        held = [tuple(row.values()) for row in drawn]
        return ds.GeneratorDataset(held, columns, shuffle=False).batch(ROWS)


config = getattr(trainers, name + "TrainingConfig")()
asked = {
    **SIZES,
    "device_target": "CPU",
    "mode": 0 if given.mode == "graph" else 1,
    "global_batch_size": ROWS,
    "micro_batch_interleaved_num": given.interleaved,
    "expert_num": given.experts,
    "use_moe": given.experts > 1,
    "compute_dtype": ms.float32,
    "softmax_dtype": ms.float32,
    "dtype": ms.float32,
    "start_lr": 2e-3,
    "learning_rate": 1e-1,
    "lr_max": 1e-3,
    "warmup_epochs": 0,
    "warmup_steps": 100,
    "start_decay_step": 2,
    "save_checkpoint": False,
}
for key, value in asked.items():
    setattr(config, key, value)
trainer = Small(config)
values = noting.steps()
trainer.train()
tell(given.out, **values, sums=sums(ready.learned(trainer.network)))
