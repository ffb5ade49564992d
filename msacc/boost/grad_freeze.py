"""Random freezing: steps that train only the later parameters of a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.boost.base import ParameterProcess, wrapper_arguments
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.layer.reshaping import Identity
from msacc.nn.optim import LARS, Optimizer
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.nn.wrap.train_cells import TrainOneStepCell
from msacc.step.step_factory import step_factory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.graph.grad_operation import GradOperation

CONTINUOUS_STRATEGY = 0
INTERVAL_STRATEGY = 1


class FreezeOpt(Cell):
    """An optimizer for each group of parameters, which BoostTrainOneStepCell chooses among step by step.

    `opt`: an optimizer of nn.
    `train_parameter_groups`: a list or tuple of lists of Parameters (or of an optimizer's groups), by default
      one with all.
    `train_strategy`: the group that each step trains, a list or tuple of ints or an Int32 Tensor of one axis.
      A list of learning rates is dealt to the groups as `train_strategy` names them.

    Not called itself.

    Raises TypeError and ValueError for other arguments.

    As in MindSpore.
    """

    def __init__(
        self,
        opt: Optimizer,
        train_parameter_groups: Any = None,
        train_strategy: Tensor | Sequence[int] | None = None,
    ):
        super().__init__()
        if not isinstance(opt, Optimizer):
            raise TypeError(f"For 'FreezeOpt', 'opt' must be an Optimizer, but got {opt!r}.")
        if train_strategy is not None and train_parameter_groups is None:
            raise ValueError("For 'FreezeOpt', 'train_strategy' needs 'train_parameter_groups'.")
        self.is_lars = isinstance(opt, LARS)
        inner = opt.opt if isinstance(opt, LARS) else opt
        self.lars_init_args = wrapper_arguments(opt) if self.is_lars else None
        self.opt_class: Any = type(inner)
        self.opt_init_args = inner.init_args
        self.single_opt, self.parameters = inner, inner.parameters
        self.learning_rate, self.dynamic_lr = inner.init_learning_rate, inner.dynamic_lr
        groups = [list(self.parameters)]
        if train_parameter_groups is not None:
            groups = _groups(train_parameter_groups)
        self.groups_num = len(groups)
        self.train_strategy = _strategy(train_strategy)
        self._msacc_deal_rates()
        self.opts = [self._msacc_optimizer(i, params) for i, params in enumerate(groups)]

    def _msacc_deal_rates(self) -> None:
        """A listed learning rate, step by step to the group that the step trains."""
        self.dynamic_learning_rate: list[list[float]] = [[] for _ in range(self.groups_num)]
        if self.learning_rate is None:
            self.learning_rate = self.single_opt.learning_rate
        elif (
            self.dynamic_lr
            and isinstance(self.learning_rate, list)
            and self.train_strategy is not None
        ):
            steps = self.train_strategy.asnumpy().tolist()
            if len(self.learning_rate) <= len(steps):
                for group, rate in zip(steps, self.learning_rate, strict=False):
                    self.dynamic_learning_rate[group].append(rate)

    def _msacc_optimizer(self, index: int, params: Any) -> Any:
        rate = self.dynamic_learning_rate[index] or self.learning_rate
        opt = self.opt_class(params=params, learning_rate=rate, **self.opt_init_args)
        trained = {id(p) for p in opt.parameters}
        for name, parameter in opt.parameters_and_names():
            if id(parameter) not in trained:
                parameter.name = f"boost_{index}{name}"
        return opt if self.lars_init_args is None else LARS(opt, **self.lars_init_args)


class GradientFreeze:
    """Freezes the first layers of a network in some steps.

    `param_groups`: how many groups of parameters there are, the first of them all.
    `freeze_type`: 0 trains the groups in turn after a run of steps that train everything, 1 draws them with
      numpy's generator.
    `freeze_p`: the share of steps that train everything.
    `total_steps`: of the training.

    As in MindSpore.
    """

    def __init__(self, param_groups: int, freeze_type: int, freeze_p: float, total_steps: int):
        self._param_groups, self._freeze_type = param_groups, freeze_type
        self._freeze_p, self._total_steps = freeze_p, total_steps
        self.grad_reducer = Identity()

    def split_parameters_groups(
        self, net: Cell, freeze_para_groups_number: int
    ) -> list[list[Parameter]]:
        """The parameters of `net`, a Cell, from group to group: the first list has all, the others later ones.

        `freeze_para_groups_number`: how many groups, an int. Three parameters or more lie together, and batch
        norms and biases with what is before them.
        """
        layers: list[list[Parameter]] = [[]]
        for parameter in net.trainable_params():
            follows = "bn" in parameter.name or "bias" in parameter.name
            if not follows and len(layers[-1]) >= 3:
                layers.append([])
            layers[-1].append(parameter)
        layers = [layer for layer in layers if layer]
        stride = len(layers) // freeze_para_groups_number
        return [sum(layers[i * stride :], []) for i in range(freeze_para_groups_number)]

    def generate_freeze_index_sequence(
        self, parameter_groups_number: int, freeze_strategy: int, freeze_p: float, total_steps: int
    ) -> list[int]:
        """The group that each step trains; 0 is everything.

        `parameter_groups_number`: an int.
        `freeze_p`: the share of steps that train everything, a number from 0 to 1. With 0 the list is as long
          as whole turns make it, otherwise a hundredth longer than `total_steps`.

        ValueError for a `freeze_strategy` but 0 and 1.
        """
        steps = int(total_steps * 1.01)
        if parameter_groups_number <= 1:
            return [0] * steps
        if freeze_strategy == CONTINUOUS_STRATEGY:
            return _round_robin(parameter_groups_number, freeze_p, steps)
        if freeze_strategy == INTERVAL_STRATEGY:
            return _random_sequence(parameter_groups_number, freeze_p, steps)
        raise ValueError(
            f"For 'GradientFreeze', the freezing strategy must be 0 or 1, but got {freeze_strategy!r}."
        )

    def freeze_generate(self, network: Cell, optimizer: Optimizer) -> tuple[Cell, FreezeOpt]:
        """The network, and the FreezeOpt in the optimizer's place."""
        origin = optimizer.init_params["params"]
        groups = [
            ParameterProcess.generate_group_params(params, origin)
            for params in self.split_parameters_groups(network, self._param_groups)
        ]
        strategy = self.generate_freeze_index_sequence(
            self._param_groups, self._freeze_type, self._freeze_p, self._total_steps
        )
        return network, FreezeOpt(optimizer, groups, strategy)


def freeze_cell(
    reducer_flag: bool,
    network: Cell,
    optimizer: FreezeOpt,
    sens: Tensor | float,
    grad: GradOperation,
    use_grad_accumulation: bool,
    mean: bool | None = None,
    degree: int | None = None,
    max_accumulation_step: int = 1,
) -> tuple[Cell, ...]:
    """A training step for each optimizer of a FreezeOpt.

    `grad`: a GradOperation with get_by_list and sens_param.
    `sens`: what its gradients are seeded with.
    `reducer_flag`: reduce them over the processes, with `mean` and `degree` as DistributedGradReducer takes
      them.

    Raises NotImplementedError for `use_grad_accumulation`, which fails in MindSpore too and without which
    `max_accumulation_step` has no effect, and for a network in AutoParallel or GradAccumulation.
    """
    if not use_grad_accumulation and max_accumulation_step != 1:
        once(
            "freeze-cell-steps",
            "For 'freeze_cell', 'max_accumulation_step' has no effect without 'use_grad_accumulation'.",
        )
    if use_grad_accumulation:
        raise NotImplementedError(
            "For 'freeze_cell', 'use_grad_accumulation' with 'max_accumulation_step' "
            f"{max_accumulation_step} is not there: each group would hold sums of its own. Give False."
        )
    if step_factory(network) is not None:
        raise NotImplementedError(
            "For 'freeze_cell', a network in AutoParallel or GradAccumulation has one optimizer; train it "
            "without FreezeOpt."
        )
    processer, steps = ParameterProcess(), []
    for opt in optimizer.opts:
        step = TrainOneStepCell(network, opt, sens)
        step.grad, step.grad_reducer = grad, Identity()
        if reducer_flag:
            fused = processer.assign_parameter_group(opt.parameters)
            step.grad_reducer = DistributedGradReducer(fused, mean, degree)
        steps.append(step)
    return tuple(steps)


def _groups(groups: Any) -> list[Any]:
    if not isinstance(groups, (tuple, list)) or not all(
        isinstance(g, (tuple, list)) for g in groups
    ):
        raise TypeError(
            f"For 'FreezeOpt', 'train_parameter_groups' must be lists in a list, but got {groups!r}."
        )
    return list(groups)


def _strategy(strategy: Tensor | Sequence[int] | None) -> Tensor | None:
    if strategy is None:
        return None
    if isinstance(strategy, Tensor):
        if strategy.ndim != 1 or strategy.dtype != mstype.int32:
            raise ValueError(
                "For 'FreezeOpt', a Tensor 'train_strategy' must be Int32 of one axis, but got "
                f"{strategy.dtype} of {strategy.ndim}."
            )
        return strategy
    if not isinstance(strategy, (tuple, list)):
        raise TypeError(
            f"For 'FreezeOpt', 'train_strategy' must be a list, tuple or Tensor, but got {strategy!r}."
        )
    if not all(isinstance(step, int) for step in strategy):
        raise ValueError(f"For 'FreezeOpt', 'train_strategy' must hold ints, but got {strategy!r}.")
    return Tensor(strategy, mstype.int32)


def _round_robin(groups: int, freeze_p: float, steps: int) -> list[int]:
    frozen_turns = int(freeze_p * (groups - 1) // (1 - freeze_p) + 0.5)
    turn = [0] * frozen_turns + list(range(1, groups))
    return turn * -(-steps // len(turn))


def _random_sequence(groups: int, freeze_p: float, steps: int) -> list[int]:
    """A random sequence of groups, later ones less often, each kept to its share of the steps so far."""
    each = list(range(1, groups))
    weights = [i / sum(each) for i in each]
    sequence, samples = [0], 0
    while len(sequence) < steps:
        if samples / len(sequence) < 1 - freeze_p:
            sequence.append(int(np.random.choice(each[::-1], p=weights)))
            samples += 1
        else:
            sequence.append(0)
    return sequence


__all__ = ["FreezeOpt", "GradientFreeze", "freeze_cell"]
