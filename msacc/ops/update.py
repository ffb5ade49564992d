"""Update rules of optimizers as primitives: each changes its parameters in place and returns them.

The rules take torch tensors; rates and coefficients may be numbers or 0-d tensors.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import torch

from msacc.ops.core.op import op
from msacc.ops.core.primitive import Primitive, primitive

T = torch.Tensor
_required = inspect.Parameter.empty


def _in_place(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The skin of an op, without recording gradients."""
    return op(functools.wraps(fn)(torch.no_grad()(fn)))  # type: ignore[arg-type]


@_in_place
def apply_momentum(
    var: T,
    accum: T,
    lr: Any,
    grad: T,
    momentum: Any,
    use_nesterov: bool = False,
    scale: float = 1.0,
) -> T:
    """accum = momentum * accum + grad; var -= lr * accum (nesterov: grad + momentum * accum)."""
    grad = grad * scale
    accum.mul_(momentum).add_(grad)
    step = grad + accum * momentum if use_nesterov else accum
    return var.sub_(step * lr)


@_in_place
def apply_sgd(
    var: T,
    grad: T,
    lr: Any,
    accum: T,
    momentum: Any,
    stat: T,
    dampening: float = 0.0,
    weight_decay: float = 0.0,
    nesterov: bool = False,
) -> T:
    """`nn.SGD`'s rule; `stat` is 1 until the first step, then 0."""
    grad = grad + weight_decay * var
    later = accum * momentum + grad * (1 - dampening)
    accum.copy_(torch.where(stat == 1, grad, later))
    stat.zero_()
    return var.sub_((grad + accum * momentum if nesterov else accum) * lr)


def _moments(m: T, v: T, beta1: Any, beta2: Any, grad: T) -> None:
    m.add_((grad - m) * (1 - beta1))
    v.add_((grad * grad - v) * (1 - beta2))


def _adam_step(
    m: T, v: T, b1p: Any, b2p: Any, lr: Any, beta1: Any, eps: Any, grad: T, nesterov: bool
) -> T:
    rate = lr * torch.sqrt(1 - torch.as_tensor(b2p)) / (1 - b1p)
    mean = beta1 * m + (1 - beta1) * grad if nesterov else m
    return rate * mean / (v.sqrt() + eps)


@_in_place
def apply_adam(
    var: T,
    m: T,
    v: T,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    gradient: T,
    use_nesterov: bool = False,
) -> Any:
    """`nn.Adam`'s rule; returns (var, m, v)."""
    _moments(m, v, beta1, beta2, gradient)
    var.sub_(_adam_step(m, v, beta1_power, beta2_power, lr, beta1, epsilon, gradient, use_nesterov))
    return var, m, v


@_in_place
def adam_no_update(
    m: T,
    v: T,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    gradient: T,
    use_nesterov: bool = False,
) -> T:
    """Adam's moments, and what to add to the parameters."""
    _moments(m, v, beta1, beta2, gradient)
    return -_adam_step(m, v, beta1_power, beta2_power, lr, beta1, epsilon, gradient, use_nesterov)


@_in_place
def fused_sparse_adam(
    var: T,
    m: T,
    v: T,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    gradient: T,
    indices: T,
    use_nesterov: bool = False,
) -> Any:
    """Adam with a gradient for the rows at `indices` only (rows given twice add up)."""
    dense = torch.zeros_like(var).index_add_(0, indices.long(), gradient)
    _moments(m, v, beta1, beta2, dense)
    var.sub_(_adam_step(m, v, beta1_power, beta2_power, lr, beta1, epsilon, dense, use_nesterov))
    return var, m, v


@_in_place
def apply_adam_amsgrad(
    var: T,
    m: T,
    v: T,
    vhat: T,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: T,
) -> Any:
    """Adam with the largest second moment so far; returns (var, m, v, vhat)."""
    _moments(m, v, beta1, beta2, grad)
    vhat.copy_(torch.maximum(vhat, v))
    var.sub_(_adam_step(m, vhat, beta1_power, beta2_power, lr, beta1, epsilon, grad, False))
    return var, m, v, vhat


@_in_place
def adam_weight_decay(
    var: T, m: T, v: T, lr: Any, beta1: Any, beta2: Any, epsilon: Any, decay: Any, gradient: T
) -> Any:
    """`nn.AdamWeightDecay`'s rule; returns (var, m, v)."""
    _moments(m, v, beta1, beta2, gradient.to(m.dtype))
    var.sub_(lr * (m / (v.sqrt() + epsilon) + decay * var))
    return var, m, v


@_in_place
def weight_scale_momentum(
    weight_decay: Any, loss_scale: Any, var: T, accum: T, lr: Any, grad: T, momentum: Any
) -> T:
    """Momentum on loss_scale * grad + weight_decay * var."""
    accum.mul_(momentum).add_(grad * loss_scale + weight_decay * var)
    return var.sub_(accum * lr)


