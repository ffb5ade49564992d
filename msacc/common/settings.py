"""The process-wide settings object of msacc.

`msacc.context` is its public face; everything below reads it from here, so that no lower layer
imports a higher one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import torch

GRAPH_MODE = 0
PYNATIVE_MODE = 1
# In a worker from which msrun hides GPUs that are fewer than workers: the reason.
TOO_FEW_GPUS = "MSACC_TOO_FEW_GPUS"


def best_device() -> torch.device:
    """A CUDA device where torch sees one, else the CPU."""
    return torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def default_level() -> str:
    """The jit_level of what chooses none: that of the environment variable MSACC_JIT_LEVEL, else automatic ("")."""
    level = os.environ.get("MSACC_JIT_LEVEL", "")
    if level not in ("", "O0", "O1", "O2"):
        raise ValueError(f"MSACC_JIT_LEVEL should be O0, O1 or O2, but is {level!r}.")
    return level


@dataclass
class Settings:
    """What `set_context`, `set_device`, `set_seed` and the parallel context have set."""

    # MindSpore 2.x starts in PyNative mode on CPU and GPU alike.
    mode: int = PYNATIVE_MODE
    device: torch.device = field(default_factory=best_device)
    device_is_set: bool = False
    # "" is automatic: op by op first, compiled once that pays.
    jit_level: str = field(default_factory=default_level)
    # For tests of recording: at O0 runs are recorded, and their calls then run op by op.
    o0_captures: bool = field(default_factory=lambda: bool(os.environ.get("MSACC_O0_CAPTURES")))
    # Whether graphs run attention that is written out, softmax(q @ k.T) @ v, as torch's fused attention.
    fuses_attention: bool = field(
        default_factory=lambda: os.environ.get("MSACC_FUSED_ATTENTION", "1") != "0"
    )
    # "all", for tests: every Cell that occurs twice is compiled by itself, however small; "" leaves it to sizes.
    regions: str = field(default_factory=lambda: os.environ.get("MSACC_REGIONS", ""))
    seed: int | None = None
    # This process's number among those that share a batch, once it trains with them: masks differ by it.
    data_rank: int = 0
    separate_streams: bool = False
    # 5489 means "not set": the dataset engine then draws fresh entropy, as MindSpore does.
    dataset_seed: int = 5489
    # Parameters built from an initializer inside no_init_parameters() stay unfilled.
    delay_init: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    parallel: dict[str, Any] = field(default_factory=dict)


settings = Settings()
