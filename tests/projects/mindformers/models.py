"""Tiny configurations, as a yaml holds them."""

from __future__ import annotations

from typing import Any

_WHOLE = {
    "compute_dtype": "float32",
    "layernorm_compute_type": "float32",
    "softmax_compute_type": "float32",
    "param_init_type": "float32",
}
_CAUSAL: dict[str, tuple[str, str, dict[str, Any]]] = {
    "llama": (
        "LlamaConfig",
        "LlamaForCausalLM",
        {
            "num_layers": 2,
            "num_heads": 4,
            "multiple_of": 16,
            "rms_norm_eps": 1e-5,
            "rotary_dtype": "float32",
            "use_rope_slice": True,  # the other way broadcasts in BatchMatMul, which MindSpore has not on the CPU
            "fused_rms_norm": False,  # RmsNorm as one op is not on MindSpore's CPU
            "bos_token_id": 1,
            "eos_token_id": 2,
            "pad_token_id": 0,
            "ignore_token_id": -100,
            "use_flash_attention": False,
        },
    ),
}


def causal(name: str, length: int, **more: Any) -> dict[str, Any]:
    """The `model` part of a yaml for a language model of some ten thousand parameters."""
    kind, arch, own = _CAUSAL[name]
    held = {
        "type": kind,
        "batch_size": 1,
        "seq_length": length,
        "hidden_size": 32,
        "vocab_size": 64,
    }
    return {"model_config": {**held, **_WHOLE, **own, **more}, "arch": {"type": arch}}
