"""MindNLP's models against Hugging Face's: `python -m tests.weights.language_twins MINDNLP_CHECKOUT`.

For each class a small network of Hugging Face's gets drawn weights, MindNLP's class of the same name takes them and
gives them back: the same names, the same bytes, and the same logits for the same words. Prints a row of Markdown a
class, for docs/twins.md. `--libraries DIR`: what MindNLP imports; `--only NAME`: some of the classes.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import Any

import numpy as np
import torch

import msacc
from msacc.alias import install

WORDS = 60
_SMALL = {"vocab_size": WORDS, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
_ENCODER = _SMALL | {"intermediate_size": 32, "max_position_embeddings": 40}
_DECODER = _ENCODER | {"num_key_value_heads": 1}
_SEQUENCE = {
    "vocab_size": WORDS, "d_model": 16, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 2,
    "decoder_attention_heads": 2, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32, "max_position_embeddings": 40,
    "forced_eos_token_id": None,
}  # fmt: skip
# The class of the network, and the arguments of its configuration's.
CLASSES: dict[str, dict[str, Any]] = {
    "BertForSequenceClassification": _ENCODER,
    "RobertaForMaskedLM": _ENCODER,
    "ElectraForMaskedLM": _ENCODER | {"embedding_size": 8},
    "AlbertForMaskedLM": _ENCODER | {"embedding_size": 8},
    "DistilBertForMaskedLM": {
        "vocab_size": WORDS, "dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 32, "max_position_embeddings": 40,
    },
    "GPT2LMHeadModel": {"vocab_size": WORDS, "n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 40},
    "GPTNeoXForCausalLM": _ENCODER,
    "OPTForCausalLM": _SMALL | {"ffn_dim": 32, "max_position_embeddings": 40, "word_embed_proj_dim": 16},
    "BloomForCausalLM": {"vocab_size": WORDS, "hidden_size": 16, "n_layer": 2, "n_head": 2},
    "LlamaForCausalLM": _DECODER,
    "MistralForCausalLM": _DECODER,
    "Qwen2ForCausalLM": _DECODER,
    "T5ForConditionalGeneration": {
        "vocab_size": WORDS, "d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 2, "num_heads": 2,
    },
    "BartForConditionalGeneration": _SEQUENCE,
}  # fmt: skip

# What transformers 5 calls otherwise than 4, which MindNLP follows.
RENAMED = {"GPTNeoXForCausalLM": ("lm_head", "embed_out")}


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser("python -m tests.weights.language_twins", description=__doc__)
    parser.add_argument("checkout", help="a folder with MindNLP's sources")
    parser.add_argument("--libraries", action="append", default=[], help="what MindNLP imports")
    parser.add_argument("--only", action="append", help="classes whose names begin so")
    options = parser.parse_args()
    theirs = importlib.import_module("transformers")  # before the alias: it looks for MindSpore
    install()
    sys.path[:0] = [options.checkout, *options.libraries]
    _older()
    own = importlib.import_module("mindnlp.transformers")
    print("| class | tensors | names | bytes | difference |", flush=True)
    print("|---|---|---|---|---|", flush=True)
    for name, arguments in CLASSES.items():
        if options.only is None or name.startswith(tuple(options.only)):
            print(row(name, arguments, theirs, own), flush=True)


def _older() -> None:
    """What MindNLP 0.4 asks of MindSpore 2.5."""
    importlib.import_module("tests.projects.mindnlp.older").put_in_place()


def row(name: str, arguments: dict[str, Any], theirs: Any, own: Any) -> str:
    """One line of the table."""
    module = drawn(made(theirs, name, arguments))
    new, old = RENAMED.get(name, ("", ""))
    given = {n.replace(new, old) if new else n: t for n, t in module.state_dict().items()}
    cells = [name, str(len(given))]
    try:
        net = made(own, name, arguments)
        back = there_and_back(net, given)
        same = all(_same_bytes(back[n], t) for n, t in given.items() if n in back)
        cells.append("equal" if back.keys() == given.keys() else _others(given, back))
        cells.append("equal" if same else "other")
        net.set_train(False)
        cells.append(f"{difference(module, net, name):.1e}")
    except Exception as error:
        cells.append(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
    return f"| {' | '.join(cells)} |"


def made(library: Any, name: str, arguments: dict[str, Any]) -> Any:
    """A network of a library."""
    cut = min(name.index(end) for end in ("For", "LMHead") if end in name)
    configuration = getattr(library, name[:cut] + "Config")
    return getattr(library, name)(configuration(**arguments))


def drawn(module: torch.nn.Module) -> torch.nn.Module:
    """In evaluation, with weights that let every layer matter."""
    torch.manual_seed(0)
    for name, t in module.state_dict().items():
        if not t.is_floating_point() or name == "final_logits_bias":  # of BART: zeros
            continue
        if t.ndim == 1 and name.endswith("weight"):
            t.uniform_(0.5, 1.5)
        else:
            t.normal_(std=0.2)
    return module.eval()


def there_and_back(net: Any, given: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights into MindNLP's network, and out of it; what a release has no place for as it was given."""
    if isinstance(net, msacc.nn.Cell):  # of MindNLP up to 0.3
        plain = {"final_logits_bias": None}  # no Parameter there
        found = msacc.from_torch_state_dict(net, given, rename=plain)
        return msacc.to_torch_state_dict(net) | {name: given[name] for name in found.ignored}
    net.load_state_dict({n: msacc.Tensor(t.numpy()) for n, t in given.items()})
    return {n: torch.from_numpy(t.asnumpy().copy()) for n, t in net.state_dict().items()}


def difference(module: torch.nn.Module, net: Any, name: str) -> float:
    """The largest difference of two logits, divided by the largest of them."""
    words = np.random.RandomState(1).randint(3, WORDS, (2, 9))
    keys = ["input_ids", *(["decoder_input_ids"] if "ConditionalGeneration" in name else [])]
    with torch.no_grad():
        expected = module(**{key: torch.from_numpy(words) for key in keys}).logits.numpy()
    found = net(**{key: msacc.Tensor(words) for key in keys}).logits.asnumpy()
    assert np.isfinite(expected).all()
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def _others(given: dict[str, torch.Tensor], back: dict[str, torch.Tensor]) -> str:
    alone = [f"MindNLP alone: {n}" for n in back if n not in given]
    return ", ".join([*alone, *(f"Hugging Face alone: {n}" for n in given if n not in back)])


def _same_bytes(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.dtype == other.dtype and one.shape == other.shape and torch.equal(one, other)


if __name__ == "__main__":
    main()
