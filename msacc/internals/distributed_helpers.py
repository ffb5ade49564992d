"""Helpers of jobs on several processes: groups, redundancy, strategies, services that guard against faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msacc.common.warn_once import no_effect
from msacc.communication import get_process_group_ranks
from msacc.communication._groups import world
from msacc.nn.cell import Cell
from msacc.parallel.layout import Layout
from msacc.train.resharding.parameter_slicing import slice_layout
from msacc.train.resharding.redundancy import Groups, replica_groups, save_assignment


def _is_initialized() -> bool:
    """Whether init() has begun a job."""
    return bool(world.groups)


def _get_group_map() -> dict[str, list[int]]:
    """The ranks of each group that the script has made, by its name."""
    groups = (group for name, group in world.groups.items() if group.ranks != [*range(world.size)])
    return {group.name: list(group.ranks) for group in groups}


def _remove_group_info(group_name: str) -> None:
    """Forget what a failed node would need to join a group again: nothing is kept here, jobs start again whole."""


def get_parameter_redundancy(layout_obj: Any, initial_rank: int = 0) -> dict[str, Groups]:
    """{name: groups of ranks that hold the same}, from rows name -> [device matrix, tensor map, …] or from a Cell.

    `initial_rank`: the first rank of the job or stage. ValueError for rows that make no grid.
    """
    rows = layout_obj.parameter_layout_dict if isinstance(layout_obj, Cell) else layout_obj
    redundancy = {
        name: replica_groups(slice_layout(row[0], row[1]), initial_rank)
        for name, row in rows.items()
    }
    return dict(sorted(redundancy.items()))


def remove_param_redundancy(
    param_redundancy_dict: Mapping[str, Groups], keep_redundancy: int = 1
) -> dict[int, set[str]]:
    """{rank: the names it saves}, so that each slice is saved by `keep_redundancy` of those that hold it."""
    return save_assignment(param_redundancy_dict, keep_redundancy)


def _get_group_ranks(group: str) -> list[int]:
    """The world ranks of a group. RuntimeError before `init()`."""
    return get_process_group_ranks(group)


def _device_number_check(parallel_mode: str, device_number: int) -> None:
    """ValueError for several devices where nothing is parallel."""
    if parallel_mode == "stand_alone" and device_number != 1:
        raise ValueError(
            f"If parallel_mode is {parallel_mode}, device_number must be 1, but got {device_number}."
        )


def _set_rp_matmul_mem_coef(coef: float) -> None:
    """Accepted; it weighs memory in MindSpore's strategy search. RuntimeError below or at 0,
    TypeError for no number.
    """
    if not isinstance(coef, (int, float)):
        raise TypeError(f"For '_set_rp_matmul_mem_coef', 'coef' should be a float, got {coef!r}.")
    if coef <= 0:
        raise RuntimeError("'coef' must be positive")
    no_effect("_set_rp_matmul_mem_coef", "coef", coef, "the search weighs bytes alone")


class _DistributedTensorInfo:
    """How a Tensor lies: `layout`, and `sharding_strategy`, into how many pieces each axis is cut.

    TypeError for what is no Layout; MindSpore takes a DeviceMesh as well.
    """

    def __init__(self, distributed_info: Layout):
        if not isinstance(distributed_info, Layout):
            raise TypeError(
                f"DistributedTensorInfo only supports Layout as input, but got {type(distributed_info)}"
            )
        self.layout = self.distributed_info = distributed_info

    @property
    def sharding_strategy(self) -> list[int]:
        """The pieces of each axis."""
        return list(self.layout.cuts())


def enable_save_strategy_online() -> None:
    """Accepted: strategies are known whenever they are asked for."""


def get_strategy_metadata(network: Cell, rank_id: int | None = None) -> Any:
    """{rank: {name: …}} of how parameters are cut; None where nothing is, as in one process.

    Differs from MindSpore: where operators are cut it raises NotImplementedError, and says what gives the same.
    """
    if rank_id is not None and not isinstance(rank_id, int):
        raise TypeError(
            f"For 'get_strategy_metadata', 'rank_id' should be an int, but got {rank_id!r}."
        )
    return _no_strategy(network, "get_strategy_metadata")


def get_current_strategy_metadata(network: Cell) -> Any:
    """`get_strategy_metadata` of this rank."""
    return _no_strategy(network, "get_current_strategy_metadata")


def _no_strategy(network: Cell, name: str) -> None:
    if network.parameter_layout_dict:
        raise NotImplementedError(
            f"msacc does not have parallel.strategy.{name} of a network whose operators are cut; its "
            "parameter_layout_dict tells the same, and set_auto_parallel_context(strategy_ckpt_config=…) "
            "writes it to a "
            "file."
        )


def get_squared_device_local_norm_param() -> Any:
    """The Parameter of `dump_device_local_norm`: ValueError, that setting is never on here."""
    raise ValueError("The parallel config 'dump_device_local_norm' is False.")


class TftHandle:
    """MindIO's guard against failing Ascend nodes: not here, jobs end and start again from a checkpoint."""

    tft: Any = None

    def init(self, **kwargs: Any) -> None:
        """ValueError: no such guard is switched on."""
        raise ValueError(
            "MindIO TFT is a service of Ascend's nodes; resume from a checkpoint instead (docs/resuming.md), and leave "
            "TTP, UCE, ARF, TSP and HCCE out of MS_ENABLE_TFT."
        )

    def get_tft(self) -> None:
        """The service: None."""

    def unregister_tft(self) -> None:
        """Leave the service: nothing to do."""


_tft_handler = TftHandle()


def _init_mindio() -> None:
    """MindIO's module: None, it is not here."""
