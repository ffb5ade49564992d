"""Adam, AdamWeightDecay, AdamOffload, LazyAdam."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.keyword_hints import hint
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.common.use_locking import check_locking
from msacc.common.without_values import is_recorded
from msacc.nn.optim._state_on_cpu import is_elsewhere, move, streamed
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update import fused
from msacc.ops.update.adam import adam
from msacc.ops.update.state_copies import in_float32, on_device, widened
from msacc.ops.update.step_counters import from_one, grow, scalar

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class _Flags(TypedDict, total=False):
    """What `Adam` takes by keyword besides its arguments."""

    use_lazy: bool
    use_offload: bool


def check_betas(beta1: object, beta2: object, eps: object, where: str) -> None:
    """beta1 and beta2 in (0, 1), eps > 0, all floats; TypeError or ValueError otherwise."""
    check.in_range(where, "beta1", beta1, 0.0, 1.0)
    check.in_range(where, "beta2", beta2, 0.0, 1.0)
    check.positive_float(where, "eps", eps)


def as_float32(value: float) -> float:
    """The nearest float32, as a Python number."""
    return float(np.float32(value))


class KeepsNumbers(Optimizer):
    """`beta1`, `beta2` and `eps` are Tensors, as in MindSpore; their numbers are what a step computes with.

    Classes derived from an optimizer may set them without its __init__, and anybody may change them.
    """

    _msacc_b1: float
    _msacc_b2: float
    _msacc_eps: float

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in _NUMBERS:
            number = value.asnumpy().ravel()[0] if isinstance(value, Tensor) else as_float32(value)
            # The float32 values are what MindSpore computes with, and 1 - beta2 shows the difference.
            self.__dict__[_NUMBERS[name]] = float(number)


_NUMBERS = {"beta1": "_msacc_b1", "beta2": "_msacc_b2", "eps": "_msacc_eps"}


class Adam(KeepsNumbers):
    """Adaptive moments: steps by the moving average of gradients, over the root of that of their
    squares.

    `m = beta1 * m + (1 - beta1) * g`
    `v = beta2 * v + (1 - beta2) * g^2`
    `p -= lr * (sqrt(1 - beta2^t) / (1 - beta1^t)) * (m / (sqrt(v) + eps))`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `beta1`, `beta2`: floats in (0, 1).
    `eps`: a float > 0.
    `use_nesterov`: beta1 * m + (1 - beta1) * g in place of m.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `use_amsgrad`: the largest v so far in place of v.

    `use_lazy`: rows of an `EmbeddingLookup(sparse=True)` that a batch does not look up keep their
    values and moments. `use_offload`: the moments lie in the CPU's pinned memory, and come to the
    device for the update, some elements at a time; a graph with it runs op by op, which is said
    once. On a CPU they are there already, which is said once.

    Raises TypeError for other types, ValueError for values out of these ranges and for flags that
    exclude each other, KeyError for other keywords.

    Differs from MindSpore: `use_offload` changes no value, as the update is the device's, and goes
    with PyNative mode; `use_locking` changes nothing, and says so.
    """

    elementwise = True
    by_portions = True

    _msacc_power_shape: tuple[int, ...] = ()
    _msacc_row_state = ("moment1", "moment2")
    # Whether the class is one that offloads its state, without an argument for it; whether this one does.
    _msacc_offloads = False
    _msacc_state_on_cpu = False

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
        use_amsgrad: bool = False,
        **kwargs: Unpack[_Flags],
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_betas(beta1, beta2, eps, self.cls_name)
        check_locking(self.cls_name, use_locking)
        flags = {"use_nesterov": use_nesterov, "use_amsgrad": use_amsgrad}
        _check_flags(self.cls_name, flags, kwargs)
        if kwargs.get("use_lazy"):
            self.keeps_rows = True
        self.beta1, self.beta2 = Tensor(beta1, mstype.float32), Tensor(beta2, mstype.float32)
        self.eps = Tensor(eps, mstype.float32)
        for name in ("beta1_power", "beta2_power"):
            setattr(
                self,
                name,
                Parameter(initializer("ones", self._msacc_power_shape, mstype.float32), name=name),
            )
        self.use_nesterov, self.use_amsgrad = use_nesterov, use_amsgrad
        if kwargs.get("use_offload") or self._msacc_offloads:
            self._msacc_state_on_cpu = is_elsewhere(self.cls_name)
        self.moment1 = self._msacc_zeros("moment1")
        self.moment2 = self._msacc_zeros("moment2")
        if use_amsgrad:
            self.vhat = self._parameters.clone(prefix="vhat", init="zeros")

    def _msacc_zeros(self, name: str) -> ParameterTuple:
        state = self._parameters.clone(prefix=name, init="zeros")
        if self._msacc_state_on_cpu:
            move(state)
        return state

    def _msacc_portions(self, params: Tensors, grads: Tensors, at: Sequence[int]) -> Any:
        if self._msacc_state_on_cpu:
            return streamed(params, grads, at)
        at_once = not self.use_nesterov and fused.may_serve(params)
        return [at] if at_once else super()._msacc_portions(params, grads, at)

    def _msacc_begin_step(self) -> None:
        grow(self.beta1_power._t, self.beta1._t)
        grow(self.beta2_power._t, self.beta2._t)
        if self._msacc_state_on_cpu:
            if torch.compiler.is_compiling() or is_recorded():
                raise NotImplementedError(f"{self.cls_name}, whose state is on the CPU")
            move([*self.moment1, *self.moment2])  # what was filled or given back since

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        m, v = self._msacc_pick(self.moment1, at), self._msacc_pick(self.moment2, at)
        if not self._msacc_state_on_cpu:
            self._apply(lr, at, params, grads, m, v)
            return
        with on_device(params[0].device, m, v) as (means, squares):
            self._apply(lr, at, params, grads, means, squares)

    def _apply(
        self,
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
        m: Tensors,
        v: Tensors,
    ) -> None:
        bias1 = from_one(scalar(self.beta1_power._t))
        bias2 = from_one(scalar(self.beta2_power._t))
        largest = self._msacc_pick(self.vhat, at) if self.use_amsgrad else []
        coefficients = lr, self._msacc_b1, self._msacc_b2, self._msacc_eps, bias1, bias2
        # In float16 eps is 0, and the step of a gradient of 0 is none.
        with in_float32(params, m, v, largest) as (own, means, squares, most):
            adam(
                *(own, widened(grads), means, squares, *coefficients),
                largest=most if self.use_amsgrad else None,
                nesterov=self.use_nesterov,
            )


_NAMES = [
    *("params", "learning_rate", "beta1", "beta2", "eps", "use_locking", "use_nesterov"),
    *("weight_decay", "loss_scale", "use_amsgrad", "use_lazy", "use_offload"),
]


def _check_flags(where: str, flags: dict[str, Any], kwargs: Mapping[str, Any]) -> None:
    unknown = set(kwargs) - {"use_lazy", "use_offload"}
    if unknown:
        raise KeyError(
            f"For '{where}', the supported keyword arguments are 'use_lazy' and 'use_offload', but got "
            f"{sorted(unknown)}{hint(min(unknown), _NAMES)}"
        )
    for name, value in {**flags, **kwargs}.items():
        check.boolean(where, name, value)
    lazy, offload = kwargs.get("use_lazy", False), kwargs.get("use_offload", False)
    if lazy and offload:
        raise ValueError(f"For '{where}', 'use_lazy' and 'use_offload' can not both be True.")
    if flags["use_amsgrad"] and (lazy or offload):
        raise ValueError(
            f"For '{where}', 'use_amsgrad' goes neither with 'use_lazy' nor 'use_offload'."
        )


class _PlainAdam(Adam):
    """Adam without `use_amsgrad` and keywords; its powers have the shape [1]."""

    _msacc_power_shape = (1,)

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(
            params,
            learning_rate,
            beta1,
            beta2,
            eps,
            use_locking,
            use_nesterov,
            weight_decay,
            loss_scale,
        )


class LazyAdam(_PlainAdam):
    """`Adam` as with `use_lazy=True`.

    Rows of an `EmbeddingLookup(sparse=True)` that a batch does not look up keep their values and moments.
    `params`, `learning_rate`, `beta1`, `beta2`, `eps`, `use_locking`, `use_nesterov`, `weight_decay` and
    `loss_scale`, and errors, are its.
    """

    keeps_rows = True

    elementwise = True
    by_portions = True


class AdamOffload(_PlainAdam):
    """`Adam(use_offload=True)`: the moments lie in the CPU's pinned memory between updates.

    `params`, `learning_rate`, `beta1`, `beta2`, `eps`, `use_locking`, `use_nesterov`, `weight_decay` and
    `loss_scale`, and errors, are its.
    """

    elementwise = True
    by_portions = True
    _msacc_offloads = True


class AdamWeightDecay(KeepsNumbers):
    """Adam with weight decay apart from the gradient, and moments without correction of the first
    steps.

    `m = beta1 * m + (1 - beta1) * g`
    `v = beta2 * v + (1 - beta2) * g^2`
    `p -= lr * (m / (sqrt(v) + eps) + weight_decay * p)`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `beta1`, `beta2`: floats in (0, 1).
    `eps`: a float > 0.
    `weight_decay`: a number >= 0 or a Cell of the step.

    Raises TypeError for other types, ValueError for values out of these ranges. As in MindSpore.
    """

    elementwise = True
    by_portions = True

    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1, self.beta2 = Tensor([beta1], mstype.float32), Tensor([beta2], mstype.float32)
        self.eps = Tensor([eps], mstype.float32)
        self.moments1 = self._parameters.clone(prefix="adam_m", init="zeros")
        self.moments2 = self._parameters.clone(prefix="adam_v", init="zeros")

    def _msacc_prepared(self, grads: Tensors) -> Tensors:
        return grads

    def _msacc_portions(self, params: Tensors, grads: Tensors, at: Sequence[int]) -> Any:
        at_once = fused.may_serve(params)
        return [at] if at_once else super()._msacc_portions(params, grads, at)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        # Apart by weight decay, which reads the parameters as they were and so belongs into the rule.
        tensor_lists = (
            params,
            grads,
            self._msacc_pick(self.moments1, at),
            self._msacc_pick(self.moments2, at),
        )
        for decay, slots in self._msacc_group_by_decay(at):
            own, own_grads, m, v = ([tensors[k] for k in slots] for tensors in tensor_lists)
            adam(
                own,
                own_grads,
                m,
                v,
                lr,
                self._msacc_b1,
                self._msacc_b2,
                self._msacc_eps,
                decay=decay,
            )
