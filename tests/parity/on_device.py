"""Every parity case on a device, against what MindSpore gave on its CPU.

    python -m tests.parity.on_device [--device cuda] [--jobs N] [--limit SECONDS] [--rtol 1e-4] [--json FILE]
                                     [CHAPTER ...]

A device adds up in another order, so that each case may be off by `rtol` at least, and by a hundredth of that of the
largest number in the array. Each chapter runs in a process of its own, which an assertion of the device ends, or the
limit: the case that it was at is named, and a new process goes on behind it. Prints the cases that are not equal, with
why; not those of known_on_device.txt, whose reasons stand there. Ends with 1 where there are any.
"""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch

import msacc
from msacc.common.settings import settings
from tests.parity.harness import CASES, RECORDED, Arrays, Case, Runner, load_cases
from tests.parity.known_on_device import KNOWN, known, reason
from tests.parity.test_parity import recorded

# What no process computes right after: it is not asked for more.
_DEAD = ("device-side assert", "CUDA error", "an illegal memory access")


def why_not(entry: Case, rtol: float) -> str | None:
    """None where a case gives what was recorded."""
    was_recorded = (RECORDED / f"{entry.chapter}.npz").exists()
    table, prefix = recorded(entry.chapter) if was_recorded else {}, f"{entry.name}|"
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


def run_here(keys: Iterable[str], device: str, rtol: float) -> Iterator[tuple[str, str | None]]:
    """Each case and why it is not equal, in this process; ends behind one after which the device is dead."""
    settings.device = torch.device(device)
    torch.backends.cudnn.allow_tf32 = False
    logging.disable(logging.CRITICAL)
    try:
        for key in keys:
            settings.device = torch.device(device)  # a case before may have chosen another
            why = why_not(CASES[key], rtol)
            yield key, why
            if why is not None and any(words in why for words in _DEAD):
                return
    finally:
        logging.disable(logging.NOTSET)


def run_chapter(keys: list[str], options: argparse.Namespace) -> dict[str, str]:
    """The cases of a chapter that are not equal: in processes of their own, each for what the one before left."""
    wrong: dict[str, str] = {}
    while keys:
        told, end = _one_process(keys, options)
        wrong |= {key: why for key, why in told if why is not None}
        keys = keys[len(told) :]
        if end is not None and keys:
            wrong[keys[0]] = end
            keys = keys[1:]
    return wrong


def _one_process(
    keys: list[str], options: argparse.Namespace
) -> tuple[list[tuple[str, str | None]], str | None]:
    """What a process told of the cases that it ran, and how it ended if not as it should."""
    command = [sys.executable, "-m", __spec__.name if __spec__ else "tests.parity.on_device"]
    command += ["--device", options.device, "--rtol", str(options.rtol), "--here", *keys]
    command += ["--cases", options.cases] if options.cases else []
    end = None
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=options.limit, check=False
        )
        output, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        output = (late.stdout or b"").decode() if isinstance(late.stdout, bytes) else ""
        code, end = 0, f"runs for more than {options.limit:g} s"
    told = [tuple(json.loads(line)[1:]) for line in output.splitlines() if line.startswith(_MARK)]
    if code:
        end = f"ends its process, with {code}"
    elif end is None and not told:
        end = "is not told of by its process"
    return told, end


_MARK = '["parity",'


def _load(options: argparse.Namespace) -> None:
    load_cases()
    if options.cases:
        importlib.import_module(options.cases)


def _tell_here(options: argparse.Namespace) -> int:
    _load(options)
    for key, why in run_here(options.chapters, options.device, options.rtol):
        print(json.dumps(["parity", key, why]), flush=True)
    return 0


def _parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("chapters", nargs="*")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--rtol", type=float, default=1e-4)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--cases", help="a module that registers more")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # these cases
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    options = _parsed(arguments)
    if options.here:
        return _tell_here(options)
    _load(options)
    chapters: dict[str, list[str]] = {}
    for key, entry in sorted(CASES.items()):
        if not options.chapters or entry.chapter in options.chapters:
            chapters.setdefault(entry.chapter, []).append(key)
    wrong: dict[str, Any] = {}
    expected, reasons = 0, {} if options.device == "cpu" else known()
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda keys: run_chapter(keys, options), chapters.values()):
            for key, why in result.items():
                if reason(key, reasons):
                    expected += 1
                    continue
                wrong[key] = why
                print(f"{key}: {why}", flush=True)
    count = sum(map(len, chapters.values()))
    rest = f"; {expected} differ as known ({KNOWN.name})" if expected else ""
    print(f"{count - len(wrong) - expected} of {count} cases are equal on {options.device}{rest}")
    if options.json:
        options.json.write_text(json.dumps(wrong, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
