"""MindSpore's boosting algorithms: named, with what does the work here."""

from __future__ import annotations

from typing import Any

from msacc.common.refusals import refused
from msacc.nn.cell import Cell

_TRAINS = "the boosting algorithms rewrite Ascend's graphs; use nn.{} or boost.GradientAccumulation"
_FREEZES = (
    "freezing at random is part of Ascend's boosting; set a Parameter's requires_grad instead"
)
_GROUPS = "grouping by gradient segments is part of Ascend's boosting; give the optimizer groups of parameters"


@refused(
    "the boosting algorithms rewrite Ascend's graphs; Model(amp_level=…, accumulate=…) trains here"
)
class AutoBoost:
    """Choose boosting algorithms for a network. Not here: raises NotImplementedError."""

    def __init__(self, *args: Any, **kwargs: Any):
        raise NotImplementedError


@refused(_GROUPS)
class OptimizerProcess:
    """Mark parameters for gradient centralization. Not here: raises NotImplementedError."""

    def __init__(self, opt: Any):
        raise NotImplementedError


@refused(_GROUPS)
class ParameterProcess:
    """Group parameters. Not here: raises NotImplementedError."""

    def __init__(self) -> None:
        raise NotImplementedError


@refused(_TRAINS.format("TrainOneStepCell"))
class BoostTrainOneStepCell(Cell):
    """A training step with boosting. Not here: raises NotImplementedError."""

    def __init__(self, network: Any, optimizer: Any, sens: Any = None):
        raise NotImplementedError


@refused(_TRAINS.format("TrainOneStepWithLossScaleCell"))
class BoostTrainOneStepWithLossScaleCell(Cell):
    """A training step with boosting and loss scaling. Not here: raises NotImplementedError."""

    def __init__(self, network: Any, optimizer: Any, scale_sense: Any):
        raise NotImplementedError


@refused(
    "leaving out batch norms is a rewrite of Ascend's boosting; define the network without them"
)
class LessBN(Cell):
    """A network with fewer batch norms. Not here: raises NotImplementedError."""

    def __init__(self, network: Any, fn_flag: bool = False):
        raise NotImplementedError


@refused(_FREEZES)
class GradientFreeze:
    """Freeze layers at random. Not here: raises NotImplementedError."""

    def __init__(self, param_groups: Any, freeze_type: int, freeze_p: float, total_steps: int):
        raise NotImplementedError


@refused(_FREEZES)
class FreezeOpt(Cell):
    """An optimizer of networks with frozen layers. Not here: raises NotImplementedError."""

    def __init__(self, opt: Any, train_parameter_groups: Any = None, train_strategy: Any = None):
        raise NotImplementedError


@refused(_FREEZES)
def freeze_cell(
    reducer_flag: bool,
    network: Any,
    optimizer: Any,
    sens: Any,
    grad: Any,
    use_grad_accumulation: bool,
    mean: Any = None,
    degree: Any = None,
    max_accumulation_step: int = 1,
) -> Any:
    """A network and an optimizer with frozen layers. Not here: raises NotImplementedError."""
    raise NotImplementedError


@refused("adaptive summation is a collective of Ascend's boosting; DistributedGradReducer averages")
class AdaSum(Cell):
    """Adaptive summation of gradients. Not here: raises NotImplementedError."""

    def __init__(self, rank: int, device_number: int, group_number: int, parameter_tuple: Any):
        raise NotImplementedError


@refused("training in a subspace is part of Ascend's boosting")
class DimReduce(Cell):
    """Training in the subspace of principal components. Not here: raises NotImplementedError."""

    def __init__(
        self,
        network: Any,
        optimizer: Any,
        weight: Any,
        pca_mat_local: Any,
        n_components: int,
        rho: float,
        gamma: float,
        alpha: float,
        sigma: float,
        rank: int,
        rank_size: int,
    ):
        raise NotImplementedError


@refused("there is one loss scale; use nn.DynamicLossScaleUpdateCell")
class GroupLossScaleManager(Cell):
    """A loss scale for each group of layers. Not here: raises NotImplementedError."""

    def __init__(self, init_loss_scale: Any, loss_scale_groups: Any):
        raise NotImplementedError
