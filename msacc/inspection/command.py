"""`python -m msacc estimate SCRIPT_OR_MODULE:NETWORK`: the memory of a training step on each process, before it runs.

SCRIPT_OR_MODULE is imported, not run as a program: what it does below `if __name__ == "__main__":` is left out.
NETWORK names a Cell, or a class or function that gives one; with arguments it is called: `gpt.py:Gpt(64, 128)`.
No memory is taken for parameters.
"""

from __future__ import annotations

import argparse
import importlib
import os
import runpy
import sys
import traceback
from typing import Any

from msacc.alias import install
from msacc.auto_parallel_context import LEVELS
from msacc.common import dtype as mstype
from msacc.inspection.estimate import Estimate, estimate
from msacc.nn.cell import Cell
from msacc.nn.utils import no_init_parameters

_SHAPE = "SHAPE[:DTYPE] of one sample, without the batch: 1,32,32 or 128:int32"


def main(argv: list[str]) -> int:
    """Prints the estimate; the exit code."""
    options = _parser().parse_args(argv)
    try:
        found = run(options)
    except Exception as error:
        if not isinstance(
            error, (ValueError, TypeError, ImportError, OSError, NameError, AttributeError)
        ):
            traceback.print_exc()
        notes = " ".join(getattr(error, "__notes__", ()))
        print(f"python -m msacc estimate: {type(error).__name__}: {error} {notes}", file=sys.stderr)
        return 1
    print(found)
    return 0


def run(options: argparse.Namespace) -> Estimate:
    """The estimate that the command line asks for."""
    install()
    with no_init_parameters():
        net = load(options.network)
    samples = [*options.input, *([options.label] if options.loss else [])]
    inputs = [((options.batch, *shape), dtype) for shape, dtype in samples]
    return estimate(
        net,
        *inputs,
        optimizer=options.optimizer,
        loss_fn=options.loss,
        level=options.level,
        processes=options.processes,
        shard_size=options.shard_size,
        threshold=options.threshold,
        micro_size=options.micro_size,
    )


def load(text: str) -> Cell:
    """The Cell that `SCRIPT_OR_MODULE:NETWORK` names. ValueError where there is none."""
    source, colon, expression = text.partition(":")
    if not colon or not expression.strip():
        raise ValueError(f"{text!r} should be SCRIPT_OR_MODULE:NETWORK, such as lenet.py:LeNet5")
    names = _names(source)
    found = eval(expression, names)  # the user's own command line
    if not isinstance(found, Cell) and callable(found):
        found = found()
    if not isinstance(found, Cell):
        raise ValueError(f"{expression} in {source} is no Cell and gives none, but {found!r}")
    return found


def _names(source: str) -> dict[str, Any]:
    """What a script or a module defines."""
    if source.endswith(".py"):
        if not os.path.exists(source):
            raise ValueError(f"there is no file {source!r}")
        sys.path.insert(0, os.path.dirname(os.path.abspath(source)))
        return runpy.run_path(source, run_name=os.path.basename(source).removesuffix(".py"))
    sys.path.insert(0, os.getcwd())
    return vars(importlib.import_module(source))


def sample(text: str) -> tuple[tuple[int, ...], Any]:
    """(shape, dtype) of `SHAPE[:DTYPE]` or of a DTYPE alone."""
    shape, _, dtype = text.partition(":")
    if shape and not shape[0].isdigit():
        shape, dtype = "", shape
    kind = getattr(mstype, dtype or "float32", None)
    if not isinstance(kind, mstype.Type):
        raise argparse.ArgumentTypeError(f"{dtype!r} is no dtype; it should be {_SHAPE}")
    try:
        return tuple(int(n) for n in shape.split(",") if n), kind
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} should be {_SHAPE}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m msacc estimate",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    add = parser.add_argument
    add("network", metavar="SCRIPT_OR_MODULE:NETWORK")
    add(
        "--input", action="append", type=sample, required=True, metavar="SHAPE[:DTYPE]", help=_SHAPE
    )
    add(
        "--label",
        type=sample,
        default="int32",
        metavar="SHAPE[:DTYPE]",
        help="of the loss; a class number (int32)",
    )
    add(
        "--loss",
        metavar="NAME",
        help="a loss of mindspore.nn; without it the network gives the loss",
    )
    add("--batch", type=int, default=1, help="samples on each process")
    add("--micro-size", type=int, default=1, help="micro-batches in it")
    add("--optimizer", default="Momentum", metavar="NAME", help="an optimizer of mindspore.nn")
    add("--processes", type=int, default=1, help="that share the batches")
    add(
        "--level", choices=("none", *LEVELS), help="optimizer_level of hsdp; all of them without it"
    )
    add("--shard-size", type=int, default=-1, help="of hsdp")
    add("--threshold", type=int, default=64, help="of hsdp, in KB")
    return parser
