"""LARS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer, opt_init_args_register


def _not_bias(parameter: Any) -> bool:
    return "LayerNorm" not in parameter.name and "bias" not in parameter.name


class LARS(Optimizer):
    """Scales each gradient by coefficient * |p| / (|g| + weight_decay * |p| + epsilon), with the weight
    decay added to it, and gives it to `optimizer`, whose own weight decay is switched off.

    `use_clip`: the ratio is min(ratio / lr, 1). `lars_filter`: which parameters are scaled.
    """

    @opt_init_args_register
    def __init__(
        self,
        optimizer: Optimizer,
        epsilon: float = 1e-5,
        coefficient: float = 0.001,
        use_clip: bool = False,
        lars_filter: Callable[[Any], bool] = _not_bias,
    ):
        check.instance("LARS", "optimizer", optimizer, Optimizer)
        Cell.__init__(self, auto_prefix=False)
        self._epsilon = check.floating("LARS", "epsilon", epsilon)
        self._coefficient = check.floating("LARS", "coefficient", coefficient)
        self.use_clip = check.boolean("LARS", "use_clip", use_clip)
        self.opt = optimizer
        self.parameters = self._parameters = optimizer.parameters
        self.lars_flag = tuple(bool(lars_filter(p)) for p in self.parameters)
        self._take_over(optimizer)

    def _take_over(self, optimizer: Optimizer) -> None:
        """Scaling and decay happen here, before the gradients reach the optimizer."""
        names = (
            "global_step learning_rate dynamic_lr is_group is_group_lr loss_scale need_scale param_length "
            "reciprocal_scale weight_decay dynamic_weight_decay decay_flags exec_weight_decay "
            "grad_centralization_flags _rate_groups _decay_groups _unique _target"
        )
        for name in names.split():
            self.__dict__[name] = getattr(optimizer, name)
        optimizer.exec_weight_decay = optimizer.need_scale = False

    def construct(self, gradients: Sequence[Tensor]) -> tuple[bool, ...]:
        """One update; returns True for each parameter."""
        with torch.no_grad():
            grads = self._unscaled([g._t for g in gradients])
            rates = self._rates() if self.use_clip else []
            lr_of = {i: lr for lr, at in rates for i in at}
            scaled = [self._scaled(i, g, lr_of.get(i)) for i, g in enumerate(grads)]
        return self.opt(tuple([wrap(g) for g in scaled]))

    def _scaled(self, i: int, g: torch.Tensor, lr: torch.Tensor | None) -> torch.Tensor:
        if not self.lars_flag[i]:
            return g
        p = self.parameters[i]._t
        decay = self._decay_of(i)
        size, length = p.norm(), g.norm()
        ratio = self._coefficient * size / (length + decay * size + self._epsilon)
        if lr is not None:
            ratio = (ratio / lr).clamp(max=1.0)
        return (g + decay * p) * ratio

    def _decay_of(self, i: int) -> Any:
        if not (self.exec_weight_decay and self.decay_flags[i]):
            return 0.0
        decays = self.get_weight_decay()
        return (decays[i] if self.is_group else decays)._t.reshape(()) / self.loss_scale
