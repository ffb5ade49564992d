"""`python -m msacc compare`: where two runs of one network part by more than rounding, Cell by Cell.

Two files that `with msacc.record("a.npz"):` wrote:
    python -m msacc compare a.npz b.npz
One process with a whole batch and those of a job with its parts, in the order of their ranks:
    python -m msacc compare a.npz rank0.npz rank1.npz
A network in PyNative mode and another way to run it:
    python -m msacc compare lenet.py:LeNet5 graph|float16|bfloat16 --input 1,32,32
    python -m msacc compare lenet.py:LeNet5 other.py:LeNet5 --input 1,32,32
    python -m msacc compare lenet.py:LeNet5 --python /path/to/python --input 1,32,32
    python -m msacc compare lenet.py:LeNet5 --processes 2 --input 1,32,32
--python runs MindSpore itself, of the environment of that Python; --processes a job of so many processes, data
parallel, each with its part of the batch. The exit code is 1 where something parts.
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
from msacc.comparison import compare_sides, job_side, one_side
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
        files = [name for name in (options.second, *options.others) if name]
        if not files or not all(name.endswith(".npz") for name in files):
            raise ValueError(f"name a second file beside {options.first!r}")
        second = files if options.others else files[0]
        return compare_records(options.first, second, names, not options.gradients_sum)
    if options.others:
        raise ValueError(f"{options.others[0]!r} is one more than two sides; only files are more")
    if not options.input:
        raise ValueError("--input is needed to run a network")
    _check_second(options)
    install()
    set_seed(1)
    first = load(options.first).set_train(not options.eval)
    inputs = [_drawn(options.batch, *described) for described in options.input]
    if options.python or options.processes:
        return _elsewhere(options, first, inputs, names)
    if options.second in _WAYS:
        return compare_sides.compare(first, options.second, *inputs, names=names)
    second = load(options.second).set_train(not options.eval)
    return compare_sides.compare(first, second, *inputs, names=names)


def _check_second(options: argparse.Namespace) -> None:
    if not (options.second or options.python or options.processes):
        raise ValueError(
            f"name a second side: {', '.join(_WAYS)}, SCRIPT_OR_MODULE:NETWORK, --python PATH or --processes N"
        )
    if options.python and options.processes:
        raise ValueError("--python and --processes are two second sides; give one")
    if options.processes and (options.processes < 2 or options.batch % options.processes):
        raise ValueError(
            f"--processes {options.processes} should be 2 or more and divide --batch {options.batch}"
        )
    if options.processes and options.second in _WAYS:
        raise ValueError(f"--processes runs a network in PyNative mode, not {options.second!r}")


def _drawn(batch: int, shape: tuple[int, ...], dtype: Any) -> Tensor:
    """The same batch each time: normal numbers, or 0 and 1 where the dtype is one of ints."""
    draw = np.random.RandomState(0)
    if dtype in (mstype.float16, mstype.float32, mstype.float64, mstype.bfloat16):
        return Tensor(draw.randn(batch, *shape).astype(np.float32), dtype)
    return Tensor(draw.randint(0, 2, (batch, *shape)), dtype)


def _elsewhere(
    options: argparse.Namespace, first: Any, inputs: list[Tensor], names: dict[str, str]
) -> Comparison:
    """The second side under another Python, or by several processes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        task = _task(options, folder, first, inputs, names)
        if options.processes:
            second = job_side.recorded(task, options.processes)
            compare_sides.record_once(first, folder / "first.npz", tuple(inputs))
            return compare_records(folder / "first.npz", second, names, gradients_mean=False)
        (folder / "task.json").write_text(json.dumps(task), encoding="utf-8")
        _run_elsewhere(options.python, folder / "task.json")
        compare_sides.record_once(first, folder / "first.npz", tuple(inputs))
        return compare_records(folder / "first.npz", folder / "second.npz", names)


def _task(
    options: argparse.Namespace,
    folder: Path,
    first: Any,
    inputs: list[Tensor],
    names: dict[str, str],
) -> dict[str, Any]:
    """What the second side is to do, with the first's weights and batch in files."""
    np.savez(folder / "weights.npz", **compare_sides.weights_of(first))  # type: ignore[arg-type]
    arrays = [x.asnumpy() if x.dtype != mstype.bfloat16 else x.float().asnumpy() for x in inputs]
    np.savez(folder / "inputs.npz", **{str(i): array for i, array in enumerate(arrays)})  # type: ignore[arg-type]
    return {
        "network": options.second or options.first,
        "training": not options.eval,
        "weights": str(folder / "weights.npz"),
        "inputs": str(folder / "inputs.npz"),
        "dtypes": [str(x.dtype).lower() for x in inputs],
        "names": names,
        "output": str(folder / "second.npz"),
    }


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
    add("others", nargs="*", metavar="FILE.npz", help="of the other processes of a job")
    add(
        "--gradients-sum",
        action="store_true",
        help="the loss of each process was a sum over its part of the batch, not the mean",
    )
    add("--python", metavar="PATH", help="the second side runs under this Python, with MindSpore")
    add(
        "--processes",
        type=int,
        default=0,
        metavar="N",
        help="the second side is a job of N processes here, each with its part of the batch",
    )
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
