"""LARS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer, opt_init_args_register
from msacc.ops.update.norm_scaled import lars, norms
from msacc.ops.update.step_counters import quotient

if TYPE_CHECKING:
    from msacc.common.parameter import Parameter


def _not_bias(parameter: Parameter) -> bool:
    return "LayerNorm" not in parameter.name and "bias" not in parameter.name


class LARS(Optimizer):
    """Gives `optimizer` each gradient scaled to its parameter's size, and switches its own weight
    decay off.

    `g = coefficient * norm(p) / (norm(g) + weight_decay * norm(p) + epsilon) * (g + weight_decay * p)`

    `optimizer`: one of `nn`, whose weight decay and rates are used.
    `epsilon`, `coefficient`: floats.
    `use_clip`: the factor is min(factor / lr, 1).
    `lars_filter`: a function of a Parameter, True for those that are scaled, by default all but
      biases and LayerNorm's.

    Raises TypeError for other types.

    MindSpore has no CPU kernel for it.
    """

    parameterwise = True

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
        self._msacc_epsilon = check.floating("LARS", "epsilon", epsilon)
        self._msacc_coefficient = check.floating("LARS", "coefficient", coefficient)
        self.use_clip = check.boolean("LARS", "use_clip", use_clip)
        self.opt = optimizer
        self.parameters = self._parameters = optimizer.parameters
        self.lars_flag = tuple(bool(lars_filter(p)) for p in self.parameters)
        self._msacc_take_over(optimizer)

    def _msacc_take_over(self, optimizer: Optimizer) -> None:
        """Scaling and decay happen here, before the gradients reach the optimizer."""
        names = (
            "global_step learning_rate dynamic_lr is_group is_group_lr loss_scale need_scale param_length "
            "reciprocal_scale weight_decay dynamic_weight_decay decay_flags exec_weight_decay "
            "grad_centralization_flags _msacc_rate_groups _msacc_decay_groups _unique _target"
        )
        for name in names.split():
            self.__dict__[name] = getattr(optimizer, name)
        optimizer.exec_weight_decay = optimizer.need_scale = False

    def construct(self, gradients: Sequence[Tensor]) -> tuple[bool, ...]:
        """One update; returns True for each parameter."""
        with torch.no_grad():
            grads = list(self._msacc_unscaled([g._t for g in gradients]))
            rates = self._msacc_rates() if self.use_clip else [(None, list(range(len(grads))))]
            for lr, at in rates:
                self._msacc_scale(grads, [i for i in at if self.lars_flag[i]], lr)
        return self.opt(tuple([wrap(g) for g in grads]))

    def _msacc_scale(
        self, grads: list[torch.Tensor], at: list[int], lr: torch.Tensor | None
    ) -> None:
        """Put the scaled gradients in the place of those at `at`."""
        for decay, slots in self._msacc_group_by_decay(at):
            here = [at[k] for k in slots]
            own, params = [grads[i] for i in here], self._msacc_pick(self.parameters, here)
            share = 0.0 if decay is None else quotient(decay, self.loss_scale)
            sizes, lengths = norms(params), norms(own)
            scaled_grads = lars(
                *(params, own, sizes, lengths, share, self._msacc_coefficient, self._msacc_epsilon),
                clip_at=lr,
            )
            for i, scaled in zip(here, scaled_grads, strict=True):
                grads[i] = scaled