@_in_place
def apply_adagrad(
    var: T, accum: T, lr: Any, grad: T, update_slots: bool = True, epsilon: float = 0.0
) -> Any:
    """accum += grad²; var -= lr * grad / (sqrt(accum) + epsilon); returns (var, accum)."""
    if update_slots:
        accum.add_(grad * grad)
    return var.sub_(lr * grad / (accum.sqrt() + epsilon)), accum


@_in_place
def apply_adadelta(
    var: T, accum: T, accum_update: T, lr: Any, rho: Any, epsilon: Any, grad: T
) -> Any:
    """`nn.Adadelta`'s rule; returns (var, accum, accum_update)."""
    accum.mul_(rho).add_(grad * grad * (1 - rho))
    step = torch.sqrt((accum_update + epsilon) / (accum + epsilon)) * grad
    accum_update.mul_(rho).add_(step * step * (1 - rho))
    return var.sub_(step * lr), accum, accum_update


@_in_place
def apply_adamax(
    var: T, m: T, v: T, beta1_power: Any, lr: Any, beta1: Any, beta2: Any, epsilon: Any, grad: T
) -> Any:
    """`nn.AdaMax`'s rule; returns (var, m, v)."""
    m.add_((grad - m) * (1 - beta1))
    v.copy_(torch.maximum(v * beta2, grad.abs()))
    return var.sub_(lr / (1 - beta1_power) * m / (v + epsilon)), m, v


@_in_place
def apply_rmsprop(
    var: T, mean_square: T, moment: T, lr: Any, grad: T, decay: Any, momentum: Any, epsilon: Any
) -> T:
    """`nn.RMSProp`'s rule; returns var."""
    mean_square.add_((grad * grad - mean_square) * (1 - decay))
    moment.mul_(momentum).add_(lr * grad / torch.sqrt(mean_square + epsilon))
    return var.sub_(moment)


@_in_place
def apply_centered_rmsprop(
    var: T,
    mean_gradient: T,
    mean_square: T,
    moment: T,
    grad: T,
    lr: Any,
    decay: Any,
    momentum: Any,
    epsilon: Any,
) -> T:
    """`nn.RMSProp(centered=True)`'s rule; returns var."""
    mean_square.add_((grad * grad - mean_square) * (1 - decay))
    mean_gradient.add_((grad - mean_gradient) * (1 - decay))
    below = torch.sqrt(mean_square - mean_gradient * mean_gradient + epsilon)
    moment.mul_(momentum).add_(lr * grad / below)
    return var.sub_(moment)


@_in_place
def apply_ftrl(var: T, accum: T, linear: T, grad: T, lr: Any, l1: Any, l2: Any, lr_power: Any) -> T:
    """`nn.FTRL`'s rule; returns var."""
    total = accum + grad * grad
    before, after = accum.pow(-lr_power), total.pow(-lr_power)
    linear.add_(grad - (after - before) / lr * var)
    moved = (linear.sign() * l1 - linear) / (after / lr + 2 * l2)
    accum.copy_(total)
    return var.copy_(torch.where(linear.abs() > l1, moved, torch.zeros_like(var)))


def _proximal(moved: T, rate: Any, l1: Any, l2: Any) -> T:
    return moved.sign() / (1 + rate * l2) * (moved.abs() - rate * l1).clamp(min=0)


@_in_place
def apply_proximal_adagrad(var: T, accum: T, lr: Any, l1: Any, l2: Any, grad: T) -> Any:
    """`nn.ProximalAdagrad`'s rule; returns (var, accum)."""
    accum.add_(grad * grad)
    rate = lr / accum.sqrt()
    return var.copy_(_proximal(var - rate * grad, rate, l1, l2)), accum


@_in_place
def apply_gradient_descent(var: T, alpha: Any, delta: T) -> T:
    """var -= alpha * delta."""
    return var.sub_(alpha * delta)


@_in_place
def apply_proximal_gradient_descent(var: T, alpha: Any, l1: Any, l2: Any, delta: T) -> T:
    """Gradient descent with L1 and L2 terms; returns var."""
    return var.copy_(_proximal(var - alpha * delta, alpha, l1, l2))


@_in_place
def apply_add_sign(var: T, m: T, lr: Any, alpha: Any, sign_decay: Any, beta: Any, grad: T) -> Any:
    """m averages grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad; (var, m)."""
    m.mul_(beta).add_(grad * (1 - beta))
    return var.sub_(lr * (alpha + sign_decay * grad.sign() * m.sign()) * grad), m


@_in_place
def apply_power_sign(
    var: T, m: T, lr: Any, logbase: Any, sign_decay: Any, beta: Any, grad: T
) -> Any:
    """m averages grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad; (var, m)."""
    m.mul_(beta).add_(grad * (1 - beta))
    return var.sub_(lr * torch.exp(logbase * sign_decay * grad.sign() * m.sign()) * grad), m


