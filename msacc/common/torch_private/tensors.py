"""Tensors, ops and modules: what torch keeps to itself of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def ctc_log_alpha(
    log_probs: torch.Tensor,
    targets: torch.Tensor,
    input_lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int,
) -> torch.Tensor:
    """The forward variables of a CTC loss, (N, T, 2S + 1); what lies behind a sequence's end is arbitrary."""
    lengths = input_lengths.long(), target_lengths.long()
    return torch._ctc_loss(log_probs, targets.long(), *lengths, blank)[1]  # type: ignore[no-any-return]


# The ops over lists of tensors, which torch documents under their private names; they are called as
# torch._foreach_<name>, where optimizers use them.
FOREACH = frozenset(
    [
        "abs",
        "add",
        "add_",
        "addcmul",
        "addcmul_",
        "clamp_max",
        "clamp_min_",
        "copy_",
        "div",
        "div_",
        "exp",
        "lerp_",
        "maximum_",
        "mul",
        "mul_",
        "neg",
        "norm",
        "pow",
        "rsqrt",
        "sign",
        "sqrt",
        "sub",
        "sub_",
        "zero_",
    ]
)


# Samples of the gamma distribution of rate 1, with a generator (torch.distributions takes none).
standard_gamma = torch._standard_gamma


def has_float16_products() -> bool:
    """Whether torch's library of kernels multiplies float16 on this processor."""
    return _has_products("fp16")


def has_bfloat16_products() -> bool:
    """Whether it multiplies bfloat16."""
    return _has_products("bf16")


def _has_products(kind: str) -> bool:
    is_supported = getattr(torch.ops.mkldnn, f"_is_mkldnn_{kind}_supported", None)
    return (
        is_supported is not None and torch.backends.mkldnn.is_available() and bool(is_supported())
    )


def view_base(t: torch.Tensor) -> torch.Tensor:
    """The base of the view `t`, or `t` itself."""
    return t if t._base is None else t._base


def version(t: torch.Tensor) -> int:
    """How often `t` was written to."""
    return t._version


def is_view(t: torch.Tensor) -> bool:
    """Whether `t` shows another tensor's memory, as autograd sees it."""
    return t._is_view()


def storage_key(storage: torch.UntypedStorage) -> int:
    """A number for this memory, the same for every object that stands for it."""
    return storage._cdata


def cudnn_rnn() -> Any:
    """The op that runs recurrent layers on CUDA: (input, weights, ...)."""
    return torch.ops.aten._cudnn_rnn


_RNN_MODES = {"RNN_RELU": 0, "RNN_TANH": 1, "LSTM": 2, "GRU": 3}


def put_rnn_weights_together(
    mode: str, weights: list[torch.Tensor], per: int, layers: int, bidirectional: bool
) -> None:
    """Moves the weights of recurrent layers, `per` of each and direction, into one block as cuDNN lays it out."""
    hidden, features = weights[1].shape[1], weights[0].shape[1]
    with torch.no_grad():
        torch._cudnn_rnn_flatten_weight(
            weights, per, features, _RNN_MODES[mode], hidden, 0, layers, False, bidirectional
        )


class WatchedModule(torch.nn.Module):
    """A module that is told when torch is about to look at all of its tensors, and when it has changed them."""

    def before_tensors(self) -> None:
        """Torch is about to read or write the tensors of `_parameters` and `_buffers`."""

    def after_tensors(self) -> None:
        """`.to()` or one of its kin may have put others in their places."""

    def _save_to_state_dict(self, *args: object) -> None:
        self.before_tensors()
        super()._save_to_state_dict(*args)

    def _load_from_state_dict(self, *args: object) -> None:
        self.before_tensors()
        super()._load_from_state_dict(*args)

    def _apply(self, fn: Callable[[torch.Tensor], torch.Tensor], recurse: bool = True) -> Any:
        self.before_tensors()
        super()._apply(fn, recurse)
        self.after_tensors()
        return self


def fused_sgd(
    params: list[torch.Tensor],
    grads: list[torch.Tensor],
    buffers: list[torch.Tensor],
    *,
    lr: torch.Tensor | float,
    momentum: float,
    nesterov: bool,
) -> None:
    """held = momentum * held + grad; param -= lr * held, or lr * (grad + momentum * held)."""
    torch._fused_sgd_(
        *(params, grads, buffers),
        weight_decay=0.0,
        momentum=momentum,
        lr=lr,
        dampening=0.0,
        nesterov=nesterov,
        maximize=False,
        is_first_step=False,
    )


def fused_adam(*tensors: Any, **numbers: Any) -> None:
    """Adam over lists of params, grads, means, squares, largest squares and steps."""
    torch._fused_adam_(*tensors, maximize=False, **numbers)


def fused_adamw(*tensors: Any, **numbers: Any) -> None:
    """`fused_adam`, with lr * weight_decay of the parameters taken off before."""
    torch._fused_adamw_(*tensors, maximize=False, **numbers)
