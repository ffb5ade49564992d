"""What is set for each layer of a stack by its number: its stage, its group of gradients, whether it is recomputed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc import nn


def _get_lambda_func(total_layer: int | None = None) -> Callable[..., None]:
    """The default `lambda_func`; `total_layer`: of all stacks together, if they are several."""

    def set_for_layer(
        network: nn.Cell, layer_id: int, offset: int, parallel_config: Any, layers: int
    ) -> None:
        count, number = total_layer or layers, layer_id + offset
        stages, groups = parallel_config.pipeline_stage, parallel_config.gradient_aggregation_group
        if count < stages:
            raise ValueError(f"{count} layers cannot be put onto {stages} pipeline stages.")
        network.pipeline_stage = min(number // max(count // stages, 1), stages - 1)
        network.set_comm_fusion(number // max(count // groups, 1) + 1)
        _recompute(network, parallel_config.recompute)

    return set_for_layer


def _recompute(network: nn.Cell, config: Any) -> None:
    if config is True:
        network.recompute()
    elif config is not False and config.recompute:
        network.recompute(
            parallel_optimizer_comm_recompute=config.parallel_optimizer_comm_recompute,
            mp_comm_recompute=config.mp_comm_recompute,
            recompute_slice_activation=config.recompute_slice_activation,
        )
