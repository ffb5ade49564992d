"""The process-wide settings object of msacc.

`msacc.context` is its public face; everything below reads it from here, so that no lower layer
imports a higher one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import torch

GRAPH_MODE = 0
PYNATIVE_MODE = 1


def best_device() -> torch.device:
    """A CUDA device where torch sees one, else the CPU."""
    return torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


@dataclass
class Settings:
    """What `set_context`, `set_device`, `set_seed` and the parallel context have set."""

    # MindSpore 2.x starts in PyNative mode on CPU and GPU alike.
    mode: int = PYNATIVE_MODE
    device: torch.device = field(default_factory=best_device)
    device_is_set: bool = False
    jit_level: str = "O1"
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
