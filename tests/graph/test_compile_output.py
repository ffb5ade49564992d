"""A process that compiles a graph prints nothing of torch's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_PROGRAM = """
import logging
import msacc as ms

@ms.jit
def double(x):
    return x * 2

print(double(ms.Tensor([1.0, 2.0])).sum().item())
logger = logging.getLogger("torch.utils.cpp_extension")
print(logger.filters, "torch.utils.cpp_extension" in __import__("sys").modules)
"""


@pytest.mark.slow
def test_no_notice_about_cuda_where_there_is_none(tmp_path: Path) -> None:
    # The folder of compiled code is that of the other tests; CUDA_HOME is what torch looks at.
    given = {"CUDA_HOME": str(tmp_path), "CUDA_VISIBLE_DEVICES": "", "MSACC_LOG_LEVEL": "WARNING"}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["6.0", "[] True"]
