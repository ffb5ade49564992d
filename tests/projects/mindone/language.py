"""Tiny models of mindone.transformers with transformers' configurations: loss, training, generate, LoRA."""

from typing import Any

import numpy as np
from drawn import ORIGINAL, fill, number, sums, tensor, train
from laid import arguments, tell

NAMES = ["bert", "gpt2", "llama", "qwen2", "clip_text", "t5"]
given = arguments(model=NAMES, mode=["pynative", "graph"], steps=3, lora=0)

import transformers

if ORIGINAL:
    import torch.nn.functional as F

    ours: Any = transformers
else:
    import mindspore as ms
    from mindone import transformers as ours
    from mindspore import ops as F

    ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)
WORDS = 60
_SMALL = {"vocab_size": WORDS, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
_SMALL |= {"attn_implementation": "eager"}


def _decoder(kind: str) -> Any:
    config = getattr(transformers, f"{kind}Config")(
        **_SMALL, intermediate_size=32, num_key_value_heads=1, max_position_embeddings=64,
        bos_token_id=1, eos_token_id=2, pad_token_id=0,
    )  # fmt: skip
    return getattr(ours, f"{kind}ForCausalLM")(config)


def _gpt2() -> Any:
    config = transformers.GPT2Config(
        vocab_size=WORDS, n_embd=16, n_layer=2, n_head=2, n_positions=64,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
        bos_token_id=1, eos_token_id=2, pad_token_id=0, attn_implementation="eager",
    )  # fmt: skip
    return ours.GPT2LMHeadModel(config)


def _bert() -> Any:
    config = transformers.BertConfig(
        **_SMALL, intermediate_size=32, max_position_embeddings=64, hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    return ours.BertForMaskedLM(config)


def _t5() -> Any:
    config = transformers.T5Config(
        vocab_size=WORDS, d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, dropout_rate=0.0,
        decoder_start_token_id=0, pad_token_id=0, eos_token_id=2,
    )  # fmt: skip
    return ours.T5ForConditionalGeneration(config)


def _clip_text() -> Any:
    config = transformers.CLIPTextConfig(
        **_SMALL, intermediate_size=32, max_position_embeddings=16, bos_token_id=1, eos_token_id=2
    )
    return ours.CLIPTextModel(config)


MAKERS = {
    "bert": _bert,
    "gpt2": _gpt2,
    "llama": lambda: _decoder("Llama"),
    "qwen2": lambda: _decoder("Qwen2"),
    "clip_text": _clip_text,
    "t5": _t5,
}
net = MAKERS[given.model]()
if given.lora:
    if ORIGINAL:
        from peft import LoraConfig, get_peft_model
    else:
        from mindone.peft import LoraConfig, get_peft_model
    net = get_peft_model(net, LoraConfig(r=4, lora_alpha=4, target_modules=["q_proj", "v_proj"]))
fill(net)
plain = {"return_dict": False} | (
    {"use_cache": False} if given.model in ("gpt2", "llama", "qwen2", "t5") else {}
)


def loss_of(words: Any) -> Any:
    """The cross entropy of the next words or of all words; of an encoder alone the mean square of what it gives."""
    if given.model == "clip_text":
        return net(words, **plain)[0].square().mean()
    if given.model == "t5":
        scores = net(input_ids=words, decoder_input_ids=words, **plain)[0]
    else:
        scores = net(words, **plain)[0]
    if given.model == "bert":
        return F.cross_entropy(scores.reshape(-1, WORDS), words.reshape(-1))
    return F.cross_entropy(scores[:, :-1].reshape(-1, WORDS), words[:, 1:].reshape(-1))


words = tensor(np.random.RandomState(0).randint(3, WORDS, (2, 9)))
generated = {}
if given.model in ("gpt2", "llama", "qwen2", "t5") and given.mode == "pynative":
    net.eval() if ORIGINAL else net.set_train(False)
    # MindOne 0.5.0's beam search makes a tuple of its cache, which its own models do not take.
    uncached = {"use_cache": False}
    ways = {"greedy": {}, "uncached": uncached, "beams": {"num_beams": 2, **uncached}}
    if given.model in ("gpt2", "t5"):  # its models do not take the cache that generate makes
        ways = {"uncached": uncached}
    for name, way in ways.items():
        found = net.generate(input_ids=words, max_new_tokens=6, do_sample=False, **way)
        generated[name] = np.asarray(found if ORIGINAL else found.asnumpy())[:, -6:].reshape(-1)
net.train() if ORIGINAL else net.set_train()
before = number(loss_of(words))
losses = train(net, loss_of, (words,), given.steps, given.mode)
tell(given.out, forward=before, losses=losses, sums=sums(net), **generated)
