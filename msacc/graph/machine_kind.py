"""What compiled code depends on besides the graph: a bundle of it serves where all of this is the same."""

from __future__ import annotations

import hashlib
import platform
import sys

import torch

from msacc.common.torch_private import compiler_version
from msacc.version import __version__


def machine_kind() -> dict[str, str]:
    """Releases, processor, compiler and GPU of this process, by name."""
    return {
        "msacc": __version__,
        "torch": f"{torch.__version__} {torch.version.git_version}",
        "python": f"{sys.implementation.cache_tag} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()} {' '.join(platform.libc_ver())}",
        "processor": _processor(),
        "compiler": compiler_version(),
        "GPU": _gpu(),
    }


def _processor() -> str:
    """The instructions of the processor: kernels are compiled for exactly these (-march=native)."""
    try:
        with open("/proc/cpuinfo") as file:
            lines = [line.partition(":") for line in file]
    except OSError:  # not Linux
        return f"{platform.processor()} {torch.backends.cpu.get_cpu_capability()}"
    flags = next((text for name, _, text in lines if name.strip() in ("flags", "Features")), "")
    return hashlib.sha256(" ".join(sorted(flags.split())).encode()).hexdigest()[:16]


def _gpu() -> str:
    if not torch.cuda.is_available():
        return "none"
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    return f"{properties.name} sm_{properties.major}{properties.minor} CUDA {torch.version.cuda}"
