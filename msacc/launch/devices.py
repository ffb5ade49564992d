"""Whether this host has a GPU for each of its workers, and what is said where it has not."""

from __future__ import annotations

import os

import torch

from msacc.common.settings import TOO_FEW_GPUS
from msacc.launch.options import Options, UsageError

# A script that calls msrun sets it to the name of its own variable for the number of workers.
_VARIABLE = "MSACC_WORKERS_VARIABLE"


def check_devices(options: Options) -> str | None:
    """The line that says that the workers run on the CPU, or None: there are GPUs enough, or none at all.

    Raises UsageError for a job over several hosts, where the other hosts may have GPUs for theirs.
    """
    if not _too_few(options.local_worker_num):
        return None
    if options.local_worker_num < options.worker_num:
        raise UsageError(_problem(options.local_worker_num))
    count, variable = torch.cuda.device_count(), os.environ.get(_VARIABLE)
    fewer = (
        f"{variable}={count}" if variable else f"--worker_num={count} --local_worker_num={count}"
    )
    remedy = f"{fewer} trains on the GPU" if count == 1 else f"{fewer} or fewer trains on the GPUs"
    return f"{_gpus(count)}, {options.local_worker_num} processes: running on the CPU; {remedy}"


def device_env(options: Options) -> dict[str, str]:
    """Variables that hide GPUs which are too few from workers, and hold what a script is told that asks for one."""
    local = options.local_worker_num
    return {"CUDA_VISIBLE_DEVICES": "", TOO_FEW_GPUS: _problem(local)} if _too_few(local) else {}


def _too_few(local: int) -> bool:
    return torch.cuda.is_available() and local > torch.cuda.device_count()


def _problem(local: int) -> str:
    count = torch.cuda.device_count()
    return (
        f"--local_worker_num={local}, but this host has {_gpus(count)}; start at most {count}, or set "
        "CUDA_VISIBLE_DEVICES= to run on the CPU"
    )


def _gpus(count: int) -> str:
    return f"{count} GPU{'s' if count > 1 else ''}"
