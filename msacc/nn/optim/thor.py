"""THOR, the second-order optimizer: gradients times inverses of Kronecker factors, then momentum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parallel_modes import ParallelMode
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.communication.management import get_group_size
from msacc.nn.cell import Cell
from msacc.nn.layer._thor_conversion import convert
from msacc.nn.optim._thor_layers import FactoredWeight, factored_weights, of_layer_norms
from msacc.nn.optim.optimizer import Optimizer, Tensors
from msacc.ops.core.op import exported_names
from msacc.ops.nn.norm import clip_to_norm
from msacc.ops.update import kronecker, step_counters
from msacc.ops.update.momentum import momentum as momentum_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from msacc.nn.optim._learning_rates import LearningRate

# To this norm `enable_clip_grad` scales each gradient down.
_CLIP_NORM = 1.0


def thor(
    net: Cell,
    learning_rate: LearningRate,
    damping: Tensor | Sequence[float],
    momentum: float,
    weight_decay: float = 0.0,
    loss_scale: float = 1.0,
    batch_size: int = 32,
    use_nesterov: bool = False,
    decay_filter: Callable[[Parameter], bool] = lambda x: True,
    split_indices: Sequence[int] | None = None,
    enable_clip_grad: bool = False,
    frequency: int = 100,
) -> ThorGpu:
    """The second-order optimizer THOR over the trainable parameters of `net`, whose layers it replaces.

    `w -= learning_rate * v`
    `v = momentum * v + inverse(G + sqrt(damping) * I) @ g @ inverse(A + sqrt(damping) * I)`

    A and G are the Kronecker factors that `nn.DenseThor`, `nn.Conv2dThor` and `nn.EmbeddingThor` keep, which take the
    place of the layers below `net` (`ConvertNetUtils`); those of more than 128 rows are inverted in blocks of 128. A
    layer normalisation's gradient is divided by `g^2 / batch_size + sqrt(damping)`, others are taken as they are.

    `net`: a Cell with the layers below it; make Model or the train step of it afterwards.
    `learning_rate`: a Tensor of one value, or of one for each step.
    `damping`: a float Tensor, list or tuple with one value for each step.
    `momentum`: a float >= 0.
    `weight_decay`: a number >= 0, times w, added to the gradient behind the inverses, for the parameters for which
      `decay_filter(parameter)` is True.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `batch_size`: a number > 0, the samples of a step on this process.
    `use_nesterov`: a bool, whether `w -= learning_rate * (g + momentum * v)`.
    `split_indices`: has no effect: the inverses travel together.
    `enable_clip_grad`: a bool, whether each gradient is scaled down to the norm 1 before the momentum.
    `frequency`: an int >= 2. `ConvertModelUtils` makes a Model that renews factors and inverses in the first of so many
      steps. In a loop of your own each step renews them, but where `Cell.add_flags_recursive` of the step has set the
      flag `thor` to False.

    Called with the gradients, Tensors in the order of `parameters`; returns True for each.

    In DATA_PARALLEL the inverses are reduced over the processes as MindSpore does, to the mean or the sum as
    `gradients_mean` says; two processes of a CPU were tested, with the mean. AutoParallel and GradAccumulation around
    the network are refused.

    Raises TypeError for a learning rate that is no Tensor and arguments of other types, ValueError for values out
    of these ranges, for convolutions in groups and for kernels that are not square, NotImplementedError for layers
    that derive from nn.Dense and its like, for nn.EmbeddingLookup and for dilated convolutions, AttributeError for a
    `net` that is no Cell, RuntimeError when `damping` is too short and for a factor that is not positive definite.

    Differs from MindSpore: it also runs on the CPU, as on MindSpore's GPU; parameters find their layers by identity,
    not by names; MindSpore drops the dilation of a convolution, and makes activations anew by their names.
    """
    convert(net)
    return ThorGpu(
        net, learning_rate, damping, momentum, weight_decay, loss_scale, batch_size, use_nesterov,
        decay_filter, split_indices, enable_clip_grad, frequency,
    )  # fmt: skip


class ThorGpu(Optimizer):
    """What `thor` gives, over a network whose layers it has replaced. Arguments as there."""

    reads_layers = True

    def __init__(
        self,
        net: Cell,
        learning_rate: LearningRate,
        damping: Tensor | Sequence[float],
        momentum: float,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
        batch_size: int = 32,
        use_nesterov: bool = False,
        decay_filter: Callable[[Parameter], bool] = lambda x: True,
        split_indices: Sequence[int] | None = None,
        enable_clip_grad: bool = False,
        frequency: int = 100,
    ):
        super().__init__(learning_rate, net.trainable_params(), weight_decay, loss_scale)
        check.instance(self.cls_name, "learning rate", learning_rate, Tensor)
        self.frequency = _checked_frequency(frequency)
        self.use_nesterov = check.boolean(self.cls_name, "use_nesterov", use_nesterov)
        check.non_negative_float(self.cls_name, "momentum", momentum)
        self.momentum = Parameter(Tensor(momentum, mstype.float32), name="momentum")
        self.params = self._parameters
        self.moments = self.params.clone(prefix="moments", init="zeros")
        self.damping = _checked_damping(damping)
        # Decay comes behind the inverses, where gradients are no longer multiplied by the loss scale.
        self.weight_decay = Tensor(float(weight_decay), mstype.float32)
        self.decay_flags = tuple(bool(decay_filter(p)) for p in self._parameters)
        self.batch_size = check.positive_float("thor", "batch_size", batch_size, also_int=True)
        self.enable_clip_grad, self.thor = bool(enable_clip_grad), True
        self.cov_step = Parameter(
            initializer(0, [1], mstype.int32), name="cov_step", requires_grad=False
        )
        self._msacc_read_layers(net)
        self._msacc_read_processes(split_indices)

    def _msacc_read_layers(self, net: Cell) -> None:
        # Not as a child: what is done to an optimizer's Cells is not meant for the network's.
        self.__dict__["net"] = net
        self._msacc_weights = factored_weights(net, self.parameters)
        self._msacc_norms = of_layer_norms(net, self.parameters)
        weights = self._msacc_factored()
        self.matrix_a_cov = ParameterTuple([w.a for w in weights])
        self.matrix_g_cov = ParameterTuple([w.g for w in weights])
        self.matrix_a = ParameterTuple([w.a_inverse for w in weights])
        self.matrix_g = ParameterTuple([w.g_inverse for w in weights])

    def _msacc_read_processes(self, split_indices: Sequence[int] | None) -> None:
        mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        self.is_distributed = mode != ParallelMode.STAND_ALONE
        mean = bool(settings.parallel.get("gradients_mean", False))
        self._msacc_degree = get_group_size() if self.is_distributed and mean else 1
        if split_indices and self.is_distributed:
            no_effect("thor", "split_indices", split_indices, "all inverses travel together")

    def _msacc_factored(self) -> list[FactoredWeight]:
        return [weight for weight in self._msacc_weights if weight is not None]

    def get_frequency(self) -> int:
        """Every how many steps factors and inverses are renewed: the argument `frequency`."""
        return self.frequency

    def _msacc_prepared(self, grads: Tensors) -> Tensors:
        damping = kronecker.at_step(self.cov_step, self.damping)._t
        if self.thor:
            self._msacc_renew(damping)
        grads = [
            self._msacc_preconditioned(i, grad, damping)
            for i, grad in enumerate(self._msacc_unscaled(grads))
        ]
        step_counters.advance(self.cov_step._t)
        grads = self._msacc_decayed(grads)
        if self.enable_clip_grad:
            grads = [clip_to_norm.raw(grad, _CLIP_NORM) for grad in grads]
        return grads

    def _msacc_preconditioned(
        self, i: int, grad: torch.Tensor, damping: torch.Tensor
    ) -> torch.Tensor:
        weight = self._msacc_weights[i]
        if weight is not None:
            return weight.precondition(grad)
        if self._msacc_norms[i]:
            return kronecker.precondition_by_squares(grad, self.batch_size, damping)
        return grad

    def _msacc_renew(self, damping: torch.Tensor) -> None:
        """Writes the inverses of the factors as they are now, the mean of those of all processes."""
        # A gradient is of the mean over the batch: times its size and without the loss scale, G is of one sample.
        g_scale = (self.batch_size / self.loss_scale) ** 2
        weights = self._msacc_factored()
        new = [t for w in weights for t in w.inverses(damping, g_scale, self.batch_size)]
        if self.is_distributed and new:
            new = [*kronecker.averaged(new, self._msacc_degree)]
        kronecker.store([t for w in weights for t in w.kept()], new)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        moments, factor = self._msacc_pick(self.moments, at), self.momentum._t
        momentum_rule(params, grads, moments, lr, factor, self.use_nesterov)


def _checked_frequency(frequency: int) -> int:
    """An int of at least 2."""
    if check.integer("thor", "frequency", frequency) < 2:
        raise ValueError(
            f"For 'thor', the argument 'frequency' must be at least 2, but got {frequency}: in one step of so many "
            "the Kronecker factors are renewed."
        )
    return frequency


def _checked_damping(damping: Tensor | Sequence[float]) -> Tensor:
    """A Float32 Tensor of one value for each step."""
    if not isinstance(damping, (Tensor, list, tuple)):
        raise TypeError(
            "For 'thor', 'damping' must be a Tensor, list or tuple with one value for each step, but got "
            f"{damping!r} of {type(damping)}."
        )
    values = Tensor(damping, mstype.float32)
    if values.ndim != 1:
        raise ValueError(
            f"For 'thor', 'damping' must have one dimension, a value for each step, but its shape is {values.shape}."
        )
    return values


__all__ = exported_names(globals(), "ThorGpu")
