"""Optimizer update rules as primitives: each changes its Parameters in place and returns them.

Rates and coefficients are numbers or Tensors of one value. The formulas stand in `ops.update`.
"""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.use_locking import check_locking
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import Setting, bindings
from msacc.ops.core.locking_primitives import RulePrimitive
from msacc.ops.core.primitive import Primitive
from msacc.ops.update import adagrad as sums
from msacc.ops.update import adam as adams
from msacc.ops.update import gradient_transforms, norm_scaled, sign
from msacc.ops.update import momentum as momenta
from msacc.ops.update.rmsprop import rmsprop
from msacc.ops.update.step_counters import from_one
from msacc.ops.update.tensor_lists import Number, descend, in_place, numbers

T = torch.Tensor


@bindings(
    RulePrimitive(
        "ApplyMomentum",
        "accum = momentum * accum + grad; var -= lr * accum (nesterov: grad + momentum * accum).",
        settings={
            "use_nesterov": Setting(False, checks.boolean),
            "use_locking": Setting(False),
            "gradient_scale": Setting(1.0, checks.floating, argument="scale"),
        },
    )
)
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
    grads = [grad] if scale == 1.0 else gradient_transforms.scale_gradients([grad], scale)
    momenta.momentum([var], grads, [accum], lr, momentum, use_nesterov)
    return var


@bindings(
    RulePrimitive(
        "SGD",
        "`nn.SGD`'s rule; `stat` is 1 until the first step, then 0.",
        settings={
            "dampening": Setting(0.0),
            "weight_decay": Setting(0.0),
            "nesterov": Setting(False, checks.boolean),
        },
    )
)
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
    grads = gradient_transforms.add_decay([grad], [var], weight_decay)
    momenta.sgd([var], grads, [accum], [stat], lr, momentum, dampening, nesterov)
    return var


@bindings(
    RulePrimitive(
        "Adam",
        "`nn.Adam`'s rule; the powers are beta^t.",
        settings={"use_locking": Setting(False), "use_nesterov": Setting(False, checks.boolean)},
    )
)
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


@bindings(
    RulePrimitive(
        "AdamNoUpdateParam",
        "Adam's moments; returns what to add to var.",
        settings={"use_locking": Setting(False), "use_nesterov": Setting(False, checks.boolean)},
    )
)
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
    return gradient_transforms.negate_gradients(steps)[0]


@bindings(
    RulePrimitive(
        "FusedSparseAdam",
        "Adam with a gradient for the rows at `indices` only; rows given twice add up.",
        settings={"use_locking": Setting(False), "use_nesterov": Setting(False, checks.boolean)},
    )
)
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


@bindings(
    RulePrimitive(
        "ApplyAdamWithAmsgradV2",
        "Adam with the largest second moment so far.",
        settings={"use_locking": Setting(False)},
    )
)
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


@bindings(
    RulePrimitive(
        "AdamWeightDecay",
        "One step of `nn.AdamWeightDecay`'s rule.",
        inputs=("var", "m", "v", "lr", "beta1", "beta2", "epsilon", "decay", "gradient"),
        settings={"use_locking": Setting(False)},
    ),
)
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
    lr, beta1, beta2, epsilon, decay = numbers(lr, beta1, beta2, epsilon, decay)
    adams.adam([var], grads, [m], [v], lr, beta1, beta2, epsilon, decay=decay)
    return var, m, v


@bindings(
    RulePrimitive(
        "FusedCastAdamWeightDecay",
        "`nn.AdamWeightDecay`'s rule of gradients divided by a norm, with float16 gradients for float32 moments.",
        settings={"use_locking": Setting(False)},
    )
)
@in_place
def fused_cast_adam_weight_decay(
    var: T,
    m: T,
    v: T,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    decay: Number,
    gradient: T,
    global_norm: Number,
) -> Any:
    gradient = gradient.to(m.dtype) / global_norm
    return adam_weight_decay.raw(var, m, v, lr, beta1, beta2, epsilon, decay, gradient)


@bindings(
    RulePrimitive(
        "FusedWeightScaleApplyMomentum", "Momentum on loss_scale * grad + weight_decay * var."
    )
)
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
    grads = gradient_transforms.add_decay(
        gradient_transforms.scale_gradients([grad], loss_scale), [var], weight_decay
    )
    momenta.momentum([var], grads, [accum], lr, momentum)
    return var


@bindings(
    RulePrimitive(
        "ApplyAdagrad",
        "accum += grad² (if `update_slots`); var -= lr * grad / sqrt(accum).",
        settings={"update_slots": Setting(True, checks.boolean)},
    ),
    RulePrimitive(
        "ApplyAdagradV2",
        "accum += grad² (if `update_slots`); var -= lr * grad / (sqrt(accum) + epsilon).",
        settings={
            "epsilon": Setting(check=checks.floating),
            "update_slots": Setting(True, checks.boolean),
        },
    ),
)
@in_place
def apply_adagrad(
    var: T, accum: T, lr: Number, grad: T, update_slots: bool = True, epsilon: float | None = None
) -> Any:
    sums.adagrad([var], [grad], [accum], lr, epsilon, update_slots)
    return var, accum


