"""run_check: does a small computation work here?"""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.execution_context import get_context
from msacc.version import __version__


def run_check() -> None:
    """Multiply two matrices and say whether msacc works on this device."""
    print(f"msacc version: {__version__}")
    target = get_context("device_target")
    product = Tensor([[1.0, 2.0], [3.0, 4.0]])._t @ Tensor([[1.0], [1.0]])._t
    if product.flatten().tolist() != [3.0, 7.0]:
        raise RuntimeError(f"msacc computes wrongly on {target}: {product}.")
    print(
        f"The result of multiplication calculation is correct, msacc works on platform [{target}]!"
    )