@_in_place
def apply_keras_momentum(
    var: T, accum: T, lr: Any, grad: T, momentum: Any, use_nesterov: bool = False
) -> Any:
    """accum = momentum * accum - lr * grad; var += accum; returns (var, accum)."""
    accum.mul_(momentum).sub_(lr * grad)
    return var.add_(accum * momentum - lr * grad if use_nesterov else accum), accum


@_in_place
def lars_update(
    weight: T,
    gradient: T,
    norm_weight: T,
    norm_gradient: T,
    weight_decay: Any,
    learning_rate: Any,
    epsilon: float = 1e-5,
    hyperpara: float = 0.001,
    use_clip: bool = False,
) -> T:
    """The gradient as LARS scales it; the norms come squared."""
    size, length = norm_weight.sqrt(), norm_gradient.sqrt()
    ratio = hyperpara * size / (length + weight_decay * size + epsilon)
    if use_clip:
        ratio = (ratio / learning_rate).clamp(max=1.0)
    return (gradient + weight_decay * weight) * ratio


_LOCK: dict[str, Any] = {"use_locking": False}
_NESTEROV: dict[str, Any] = {"use_locking": False, "use_nesterov": False}


def _unlocked(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A door that takes `use_locking`: updates run one after the other anyway."""

    @functools.wraps(fn)
    def call(*args: Any, use_locking: bool = False, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    return call


class ApplyAdamWithAmsgrad(Primitive):
    """`apply_adam_amsgrad` with beta1, beta2 and epsilon given at construction."""

    def __init__(
        self,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        use_locking: bool = False,
    ):
        super().__init__("ApplyAdamWithAmsgrad")
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def construct(self, *args: Any) -> Any:
        *state, grad = args
        return apply_adam_amsgrad(*state, self.beta1, self.beta2, self.epsilon, grad)


ApplyMomentum = primitive(
    "ApplyMomentum",
    _unlocked(apply_momentum),
    _to={"gradient_scale": "scale"},
    use_nesterov=False,
    use_locking=False,
    gradient_scale=1.0,
)
SGD = primitive("SGD", apply_sgd, dampening=0.0, weight_decay=0.0, nesterov=False)
Adam = primitive("Adam", _unlocked(apply_adam), **_NESTEROV)
AdamNoUpdateParam = primitive("AdamNoUpdateParam", _unlocked(adam_no_update), **_NESTEROV)
AdamWeightDecay = primitive("AdamWeightDecay", _unlocked(adam_weight_decay), **_LOCK)
FusedCastAdamWeightDecay = primitive(
    "FusedCastAdamWeightDecay", _unlocked(adam_weight_decay), **_LOCK
)
FusedSparseAdam = primitive("FusedSparseAdam", _unlocked(fused_sparse_adam), **_NESTEROV)
FusedWeightScaleApplyMomentum = primitive("FusedWeightScaleApplyMomentum", weight_scale_momentum)
ApplyAdamWithAmsgradV2 = primitive("ApplyAdamWithAmsgradV2", _unlocked(apply_adam_amsgrad), **_LOCK)
ApplyAdagrad = primitive("ApplyAdagrad", apply_adagrad, update_slots=True)
ApplyAdagradV2 = primitive("ApplyAdagradV2", apply_adagrad, epsilon=_required, update_slots=True)
ApplyAdadelta = primitive("ApplyAdadelta", apply_adadelta)
ApplyAdaMax = primitive("ApplyAdaMax", apply_adamax)
ApplyRMSProp = primitive("ApplyRMSProp", _unlocked(apply_rmsprop), **_LOCK)
ApplyCenteredRMSProp = primitive("ApplyCenteredRMSProp", _unlocked(apply_centered_rmsprop), **_LOCK)
ApplyFtrl = primitive("ApplyFtrl", _unlocked(apply_ftrl), **_LOCK)
ApplyProximalAdagrad = primitive("ApplyProximalAdagrad", _unlocked(apply_proximal_adagrad), **_LOCK)
ApplyGradientDescent = primitive("ApplyGradientDescent", apply_gradient_descent)
ApplyProximalGradientDescent = primitive(
    "ApplyProximalGradientDescent", apply_proximal_gradient_descent
)
ApplyAddSign = primitive("ApplyAddSign", apply_add_sign)
ApplyPowerSign = primitive("ApplyPowerSign", apply_power_sign)
ApplyKerasMomentum = primitive("ApplyKerasMomentum", _unlocked(apply_keras_momentum), **_NESTEROV)
LARSUpdate = primitive("LARSUpdate", lars_update, epsilon=1e-5, hyperpara=0.001, use_clip=False)

# The rules themselves are no functions of mindspore.ops.
__all__ = [
    name
    for name, value in globals().items()
    if isinstance(value, type) and issubclass(value, Primitive) and value is not Primitive
]
