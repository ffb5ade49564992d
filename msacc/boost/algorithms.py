"""MindSpore's boosting algorithms: each raises with the name of its replacement."""

from __future__ import annotations

from typing import Any

from msacc.common.unsupported_names import unsupported
from msacc.nn.cell import Cell


@unsupported(
    "the boosting algorithms rewrite Ascend's graphs; Model(amp_level=…, accumulate=…) trains here"
)
class AutoBoost:
    """Choose boosting algorithms for a network. Not here: raises NotImplementedError."""

    def __init__(self, *args: Any, **kwargs: Any):
        raise NotImplementedError


@unsupported(
    "leaving out batch norms is a rewrite of Ascend's boosting; define the network without them",
    made=True,
)
class LessBN(Cell):
    """A `network` with fewer batch norms. Not here: raises NotImplementedError when called.

    Not looked at: `network` and `fn_flag`.
    """

    def __init__(self, network: Cell, fn_flag: bool = False):
        raise NotImplementedError


@unsupported(
    "adaptive summation is a collective of Ascend's boosting; DistributedGradReducer averages",
    made=True,
)
class AdaSum(Cell):
    """Adaptive summation of gradients. Not here: raises NotImplementedError when called.

    Not looked at: `rank`, `device_number`, `group_number` and `parameter_tuple`.
    """

    def __init__(self, rank: int, device_number: int, group_number: int, parameter_tuple: Any):
        raise NotImplementedError


@unsupported("training in a subspace is part of Ascend's boosting")
class DimReduce(Cell):
    """Training in the subspace of principal components. Not here: raises NotImplementedError.

    Not looked at: `network`, `optimizer`, `weight`, `pca_mat_local`, `n_components`, `rho`, `gamma`, `alpha`,
    `sigma`, `rank` and `rank_size`.
    """

    def __init__(
        self,
        network: object,
        optimizer: object,
        weight: object,
        pca_mat_local: object,
        n_components: int,
        rho: float,
        gamma: float,
        alpha: float,
        sigma: float,
        rank: int,
        rank_size: int,
    ):
        raise NotImplementedError
