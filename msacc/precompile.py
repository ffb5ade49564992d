"""`python -m msacc precompile [--steps N] [--bundle FILE] SCRIPT [ARGS ...]`: run a script and keep its compiled code.

The script runs to its end, or with `--steps N` until it calls a graph or a gradient for the N+1st time from outside of
graphs; it then ends as by `sys.exit(0)`. Graphs are compiled at their first call where the script chooses no level. All
that was compiled, by child processes too, is written to the bundle (by default SCRIPT.msacc-bundle), and is kept for
later processes of this machine.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.distributed_runtime import install
from msacc.common.settings import settings
from msacc.common.torch_private import compiled_folder
from msacc.graph import bundle
from msacc.parallel.runtime import MultiProcess

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


def main(argv: list[str], run: Callable[[list[str]], int]) -> int:
    """Runs `run` on the script and its arguments, writes the bundle; the exit code."""
    try:
        options, rest = leading_options(argv, ("--steps", "--bundle"))
        steps = int(options.get("--steps", 0))
    except ValueError as error:
        print(f"python -m msacc precompile: {error}", file=sys.stderr)
        return 2
    if (
        not rest
        or rest[0].startswith("-")
        and rest[0] != "-m"
        or "--steps" in options
        and steps < 1
    ):
        print(__doc__, file=sys.stderr)
        return 2
    path = os.path.abspath(options.get("--bundle") or default_path(rest))
    usual = compiled_folder()
    with tempfile.TemporaryDirectory(
        prefix="msacc_precompile_", ignore_cleanup_errors=True
    ) as folder:
        _compile_at_first_calls(folder)
        if steps:
            install(StepLimit(steps))
        if code := _run_to_end(run, rest):
            print(
                f"python -m msacc precompile: no bundle, the script ended with {code}.",
                file=sys.stderr,
            )
            return code
        files = bundle.save(path, folder)
        if not files:
            os.remove(path)
            print(
                "python -m msacc precompile: no bundle, the script compiled nothing.",
                file=sys.stderr,
            )
            return 1
        bundle.load(path, usual)
    size = os.path.getsize(path) / 2**20
    print(f"python -m msacc precompile: {path}, {size:.1f} MiB of compiled code in {files} files.")
    return 0


def leading_options(argv: list[str], names: tuple[str, ...]) -> tuple[dict[str, str], list[str]]:
    """The options before a script's name, each with a value, and what follows; ValueError for one without."""
    options, rest = {}, list(argv)
    while rest and rest[0].partition("=")[0] in names:
        name, joined, value = rest.pop(0).partition("=")
        if not joined:
            if not rest:
                raise ValueError(f"{name} should be followed by a value")
            value = rest.pop(0)
        options[name] = value
    return options, rest


def default_path(command: list[str]) -> str:
    """SCRIPT.msacc-bundle; in the current folder for a module or console script."""
    name = command[1] if command[0] == "-m" and len(command) > 1 else command[0]
    return f"{name.rstrip(os.sep)}.msacc-bundle"


def _compile_at_first_calls(folder: str) -> None:
    """For this process and its children: an empty folder for compiled code, and no waiting until compiling pays."""
    os.environ.pop("MSACC_BUNDLE", None)
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = folder
    settings.jit_level = os.environ["MSACC_JIT_LEVEL"] = settings.jit_level or "O1"


def _run_to_end(run: Callable[[list[str]], int], command: list[str]) -> int:
    """The exit code of a script; its exceptions pass."""
    try:
        return run(command)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1


class StepLimit(MultiProcess):
    """Ends the program at the call after the first `steps` calls from outside of graphs."""

    def __init__(self, steps: int):
        self._left = steps

    def _count(self) -> None:
        if self._left == 0:
            raise SystemExit(0)
        self._left -= 1

    def runs_over_stages(self, cell: Cell) -> bool:
        """Asked once in each call of a Cell in graph mode."""
        self._count()
        return super().runs_over_stages(cell)

    def call_outermost(
        self,
        call: Callable[..., Any],
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """Each call of a compiled function or a gradient."""
        self._count()
        return super().call_outermost(call, fn, args, kwargs)