@bindings(RulePrimitive("ApplyAdadelta", "One step of `nn.Adadelta`'s rule."))
@in_place
def apply_adadelta(
    var: T, accum: T, accum_update: T, lr: Number, rho: Number, epsilon: Number, grad: T
) -> Any:
    sums.adadelta([var], [grad], [accum], [accum_update], lr, rho, epsilon)
    return var, accum, accum_update


@bindings(RulePrimitive("ApplyAdaMax", "`nn.AdaMax`'s rule; the power is beta1^t."))
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


@bindings(
    RulePrimitive(
        "ApplyRMSProp", "One step of `nn.RMSProp`'s rule.", settings={"use_locking": Setting(False)}
    )
)
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


@bindings(
    RulePrimitive(
        "ApplyCenteredRMSProp",
        "One step of `nn.RMSProp(centered=True)`'s rule.",
        settings={"use_locking": Setting(False)},
    )
)
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


@bindings(
    RulePrimitive(
        "ApplyFtrl", "One step of `nn.FTRL`'s rule.", settings={"use_locking": Setting(False)}
    )
)
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


@bindings(
    RulePrimitive(
        "ApplyProximalAdagrad",
        "One step of `nn.ProximalAdagrad`'s rule.",
        settings={"use_locking": Setting(False)},
    )
)
@in_place
def apply_proximal_adagrad(var: T, accum: T, lr: Number, l1: Number, l2: Number, grad: T) -> Any:
    sums.proximal_adagrad([var], [grad], [accum], lr, l1, l2)
    return var, accum


@bindings(RulePrimitive("ApplyGradientDescent", "var -= alpha * delta."))
@in_place
def apply_gradient_descent(var: T, alpha: Number, delta: T) -> T:
    descend([var], [delta], alpha)
    return var


@bindings(
    RulePrimitive(
        "ApplyProximalGradientDescent",
        "q = var - alpha * delta; var = sign(q) * max(|q| - alpha * l1, 0) / (1 + alpha * l2).",
    )
)
@in_place
def apply_proximal_gradient_descent(var: T, alpha: Number, l1: Number, l2: Number, delta: T) -> T:
    momenta.proximal_descent([var], [delta], alpha, l1, l2)
    return var


@bindings(
    RulePrimitive(
        "ApplyAddSign",
        "m averages grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad.",
    )
)
@in_place
def apply_add_sign(
    var: T, m: T, lr: Number, alpha: Number, sign_decay: Number, beta: Number, grad: T
) -> Any:
    sign.add_sign([var], [grad], [m], lr, alpha, sign_decay, beta)
    return var, m


@bindings(
    RulePrimitive(
        "ApplyPowerSign",
        "m averages grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad.",
    )
)
@in_place
def apply_power_sign(
    var: T, m: T, lr: Number, logbase: Number, sign_decay: Number, beta: Number, grad: T
) -> Any:
    sign.power_sign([var], [grad], [m], lr, logbase, sign_decay, beta)
    return var, m


@bindings(
    RulePrimitive(
        "ApplyKerasMomentum",
        "accum = momentum * accum - lr * grad; var += accum (nesterov: momentum * accum - lr * grad).",
        settings={"use_locking": Setting(False), "use_nesterov": Setting(False, checks.boolean)},
    )
)
@in_place
def apply_keras_momentum(
    var: T, accum: T, lr: Number, grad: T, momentum: Number, use_nesterov: bool = False
) -> Any:
    momenta.keras_momentum([var], [grad], [accum], lr, momentum, use_nesterov)
    return var, accum


@bindings(
    RulePrimitive(
        "LARSUpdate",
        "Returns the gradient as LARS scales it; the norms come squared.",
        settings={
            "epsilon": Setting(1e-5, checks.floating),
            "hyperpara": Setting(0.001, checks.floating),
            "use_clip": Setting(False, checks.boolean),
        },
    )
)
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


class ApplyAdamWithAmsgrad(Primitive):
    """Adam with the largest second moment so far; its coefficients are given at construction.

    `beta1`, `beta2`, `epsilon`: floats.
    `use_locking` (bool, TypeError otherwise) has no effect, and says so once if it is not the default.

    Called with (var, m, v, vhat, beta1_power, beta2_power, lr, grad); changes and returns (var, m, v, vhat).
    State and gradient are float Tensors of one shape, the others numbers or Tensors of one value.
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


# The rules themselves are no functions of mindspore.ops.
__all__ = ["ApplyAdamWithAmsgrad"]
