"""`python -m msacc compare`: where two runs of one network part by more than rounding, Cell by Cell.

Two files that `with msacc.record("a.npz"):` wrote:
    python -m msacc compare a.npz b.npz
A network in PyNative mode and another way to run it:
    python -m msacc compare lenet.py:LeNet5 graph|float16|bfloat16 --input 1,32,32
    python -m msacc compare lenet.py:LeNet5 other.py:LeNet5 --input 1,32,32
    python -m msacc compare lenet.py:LeNet5 --python /path/to/python --input 1,32,32
The last runs MindSpore itself, of the environment of that Python. The exit code is 1 where something parts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from msacc.alias import install
from msacc.common import dtype as mstype
from msacc.common.seed import set_seed
from msacc.common.tensor import Tensor
from msacc.comparison import compare_sides, one_side
from msacc.comparison.compare_records import compare_records
from msacc.comparison.record import record
from msacc.comparison.report import Comparison
from msacc.inspection.command import load, sample

_WAYS = ("graph", "float16", "bfloat16")


def main(argv: list[str]) -> int:
    """Prints the table; 0 where nothing parts, 1 where something does, 2 where the two could not be compared."""
    options = _parser().parse_args(argv)
    try:
        found = run(options)
    except (ValueError, TypeError, ImportError, OSError, NameError, AttributeError) as error:
        print(f"python -m msacc compare: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    if sys.stdout.isatty():
        Console().print(found)
    else:
        print(found)
    if options.svg:
        found.svg(options.svg)
    return 0 if found.same else 1


def run(options: argparse.Namespace) -> Comparison:
    """The comparison that the command line asks for."""
    names = dict(options.name)
    if options.first.endswith(".npz"):
        if not (options.second or "").endswith(".npz"):
            raise ValueError(f"name a second file beside {options.first!r}")
        return compare_records(options.first, options.second, names)
    if not options.input:
        raise ValueError("--input is needed to run a network")
    if not (options.second or options.python):
        raise ValueError(
            f"name a second side: {', '.join(_WAYS)}, SCRIPT_OR_MODULE:NETWORK or --python PATH"
        )
    install()
    set_seed(1)
    first = load(options.first).set_train(not options.eval)
    inputs = [_drawn(options.batch, *described) for described in options.input]
    if options.python:
        return _with_mindspore(options, first, inputs, names)
    if options.second in _WAYS:
        return compare_sides.compare(first, options.second, *inputs, names=names)
    second = load(options.second).set_train(not options.eval)
    return compare_sides.compare(first, second, *inputs, names=names)


def _drawn(batch: int, shape: tuple[int, ...], dtype: Any) -> Tensor:
    """The same batch each time: normal numbers, or 0 and 1 where the dtype is one of ints."""
    draw = np.random.RandomState(0)
    if dtype in (mstype.float16, mstype.float32, mstype.float64, mstype.bfloat16):
        return Tensor(draw.randn(batch, *shape).astype(np.float32), dtype)
    return Tensor(draw.randint(0, 2, (batch, *shape)), dtype)


def _with_mindspore(
    options: argparse.Namespace, first: Any, inputs: list[Tensor], names: dict[str, str]
) -> Comparison:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        np.savez(folder / "weights.npz", **compare_sides.weights_of(first))  # type: ignore[arg-type]
        arrays = [
            x.asnumpy() if x.dtype != mstype.bfloat16 else x.float().asnumpy() for x in inputs
        ]
        np.savez(folder / "inputs.npz", **{str(i): array for i, array in enumerate(arrays)})  # type: ignore[arg-type]
        task = {
            "network": options.second or options.first,
            "training": not options.eval,
            "weights": str(folder / "weights.npz"),
            "inputs": str(folder / "inputs.npz"),
            "dtypes": [str(x.dtype).lower() for x in inputs],
            "names": names,
            "output": str(folder / "second.npz"),
        }
        (folder / "task.json").write_text(json.dumps(task), encoding="utf-8")
        _run_elsewhere(options.python, folder / "task.json")
        compare_sides.record_once(first, folder / "first.npz", tuple(inputs))
        return compare_records(folder / "first.npz", folder / "second.npz", names)


def _run_elsewhere(python: str, task: Path) -> None:
    """Run the task under another Python, on whose path nothing of msacc lies."""
    files = [sys.modules[record.__module__].__file__, one_side.__file__]
    code = (
        "import runpy, sys; files = sys.argv[1:3]; first, second = [runpy.run_path(f) for f in files]; "
        "second['main'](first['record'], sys.argv[3])"
    )
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-c", code, *map(str, files), str(task)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stderr.strip().splitlines()[-12:])
        raise ValueError(f"{python} could not run the network:\n{last}")


def _renaming(text: str) -> tuple[str, str]:
    old, sign, new = text.partition("=")
    if not (sign and old and new):
        raise argparse.ArgumentTypeError(f"{text!r} should be PATH=PATH, such as head=fc")
    return old, new


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m msacc compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("first", metavar="FILE.npz|SCRIPT_OR_MODULE:NETWORK")
    add("second", nargs="?", metavar="FILE.npz|SCRIPT_OR_MODULE:NETWORK|graph|float16|bfloat16")
    add("--python", metavar="PATH", help="the second side runs under this Python, with MindSpore")
    add("--input", action="append", type=sample, metavar="SHAPE[:DTYPE]", help="of one sample")
    add("--batch", type=int, default=4, help="samples")
    add("--eval", action="store_true", help="set_train(False) on both sides")
    add(
        "--name",
        action="append",
        type=_renaming,
        default=[],
        metavar="FIRST=SECOND",
        help="a Cell's path on the second side, where it differs",
    )
    add("--svg", metavar="FILE", help="write the picture to a file")
    return parser
