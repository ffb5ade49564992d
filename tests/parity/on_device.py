"""Every parity case on a device, against what MindSpore gave on its CPU.

    python -m tests.parity.on_device [--device cuda] [--rtol 1e-4] [--json FILE] [CHAPTER ...]

A device adds up in another order, so that each case may be off by `rtol` at least, and by a hundredth of that of the
largest number in the array. Prints the cases that are not equal, with why; ends with 1 where there are any.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

import msacc
from msacc.common.settings import settings
from tests.parity.harness import CASES, Arrays, Case, Runner, load_cases
from tests.parity.test_parity import recorded


def why_not(entry: Case, rtol: float) -> str | None:
    """None where a case gives what was recorded."""
    table, prefix = recorded(entry.chapter), f"{entry.name}|"
    want = {k[len(prefix) :]: v for k, v in table.items() if k.startswith(prefix)}
    try:
        result = entry.fn(msacc, Runner(msacc))
    except Exception as error:
        return f"raises {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    return _difference(result, want, max(rtol, entry.rtol), entry.atol)


def _difference(found: Arrays, want: Arrays, rtol: float, atol: float) -> str | None:
    if sorted(found) != sorted(want):
        return f"gives {sorted(found)} instead of {sorted(want)}"
    for key, expected in want.items():
        got = np.asarray(found[key])
        if (got.shape, got.dtype.kind) != (expected.shape, expected.dtype.kind):
            return f"{key}: {got.dtype}{got.shape} instead of {expected.dtype}{expected.shape}"
        if expected.dtype.kind in "USO":
            if str(got) != str(expected):
                return f"{key}: {got} instead of {expected}"
        elif not _near(got, expected, rtol, atol):
            off = np.nanmax(np.abs(got.astype(np.float64) - expected.astype(np.float64)), initial=0)
            return f"{key}: off by {off:.1e}"
    return None


def _near(got: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> bool:
    if expected.dtype.kind not in "fc":
        return bool(np.allclose(got.astype(np.float64), expected.astype(np.float64), 0, atol))
    finite = np.abs(expected[np.isfinite(expected)])
    slack = atol + rtol / 100 * float(finite.max(initial=0))
    return bool(np.allclose(got, expected, rtol, slack, equal_nan=True))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapters", nargs="*")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--rtol", type=float, default=1e-4)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(arguments)
    settings.device = torch.device(args.device)
    torch.backends.cudnn.allow_tf32 = False
    logging.disable(logging.CRITICAL)
    load_cases()
    chosen = {k: e for k, e in CASES.items() if not args.chapters or e.chapter in args.chapters}
    wrong: dict[str, Any] = {}
    for key, entry in sorted(chosen.items()):
        if why := why_not(entry, args.rtol):
            wrong[key] = why
            print(f"{key}: {why}", flush=True)
    logging.disable(logging.NOTSET)
    print(f"{len(chosen) - len(wrong)} of {len(chosen)} cases are equal on {args.device}")
    if args.json:
        args.json.write_text(json.dumps(wrong, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
