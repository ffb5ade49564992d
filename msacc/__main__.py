"""`python -m msacc script.py args…`: run a MindSpore script on msacc.

Also `python -m msacc -m module args…`, `-c code`, the name of a console script, and the commands in `_USAGE`.
"""

from __future__ import annotations

import difflib
import os
import platform
import runpy
import sys
import types
from importlib import import_module

import torch

from msacc import precompile
from msacc.alias import install
from msacc.launch import console_scripts
from msacc.launch.command import print_users_traceback
from msacc.version import MINDSPORE_VERSION, __version__

_USAGE = """usage: python -m msacc [--bundle FILE] script.py [args ...]
       python -m msacc [--bundle FILE] -m module [args ...]
       python -m msacc [--bundle FILE] -c code [args ...]
       python -m msacc [--bundle FILE] console-script [args ...]
       python -m msacc precompile [--steps N] [--bundle FILE] script.py [args ...]
       python -m msacc check PATH [--json]
       python -m msacc estimate SCRIPT_OR_MODULE:NETWORK --input SHAPE[:DTYPE] [...]
       python -m msacc compare FILE.npz FILE.npz | SCRIPT_OR_MODULE:NETWORK OTHER_SIDE --input SHAPE [...]
       python -m msacc doctor [--quick]
       python -m msacc weights IN OUT [--map FILE] [--like FILE]
       python -m msacc install-as-mindspore [--version 2.x.y] [--wheel FOLDER]
       python -m msacc data mnist|cifar10 [FOLDER]
       python -m msacc --version

Runs a script, module, code or console script in which `import mindspore` means msacc. `precompile` runs one
and writes the code that graph mode compiled for it to a bundle, which `--bundle` looks up. `check` reads a project and
says what of MindSpore it uses that is refused, without effect or unknown here. `doctor` shows what this
machine can do; `estimate` tells the memory of a training step; `compare` names the first Cell whose output or
gradient differs between two runs; `weights` turns MindSpore's files of weights into torch's and back; `data` finds,
downloads or draws the images of a small data set and prints their folder; `install-as-mindspore` makes
`import mindspore` mean msacc in every process of this environment.
For several processes: msrun --worker_num=8 --local_worker_num=8 script.py"""

# Each is imported when it is asked for.
_COMMANDS = {
    "check": "msacc.porting.command",
    "compare": "msacc.comparison.command",
    "data": "msacc.datafiles.__main__",
    "doctor": "msacc.doctor",
    "estimate": "msacc.inspection.command",
    "install-as-mindspore": "msacc.stub_distribution",
    "weights": "msacc.weights.command",
}


def run_script(path: str, args: list[str]) -> None:
    """Run a file as `__main__` the way `python path args…` would."""
    if not os.path.exists(path):
        path = console_scripts.find(path) or path
    if not os.path.exists(path):
        near = difflib.get_close_matches(path, [*_COMMANDS, "precompile"], 1)
        known = (
            f"; did you mean the command {near[0]!r}?" if near else "; --help lists the commands."
        )
        sys.exit(f"python -m msacc: there is no file {path!r}{known}")
    sys.argv = [path, *args]
    folder = path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path))
    sys.path[0] = folder
    runpy.run_path(path, run_name="__main__")


def run_module(name: str, args: list[str]) -> None:
    """Run a module as `__main__` the way `python -m name args…` would."""
    sys.argv = [name, *args]
    sys.path[0] = os.getcwd()
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def run_code(text: str, args: list[str]) -> None:
    """Run a program the way `python -c text args…` would."""
    sys.argv = ["-c", *args]
    sys.path[0] = ""
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    exec(compile(text, "<string>", "exec"), module.__dict__)


def _versions() -> str:
    return (
        f"msacc {__version__} (the API of MindSpore {MINDSPORE_VERSION}), torch {torch.__version__}, "
        f"Python {platform.python_version()}"
    )


def _with_bundle(argv: list[str]) -> int:
    """`main` with a bundle of compiled code, for child processes too."""
    try:
        options, rest = precompile.leading_options(argv, ("--bundle",))
    except ValueError as error:
        print(f"python -m msacc: {error}.", file=sys.stderr)
        return 2
    path = os.path.abspath(options["--bundle"])
    if not os.path.isfile(path):
        print(f"python -m msacc --bundle: there is no file {path!r}.", file=sys.stderr)
        return 2
    os.environ["MSACC_BUNDLE"] = path
    return main(rest)


def main(argv: list[str]) -> int:
    """Dispatch the command line; the exit code."""
    if not argv or argv[0] in ("-h", "--help"):
        print(_USAGE)
        return 0 if argv else 2
    if argv[0] in ("-V", "--version"):
        print(_versions())
        return 0
    if argv[0] in _COMMANDS:
        return import_module(_COMMANDS[argv[0]]).main(argv[1:])
    if argv[0] == "precompile":
        return precompile.main(argv[1:], main)
    if argv[0].partition("=")[0] == "--bundle":
        return _with_bundle(argv)
    install()
    if argv[0] == "-m":
        if len(argv) < 2:
            print("python -m msacc -m: name a module.", file=sys.stderr)
            return 2
        run_module(argv[1], argv[2:])
    elif argv[0] == "-c":
        if len(argv) < 2:
            print("python -m msacc -c: give the code.", file=sys.stderr)
            return 2
        run_code(argv[1], argv[2:])
    elif argv[0].startswith("-"):
        print(f"python -m msacc: unknown option {argv[0]}.\n{_USAGE}", file=sys.stderr)
        return 2
    else:
        run_script(argv[0], argv[1:])
    return 0


def _main() -> int:
    """`main`; the traceback of an uncaught error begins with the script's own frame."""
    try:
        return main(sys.argv[1:])
    except Exception as error:
        print_users_traceback(error, __file__, precompile.__file__)
        return 1


if __name__ == "__main__":
    sys.exit(_main())
