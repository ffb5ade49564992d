"""The nn chapters' methods of Tensor, and every function they give to `msacc.ops`."""

from __future__ import annotations

from msacc.ops import (
    nn_activation,
    nn_attention,
    nn_attention_forward,
    nn_conv,
    nn_deconv,
    nn_deformable,
    nn_detect,
    nn_dropout,
    nn_embed,
    nn_image,
    nn_loss,
    nn_loss_basic,
    nn_loss_margin,
    nn_norm,
    nn_pad,
    nn_pool,
    nn_pool_adaptive,
    nn_recurrent,
    nn_resize,
)
from msacc.ops.tensor_doors import attach

_CHAPTERS = (
    nn_activation, nn_attention, nn_conv, nn_deconv, nn_detect, nn_dropout, nn_embed, nn_image,
    nn_loss, nn_loss_basic, nn_loss_margin, nn_norm, nn_pad, nn_pool, nn_pool_adaptive, nn_resize, nn_attention_forward, nn_deformable, nn_recurrent,
)  # fmt: skip

for _chapter in _CHAPTERS:
    globals().update({name: getattr(_chapter, name) for name in _chapter.__all__})

__all__ = [name for chapter in _CHAPTERS for name in chapter.__all__]

attach(
    {
        "gelu": nn_activation.gelu,
        "hardshrink": nn_activation.hardshrink,
        "log_softmax": nn_activation.log_softmax,
        "relu": nn_activation.relu,
        "sigmoid": nn_activation.sigmoid,
        "softmax": nn_activation.softmax,
        "tanh": nn_activation.tanh,
    }
)
