"""For MindNLP's cases: tiny models whose weights come from their names."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

WORDS = 60
EPSILON = (
    1e-3  # AdamW's: with its own a gradient that is rounding alone moves a weight by the whole rate
)


def fill(net: Any) -> Any:
    """Every matrix and bias of a net from its name; scales of norms keep their ones."""
    import mindspore as ms

    for name, parameter in net.named_parameters():
        if len(parameter.shape) > 1 or name.endswith("bias"):
            draws = np.random.RandomState(zlib.crc32(name.encode()))
            value = (draws.randn(*parameter.shape) * 0.1).astype(np.float32)
            parameter.assign_value(ms.Tensor(value))
    return net


def bert(kinds: int) -> Any:
    """A classifier of sentences."""
    from mindnlp.transformers import BertConfig, BertForSequenceClassification

    return fill(
        BertForSequenceClassification(
            BertConfig(
                vocab_size=WORDS, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
                intermediate_size=32, max_position_embeddings=32, hidden_dropout_prob=0.0,
                attention_probs_dropout_prob=0.0, num_labels=kinds,
            )
        )
    )  # fmt: skip


def gpt2() -> Any:
    """A model of the next word."""
    from mindnlp.transformers import GPT2Config, GPT2LMHeadModel

    return fill(
        GPT2LMHeadModel(
            GPT2Config(
                vocab_size=WORDS, n_embd=16, n_layer=2, n_head=2, n_positions=64, resid_pdrop=0.0,
                embd_pdrop=0.0, attn_pdrop=0.0, bos_token_id=1, eos_token_id=2, pad_token_id=0,
            )
        )
    )  # fmt: skip


def words(rows: int, long: int = 9, seed: int = 0) -> np.ndarray:
    """Rows of words."""
    return np.random.RandomState(seed).randint(3, WORDS, (rows, long))


def sums(net: Any) -> list[float]:
    """The sum of the absolute values of each trained parameter."""
    trained = [p for p in net.parameters() if p.requires_grad]
    return [float(np.abs(p.asnumpy().astype(np.float64)).sum()) for p in trained]
