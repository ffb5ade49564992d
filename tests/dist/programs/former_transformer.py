"""Layers of MindSpore 1.x's transformer package, cut by their settings: `former_transformer.py DATA MODEL [moe [apart]]`.

A small language model is trained in semi-auto parallel, and compared with one process.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.former import transformer as t
from msacc.sharding import layouts
from tests.dist.programs.operators import check, whole

ROWS, LENGTH, SIZE, WORDS, STEPS = 4, 8, 16, 32, 6


class Model(nn.Cell):
    def __init__(self, config: Any, moe_config: Any):
        super().__init__()
        ms.set_seed(3)
        self.embedding = t.VocabEmbedding(WORDS, SIZE, config.embedding_dp_mp_config, "normal")
        self.mask = t.AttentionMask(LENGTH, config.dp_mp_config)
        self.encoder = t.TransformerEncoder(
            *(ROWS, 2, SIZE, 4 * SIZE, LENGTH, 4, 0.0, 0.0),
            moe_config=moe_config,
            parallel_config=config,
        )
        self.loss = t.CrossEntropyLoss(config.dp_mp_config)
        self.logits = ops.MatMul(transpose_b=True)
        dp, mp = config.data_parallel, config.model_parallel
        self.logits.shard(((dp, 1), (1 if config.vocab_emb_dp else mp, 1)))

    def construct(self, ids: Any, present: Any) -> Any:
        embedded, table = self.embedding(ids)
        states, _, *of_experts = self.encoder(embedded, self.mask(present))
        logits = self.logits(states.reshape((-1, SIZE)), table)
        loss = self.loss(logits, ids.reshape((-1,)), present.reshape((-1,)))
        return loss + of_experts[0] if of_experts else loss


def trained(config: Any, moe_config: Any) -> tuple[Any, list[float]]:
    net = Model(config, moe_config)
    step = nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), 0.5, 0.9)).set_train()
    rng = np.random.default_rng(1)
    losses = []
    for _ in range(STEPS):
        ids = Tensor(rng.integers(0, WORDS, (ROWS, LENGTH)), ms.int32)
        present = Tensor(np.ones((ROWS, LENGTH)), ms.float32)
        losses.append(float(step(ids, present).asnumpy().ravel()[0]))
    return net, losses


def main(dp: int, mp: int, experts: bool) -> None:
    init()
    ms.set_auto_parallel_context(
        parallel_mode="semi_auto_parallel", full_batch=True, device_num=get_group_size()
    )
    moe_config = t.MoEConfig(expert_num=2) if experts else t.MoEConfig()
    apart = dp if "apart" in sys.argv else 1  # each process has experts of its own
    config = t.TransformerOpParallelConfig(dp, mp, apart, vocab_emb_dp=False)
    net, found = trained(config, moe_config)
    held = {name: layout.cuts() for name, layout in layouts(net).items()}
    heads = "encoder.blocks.0.attention."
    assert held[heads + "dense1.weight"] == (mp, 1), held
    assert held[heads + "projection.weight"] == (mp, 1), held
    of_experts = "encoder.blocks.0.output.ffn.mapping.weight"
    assert not experts or held[of_experts] == (apart, 1, mp), held
    assert held["embedding.embedding_table"] == (mp, 1), held
    after = [whole(p) for p in net.get_parameters()]
    ms.reset_auto_parallel_context()
    # Experts have room for so many tokens of each group of rows: the groups stay.
    plain, wanted = trained(config if experts else t.TransformerOpParallelConfig(), moe_config)
    check("losses", found, wanted, 2e-3)  # matrices are multiplied in float16
    check("parameters", after, [p.asnumpy() for p in plain.get_parameters()], 5e-2)
    if get_rank() == 0:
        print(f"\nequal: {found[-1]:.4f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), "moe" in sys.argv)
