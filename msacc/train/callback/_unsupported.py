"""Callbacks of MindSpore that have no counterpart here; each says so by name."""

from __future__ import annotations

from typing import Any

from msacc.common.unsupported_names import refusal_reason
from msacc.train.callback._callback import Callback


@refusal_reason("it reads Ascend's graphs; torch.utils.flop_counter.FlopCounterMode counts here")
class FlopsUtilizationCollector(Callback):
    """Refused: it reads the operator counts of Ascend's graphs. Raises NotImplementedError when it is made.

    None of `data_size`, `computility`, `full_flops` and `enable_ma_collector` is looked at.
    """

    def __init__(
        self,
        data_size: int,
        computility: float = 1,
        full_flops: bool = True,
        enable_ma_collector: bool = False,
    ):
        raise NotImplementedError(
            "msacc has no FlopsUtilizationCollector: it reads Ascend's graphs. Use "
            "torch.utils.flop_counter.FlopCounterMode around a step."
        )


@refusal_reason("it belongs to Ascend's MindIO; use ModelCheckpoint with exception_save=True")
class TrainFaultTolerance(Callback):
    """Refused, whatever `ckpt_save_path` is: it belongs to Ascend's MindIO. Raises ValueError, as MindSpore does
    off Ascend.
    """

    def __init__(self, ckpt_save_path: object = None, **kwargs: Any):
        raise ValueError(
            "TrainFaultTolerance needs Ascend's MindIO TFT. Use ModelCheckpoint with exception_save=True."
        )
