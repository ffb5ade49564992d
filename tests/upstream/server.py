"""Imports msacc once and runs each file of the suite in a forked child; a crash or a hang costs one file's rest.

usage: server.py JOB.json; prints one line of JSON a test.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any

# Tests ask for up to 16 dataset workers, which MindSpore refuses where there are fewer cores.
_CORES = 16


def _lend() -> None:
    """What the suite's shared helpers import before any test; no test is about it."""
    import msacc
    from msacc.alias import install

    install()

    def module(name: str, **names: Any) -> None:
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__dict__.update(names)

    security = types.SimpleNamespace(enable_security=lambda: False)
    tensor = msacc.Tensor
    module("mindspore._c_expression", Tensor=tensor, TensorPy=tensor, security=security)
    module("tests.vm_impl", vm=None, __path__=[])
    module("tests.security_utils", security_off_wrap=lambda test: test)
    iterators = importlib.import_module("mindspore.dataset.engine.iterators")
    for name in ("_cleanup", "_unset_iterator_cleanup"):
        if name not in vars(iterators):
            setattr(iterators, name, lambda: None)


def _run_file(job: dict[str, Any], file: str, wanted: list[Any], out: Path) -> None:
    """In the child: one file under pytest."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1), os.dup2(silent, 2)
    os.environ["UPSTREAM_WANTED"], os.environ["UPSTREAM_OUT"] = json.dumps(wanted), str(out)
    checkout = Path(job["checkout"])
    unit = file.startswith("tests/ut/")
    os.chdir(checkout / "tests/ut/python" if unit else (checkout / file).parent)
    import pytest

    options = [
        "-p",
        "plugin",
        "-p",
        "no:cacheprovider",
        "-q",
        "--import-mode=prepend",
        "-W",
        "ignore",
    ]
    options += ["--rootdir", str(checkout), "-c", os.devnull, f"--timeout={job['timeout']}"]
    os._exit(int(pytest.main([str(checkout / file), *options, "--timeout-method=signal"])))


def _outcomes(out: Path) -> dict[str, tuple[str, str]]:
    found = {}
    if out.exists():
        for line in out.read_text().splitlines():
            event = json.loads(line)
            found[event["id"]] = (event["outcome"], event["text"])
    return found


def _report(wanted: list[Any], found: dict[str, tuple[str, str]]) -> None:
    for one in wanted:
        outcome, text = found.get(one["id"], ("not collected", ""))
        print(json.dumps({"id": one["id"], "outcome": outcome, "text": text}), flush=True)


def main() -> None:
    """Fork a child a file, and wait for it."""
    job = json.loads(Path(sys.argv[1]).read_text())
    checkout = job["checkout"]
    # The suite's own folders; msacc from the repository, whose own `tests` must not be found first.
    sys.path[:0] = [str(Path(__file__).parent), checkout]
    sys.path += [job["library"], os.path.join(checkout, "tests/ut/python")]
    os.cpu_count = multiprocessing.cpu_count = lambda: _CORES  # type: ignore[method-assign]
    _lend()
    import pytest  # noqa: F401
    import torch._dynamo  # noqa: F401  (once, not in every child)

    for number, (file, wanted) in enumerate(job["files"].items()):
        out = Path(f"{number}.jsonl").resolve()
        child = os.fork()
        if child == 0:
            os.setsid()
            try:
                _run_file(job, file, wanted, out)
            finally:
                os._exit(99)
        _wait(child, job["timeout"] * (1 + len(wanted)))
        _report(wanted, _outcomes(out))


def _wait(child: int, seconds: float) -> None:
    end = time.time() + seconds
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.time() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return
        time.sleep(0.05)
    # What the file left running, in its own group.
    subprocess.run(["kill", "-9", "--", f"-{child}"], check=False, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
