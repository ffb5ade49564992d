"""Tiny models of a release, each with a batch to train on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore as ms
import numpy as np
import ready  # noqa: F401 (an older release on MindSpore 2.10)

Kind = tuple[Any, list[Any]]
LENGTH = 16
WHOLE = {
    "layernorm_compute_type": "float32",
    "softmax_compute_type": "float32",
    "param_init_type": "float32",
}
FLOAT = {**WHOLE, "compute_dtype": "float32"}
DRAWS = np.random.RandomState(3)


def _ids(rows: int = 2, length: int = LENGTH, high: int = 60) -> Any:
    return ms.Tensor(DRAWS.randint(4, high, (rows, length)), ms.int32)


def _ones(rows: int = 2, length: int = LENGTH) -> Any:
    return ms.Tensor(np.ones((rows, length)), ms.int32)


def _images(size: int) -> Any:
    return ms.Tensor(DRAWS.rand(2, 3, size, size).astype(np.float32))


def _soft(classes: int) -> Any:
    return ms.Tensor(np.eye(classes, dtype=np.float32)[DRAWS.randint(0, classes, 2)])


def llama(**more: Any) -> Kind:
    from mindformers.models.llama import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        batch_size=2, seq_length=LENGTH, hidden_size=32, vocab_size=64, num_layers=2, num_heads=4,
        n_kv_heads=2, multiple_of=16, use_rope_slice=True, fused_rms_norm=False,
        rotary_dtype="float32", use_flash_attention=False, **FLOAT, **more,
    )  # fmt: skip
    return LlamaForCausalLM(config), [_ids(length=LENGTH + 1)]


def gpt2(**more: Any) -> Kind:
    from mindformers.models.gpt2 import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        batch_size=2, seq_length=LENGTH, vocab_size=64, hidden_size=32, num_layers=2, num_heads=4,
        eos_token_id=2, pad_token_id=0, bos_token_id=1, unk_token_id=3, embedding_dropout_prob=0.0,
        hidden_dropout_rate=0.0, attention_dropout_rate=0.0, max_decode_length=LENGTH, **FLOAT, **more,
    )  # fmt: skip
    return GPT2LMHeadModel(config), [_ids(length=LENGTH + 1)]


def bert() -> Kind:
    from mindformers.models.bert import BertConfig, BertForPreTraining

    config = BertConfig(
        batch_size=2, seq_length=LENGTH, vocab_size=64, hidden_size=32, num_hidden_layers=2,
        num_attention_heads=4, intermediate_size=64, max_position_embeddings=LENGTH, dropout_prob=0.0,
        hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, compute_dtype="float32",
    )  # fmt: skip
    places = ms.Tensor(DRAWS.randint(0, LENGTH, (2, 4)), ms.int32)
    masked = [places, _ids(length=4), ms.Tensor(np.ones((2, 4), np.float32))]
    labels = ms.Tensor([[0], [1]], ms.int32)
    return BertForPreTraining(config), [_ids(), _ones(), _ones() * 0, labels, *masked]


def t5() -> Kind:
    from mindformers.models.t5 import T5Config, T5ForConditionalGeneration

    config = T5Config(
        vocab_size=64, hidden_size=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, batch_size=2,
        hidden_dropout_rate=0.0, attention_dropout_rate=0.0, embedding_dropout_prob=0.0,
        seq_length=LENGTH, max_position_embeddings=LENGTH, max_decode_length=LENGTH, **FLOAT,
    )  # fmt: skip
    return T5ForConditionalGeneration(config), [_ids(), _ones(), _ids()]


def vit() -> Kind:
    from mindformers.models.vit import ViTConfig, ViTForImageClassification

    config = ViTConfig(
        image_size=32, patch_size=8, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, drop_path_rate=0.0, num_classes=5,
    )  # fmt: skip
    return ViTForImageClassification(config), [_images(32), _soft(5)]


def swin() -> Kind:
    from mindformers.models.swin import SwinConfig, SwinForImageClassification

    config = SwinConfig(
        image_size=32, patch_size=4, embed_dim=16, depths=(1, 1), num_heads=(2, 4), window_size=4,
        drop_path_rate=0.0, num_labels=5,
    )  # fmt: skip
    return SwinForImageClassification(config), [_images(32), _soft(5)]


def bloom() -> Kind:
    from mindformers.models.bloom import BloomConfig, BloomLMHeadModel

    config = BloomConfig(
        batch_size=2, seq_length=LENGTH, vocab_size=64, hidden_size=32, num_layers=2, num_heads=4,
        hidden_dropout_rate=0.0, attention_dropout_rate=0.0, embedding_init_type="float32", **FLOAT,
    )  # fmt: skip
    return BloomLMHeadModel(config), [_ids(length=LENGTH + 1)]


def glm() -> Kind:
    from mindformers.models.glm import GLMConfig, GLMForPreTraining

    config = GLMConfig(
        batch_size=2, vocab_size=64, hidden_size=32, num_layers=2, num_heads=4, inner_hidden_size=64,
        seq_length=LENGTH, bos_token_id=1, eos_token_id=2, mask_token_id=60, gmask_token_id=61, **FLOAT,
    )  # fmt: skip
    places = np.stack([np.arange(LENGTH), np.zeros(LENGTH)])[None].repeat(2, 0)
    mask = np.tril(np.ones((LENGTH, LENGTH)))[None, None].repeat(2, 0)
    extra = [ms.Tensor(places, ms.int32), ms.Tensor(1 - mask, ms.float32)]
    return GLMForPreTraining(config), [_ids(), _ids(), *extra]


def glm2(**more: Any) -> Kind:
    from mindformers.models.glm2 import ChatGLM2Config, ChatGLM2ForConditionalGeneration

    config = ChatGLM2Config(
        batch_size=2, padded_vocab_size=64, hidden_size=32, num_layers=2, num_attention_heads=4,
        kv_channels=8, ffn_hidden_size=64, seq_length=LENGTH, rotary_dtype="float32",
        param_init_type="float32", compute_dtype="float32", rmsnorm=False, **more,
    )  # fmt: skip
    return ChatGLM2ForConditionalGeneration(config), [_ids(), _ids()]


def clip() -> Kind:
    from mindformers.models.clip import CLIPConfig, CLIPModel, CLIPTextConfig, CLIPVisionConfig

    size = {
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
    }
    text = CLIPTextConfig(vocab_size=64, max_position_embeddings=LENGTH, **size)
    vision = CLIPVisionConfig(image_size=32, patch_size=8, **size)
    return CLIPModel(CLIPConfig(text, vision, projection_dim=16, dtype="float32")), [
        _images(32),
        _ids(),
    ]


def whisper() -> Kind:
    from mindformers.models.whisper.configuration_whisper import WhisperConfig
    from mindformers.models.whisper.modeling_whisper import WhisperForConditionalGeneration

    config = WhisperConfig(
        vocab_size=64, num_mel_bins=8, encoder_layers=2, encoder_attention_heads=4, decoder_layers=2,
        decoder_attention_heads=4, decoder_ffn_dim=64, encoder_ffn_dim=64, d_model=32, pad_token_id=0,
        bos_token_id=1, eos_token_id=2, decoder_start_token_id=1, max_source_positions=16,
        max_target_positions=LENGTH, param_init_type="float32", compute_dtype="float32",
        layernorm_compute_type="float32", softmax_compute_type="float32",
    )  # fmt: skip
    sound = ms.Tensor(DRAWS.rand(2, 8, 32).astype(np.float32))
    net = WhisperForConditionalGeneration(config)
    for parameter in (
        net.get_parameters()
    ):  # some are float16, which MindSpore's optimizers want float32 gradients not for
        parameter.set_dtype(ms.float32)
    return net, [sound, _ids(length=LENGTH + 1)]


def mae() -> Kind:
    from mindformers.models.mae import ViTMAEConfig, ViTMAEForPreTraining

    config = ViTMAEConfig(
        image_size=32, patch_size=8, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, decoder_hidden_size=16, decoder_num_hidden_layers=1,
        decoder_num_attention_heads=2, decoder_intermediate_size=32,
    )  # fmt: skip
    order = np.stack([DRAWS.permutation(16) for _ in range(2)])
    mask = np.ones((2, 16), np.float32)
    for row, places in zip(mask, order, strict=True):
        row[places[:4]] = 0
    batch = [
        ms.Tensor(mask),
        ms.Tensor(np.argsort(order), ms.int32),
        ms.Tensor(order[:, :4], ms.int32),
    ]
    return ViTMAEForPreTraining(config), [_images(32), *batch]


KINDS: dict[str, Callable[..., Kind]] = {
    found.__name__: found
    for found in (llama, gpt2, bert, t5, vit, swin, bloom, glm, glm2, clip, whisper, mae)
}
