"""Update rules of optimizers as primitives: each changes its Parameters in place and returns them.

Rates and coefficients are numbers or Tensors of one value. The formulas stand in `ops.update`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.use_locking import check_locking
from msacc.ops.core.locking_primitives import locked
from msacc.ops.core.primitive import Primitive, primitive
from msacc.ops.update import adagrad as sums
from msacc.ops.update import adam as adams
from msacc.ops.update import gradient_transforms, norm_scaled, sign
from msacc.ops.update import momentum as momenta
from msacc.ops.update.rmsprop import rmsprop
from msacc.ops.update.step_counters import from_one
from msacc.ops.update.tensor_lists import Number, descend, in_place

T = torch.Tensor
_required = inspect.Parameter.empty


@in_place
def apply_momentum(
    var: T,
    accum: T,
    lr: Number,
    grad: T,
    momentum: Number,
    use_nesterov: bool = False,
    scale: float = 1.0,
) -> T:
    grads = [grad] if scale == 1.0 else gradient_transforms.scaled([grad], scale)
    momenta.momentum([var], grads, [accum], lr, momentum, use_nesterov)
    return var


@in_place
def apply_sgd(
    var: T,
    grad: T,
    lr: Number,
    accum: T,
    momentum: Number,
    stat: T,
    dampening: float = 0.0,
    weight_decay: float = 0.0,
    nesterov: bool = False,
) -> T:
    grads = gradient_transforms.decayed([grad], [var], weight_decay)
    momenta.sgd([var], grads, [accum], [stat], lr, momentum, dampening, nesterov)
    return var


@in_place
def apply_adam(
    var: T,
    m: T,
    v: T,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    gradient: T,
    use_nesterov: bool = False,
) -> Any:
    biases = from_one(beta1_power), from_one(beta2_power)
    steady = lr, beta1, beta2, epsilon
    adams.adam([var], [gradient], [m], [v], *steady, *biases, nesterov=use_nesterov)
    return var, m, v


@in_place
def adam_no_update(
    m: T,
    v: T,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    gradient: T,
    use_nesterov: bool = False,
) -> Any:
    biases = from_one(beta1_power), from_one(beta2_power)
    steady = lr, beta1, beta2, epsilon
    steps = adams.adam_steps([gradient], [m], [v], *steady, *biases, nesterov=use_nesterov)
    return gradient_transforms.negated(steps)[0]


@in_place
def fused_sparse_adam(
    var: T,
    m: T,
    v: T,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    gradient: T,
    indices: T,
    use_nesterov: bool = False,
) -> Any:
    dense = gradient_transforms.from_rows(var, indices, gradient)
    steady = beta1_power, beta2_power, lr, beta1, beta2, epsilon
    return apply_adam.raw(var, m, v, *steady, dense, use_nesterov)


@in_place
def apply_adam_amsgrad(
    var: T,
    m: T,
    v: T,
    vhat: T,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    grad: T,
) -> Any:
    biases = from_one(beta1_power), from_one(beta2_power)
    adams.adam(*([var], [grad], [m], [v], lr, beta1, beta2, epsilon), *biases, largest=[vhat])
    return var, m, v, vhat


@in_place
def adam_weight_decay(
    var: T,
    m: T,
    v: T,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    decay: Number,
    gradient: T,
) -> Any:
    grads = gradient_transforms.in_type_of([m], [gradient])
    adams.adam([var], grads, [m], [v], lr, beta1, beta2, epsilon, decay=decay)
    return var, m, v


@in_place
def weight_scale_momentum(
    weight_decay: Number,
    loss_scale: Number,
    var: T,
    accum: T,
    lr: Number,
    grad: T,
    momentum: Number,
) -> T:
    grads = gradient_transforms.decayed(
        gradient_transforms.scaled([grad], loss_scale), [var], weight_decay
    )
    momenta.momentum([var], grads, [accum], lr, momentum)
    return var


@in_place
def apply_adagrad(
    var: T, accum: T, lr: Number, grad: T, update_slots: bool = True, epsilon: float | None = None
) -> Any:
    sums.adagrad([var], [grad], [accum], lr, epsilon, update_slots)
    return var, accum


@in_place
def apply_adadelta(
    var: T, accum: T, accum_update: T, lr: Number, rho: Number, epsilon: Number, grad: T
) -> Any:
    sums.adadelta([var], [grad], [accum], [accum_update], lr, rho, epsilon)
    return var, accum, accum_update


@in_place
def apply_adamax(
    var: T,
    m: T,
    v: T,
    beta1_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    grad: T,
) -> Any:
    steady = lr, beta1, beta2, epsilon
    adams.adamax([var], [grad], [m], [v], *steady, from_one(beta1_power))
    return var, m, v


@in_place
def apply_rmsprop(
    var: T,
    mean_square: T,
    moment: T,
    lr: Number,
    grad: T,
    decay: Number,
    momentum: Number,
    epsilon: Number,
) -> T:
    rmsprop([var], [grad], [mean_square], None, [moment], lr, decay, momentum, epsilon)
    return var


@in_place
def apply_centered_rmsprop(
    var: T,
    mean_gradient: T,
    mean_square: T,
    moment: T,
    grad: T,
    lr: Number,
    decay: Number,
    momentum: Number,
    epsilon: Number,
) -> T:
    steady = lr, decay, momentum, epsilon
    rmsprop([var], [grad], [mean_square], [mean_gradient], [moment], *steady)
    return var


@in_place
def apply_ftrl(
    var: T,
    accum: T,
    linear: T,
    grad: T,
    lr: Number,
    l1: Number,
    l2: Number,
    lr_power: Number,
) -> T:
    sums.ftrl([var], [grad], [accum], [linear], lr, l1, l2, lr_power)
    return var


@in_place
def apply_proximal_adagrad(var: T, accum: T, lr: Number, l1: Number, l2: Number, grad: T) -> Any:
    sums.proximal_adagrad([var], [grad], [accum], lr, l1, l2)
    return var, accum


@in_place
def apply_gradient_descent(var: T, alpha: Number, delta: T) -> T:
    descend([var], [delta], alpha)
    return var


@in_place
def apply_proximal_gradient_descent(var: T, alpha: Number, l1: Number, l2: Number, delta: T) -> T:
    momenta.proximal_descent([var], [delta], alpha, l1, l2)
    return var


@in_place
def apply_add_sign(
    var: T, m: T, lr: Number, alpha: Number, sign_decay: Number, beta: Number, grad: T
) -> Any:
    sign.add_sign([var], [grad], [m], lr, alpha, sign_decay, beta)
    return var, m


@in_place
def apply_power_sign(
    var: T, m: T, lr: Number, logbase: Number, sign_decay: Number, beta: Number, grad: T
) -> Any:
    sign.power_sign([var], [grad], [m], lr, logbase, sign_decay, beta)
    return var, m


@in_place
def apply_keras_momentum(
    var: T, accum: T, lr: Number, grad: T, momentum: Number, use_nesterov: bool = False
) -> Any:
    momenta.keras_momentum([var], [grad], [accum], lr, momentum, use_nesterov)
    return var, accum


@in_place
def lars_update(
    weight: T,
    gradient: T,
    norm_weight: T,
    norm_gradient: T,
    weight_decay: Number,
    learning_rate: Number,
    epsilon: float = 1e-5,
    hyperpara: float = 0.001,
    use_clip: bool = False,
) -> Any:
    sizes, lengths = norm_scaled.roots([norm_weight]), norm_scaled.roots([norm_gradient])
    steady = weight_decay, hyperpara, epsilon, learning_rate if use_clip else None
    return norm_scaled.lars([weight], [gradient], sizes, lengths, *steady)[0]


def rule_door(name: str, fn: Callable[..., Any], formula: str, /, **init: Any) -> type[Primitive]:
    """A primitive over a rule; one that takes `use_locking` says that it changes nothing."""
    renamed = {"gradient_scale": "scale"} if "gradient_scale" in init else {}
    kept = {renamed.get(key, key) for key in init}
    call_only = [p for p in inspect.signature(fn).parameters.values() if p.default is _required]
    given = ", ".join(p.name for p in call_only if p.name not in kept)
    text = f"{formula}\n\nCalled with ({given}); changes the state given in place and returns it.\n"
    make = locked if "use_locking" in init else primitive
    return make(name, fn, text, renamed, **init)


_door = rule_door


class ApplyAdamWithAmsgrad(Primitive):
    """Adam with the largest second moment so far; its coefficients are given at construction.

    `beta1`, `beta2`, `epsilon`: floats. Called with (var, m, v, vhat, beta1_power, beta2_power, lr, grad);
    changes and returns (var, m, v, vhat).
    """

    def __init__(
        self,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        use_locking: bool = False,
    ):
        super().__init__("ApplyAdamWithAmsgrad")
        check_locking("ApplyAdamWithAmsgrad", use_locking)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def construct(self, *args: Any) -> Any:
        *state, grad = args
        return apply_adam_amsgrad(*state, self.beta1, self.beta2, self.epsilon, grad)


_LOCK: dict[str, Any] = {"use_locking": False}
_NESTEROV: dict[str, Any] = {"use_locking": False, "use_nesterov": False}

ApplyMomentum = _door(
    "ApplyMomentum",
    apply_momentum,
    "accum = momentum * accum + grad; var -= lr * accum (nesterov: grad + momentum * accum).",
    use_nesterov=False,
    use_locking=False,
    gradient_scale=1.0,
)
SGD = _door(
    "SGD",
    apply_sgd,
    "`nn.SGD`'s rule; `stat` is 1 until the first step, then 0.",
    dampening=0.0,
    weight_decay=0.0,
    nesterov=False,
)
Adam = _door("Adam", apply_adam, "`nn.Adam`'s rule; the powers are beta^t.", **_NESTEROV)
AdamNoUpdateParam = _door(
    "AdamNoUpdateParam", adam_no_update, "Adam's moments; returns what to add to var.", **_NESTEROV
)
AdamWeightDecay = _door(
    "AdamWeightDecay", adam_weight_decay, "`nn.AdamWeightDecay`'s rule.", **_LOCK
)
FusedCastAdamWeightDecay = _door(
    "FusedCastAdamWeightDecay",
    adam_weight_decay,
    "`nn.AdamWeightDecay`'s rule, with float16 gradients for float32 moments.",
    **_LOCK,
)
FusedSparseAdam = _door(
    "FusedSparseAdam",
    fused_sparse_adam,
    "Adam with a gradient for the rows at `indices` only; rows given twice add up.",
    **_NESTEROV,
)
FusedWeightScaleApplyMomentum = _door(
    "FusedWeightScaleApplyMomentum",
    weight_scale_momentum,
    "Momentum on loss_scale * grad + weight_decay * var.",
)
ApplyAdamWithAmsgradV2 = _door(
    "ApplyAdamWithAmsgradV2",
    apply_adam_amsgrad,
    "Adam with the largest second moment so far.",
    **_LOCK,
)
ApplyAdagrad = _door(
    "ApplyAdagrad",
    apply_adagrad,
    "accum += grad² (if `update_slots`); var -= lr * grad / sqrt(accum).",
    update_slots=True,
)
ApplyAdagradV2 = _door(
    "ApplyAdagradV2",
    apply_adagrad,
    "accum += grad² (if `update_slots`); var -= lr * grad / (sqrt(accum) + epsilon).",
    epsilon=_required,
    update_slots=True,
)
ApplyAdadelta = _door("ApplyAdadelta", apply_adadelta, "`nn.Adadelta`'s rule.")
ApplyAdaMax = _door("ApplyAdaMax", apply_adamax, "`nn.AdaMax`'s rule; the power is beta1^t.")
ApplyRMSProp = _door("ApplyRMSProp", apply_rmsprop, "`nn.RMSProp`'s rule.", **_LOCK)
ApplyCenteredRMSProp = _door(
    "ApplyCenteredRMSProp", apply_centered_rmsprop, "`nn.RMSProp(centered=True)`'s rule.", **_LOCK
)
ApplyFtrl = _door("ApplyFtrl", apply_ftrl, "`nn.FTRL`'s rule.", **_LOCK)
ApplyProximalAdagrad = _door(
    "ApplyProximalAdagrad", apply_proximal_adagrad, "`nn.ProximalAdagrad`'s rule.", **_LOCK
)
ApplyGradientDescent = _door(
    "ApplyGradientDescent", apply_gradient_descent, "var -= alpha * delta."
)
ApplyProximalGradientDescent = _door(
    "ApplyProximalGradientDescent",
    apply_proximal_gradient_descent,
    "q = var - alpha * delta; var = sign(q) * max(|q| - alpha * l1, 0) / (1 + alpha * l2).",
)
ApplyAddSign = _door(
    "ApplyAddSign",
    apply_add_sign,
    "m averages grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad.",
)
ApplyPowerSign = _door(
    "ApplyPowerSign",
    apply_power_sign,
    "m averages grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad.",
)
ApplyKerasMomentum = _door(
    "ApplyKerasMomentum",
    apply_keras_momentum,
    "accum = momentum * accum - lr * grad; var += accum (nesterov: momentum * accum - lr * grad).",
    **_NESTEROV,
)
LARSUpdate = _door(
    "LARSUpdate",
    lars_update,
    "Returns the gradient as LARS scales it; the norms come squared.",
    epsilon=1e-5,
    hyperpara=0.001,
    use_clip=False,
)

# The rules themselves are no functions of mindspore.ops.
__all__ = [
    name
    for name, value in globals().items()
    if isinstance(value, type) and issubclass(value, Primitive) and value is not Primitive
]
