"""Records which classes MindSpore's CPU build makes, with the simplest arguments: constructions.txt.

    PYTHON_WITH_MINDSPORE -m tests.internals.record_constructions

Each module is looked through in processes of its own: some classes end theirs.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import itertools
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("constructions.txt")
# What arguments are made of. An argument that must be there is the first of these with which the class is made.
VALUES = (
    "1", "True", "1.0", "0.5", "'a'", "'sum'", "(1,)", "(1, 1)", "(1, 1, 1, 1)", "[1]", "ms.float32", "2", "0",
    "Tensor([1.0])", "Tensor([1])", "PARAMETER", "[PARAMETER]", "nn.Dense(1, 1)", "nn.ReLU()", "[nn.ReLU()]",
    "nn.SGD([PARAMETER])", "nn.WithLossCell(nn.Dense(1, 1), nn.MSELoss())", "lambda *a: a[0]", "[lambda x: x]",
    "np.ones((1, 1))", "()", "[]", "{}", "str", "None",
)  # fmt: skip
PARAMETER = "Parameter(Tensor([1.0]), name='p')"
_OPERATIONS = (
    "_quant_ops", "_inner_ops", "_grad_ops", "_rl_inner_ops", "_sequence_ops", "_map_tensor_ops", "_thor_ops",
    "_infer_ops", "_embedding_cache_ops", "_ocr_ops", "_scalar_ops", "_csr_ops", "array_ops", "comm_ops",
    "control_ops", "debug_ops", "image_ops", "inner_ops", "linalg_ops", "math_ops", "nn_ops", "other_ops",
    "random_ops", "sparse_ops",
)  # fmt: skip
MODULES = (
    "nn", "ops", "ops.operations", "ops.auto_generate", "ops.op_info_register", "nn.probability.distribution",
    "nn.probability.bijector", "mint.nn", "mint.optim", "train", "amp", "boost", "common.initializer",
    "dataset.vision", "dataset.audio", "dataset.text", "dataset.transforms", "experimental.optim",
    "experimental.optim.lr_scheduler", "parallel.nn", "nn.wrap.cell_wrapper", "nn.probability.bnn_layers",
    "ops.composite",
    *(f"ops.operations.{name}" for name in _OPERATIONS),
)  # fmt: skip
_SECONDS, _MODULE_SECONDS, _MOST_TRIES = 2.0, 60.0, 300


def names_of(package: Any) -> dict[str, Any]:
    """What the arguments' source may name."""
    import numpy as np

    kinds = {"nn": package.nn, "Tensor": package.Tensor, "Parameter": package.Parameter}
    return {"ms": package, "np": np, "ops": package.ops, **kinds}


def _sources() -> list[str]:
    return [value.replace("PARAMETER", PARAMETER) for value in VALUES]


def _candidates(kind: type) -> Iterator[tuple[str, ...]]:
    """Lists of arguments, the simplest first."""
    yield ()
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return
    needed = sum(p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
    needed = needed or int(any(p.kind is p.VAR_POSITIONAL for p in parameters))
    if needed:
        yield from ((value,) * needed for value in _sources())
    if needed > 1:
        yield from itertools.product(_sources(), repeat=needed)


def _is_made(kind: type, arguments: tuple[str, ...], names: dict[str, Any]) -> bool:
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        kind(*[eval(argument, names) for argument in arguments])
    except BaseException:
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return True


def _look_through(module: str, path: Path) -> None:
    """Appends a line for each class that is made; one with "> " before each that is tried."""
    import mindspore

    def late(*_: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    names, tried = names_of(mindspore), path.read_text().splitlines()
    home = importlib.import_module(f"mindspore.{module}")
    for name in sorted(vars(home) if module != "ops" else dir(home)):
        kind = getattr(home, name, None)
        if "_" in (name[0], name[-1]) or f"> {name}" in tried or not _is_own(kind):
            continue
        _append(path, f"> {name}")
        for arguments in itertools.islice(_candidates(kind), _MOST_TRIES):
            if _is_made(kind, arguments, names):
                call = f"{module}.{name}({', '.join(arguments)})"
                _append(path, f"{kind.__module__}.{kind.__qualname__} {call}")
                break
    _append(path, "end")


def _is_own(kind: Any) -> bool:
    own = inspect.isclass(kind) and kind.__module__.startswith("mindspore")
    return own and not issubclass(kind, BaseException)


def _append(path: Path, line: str) -> None:
    with path.open("a") as file:
        file.write(f"{line}\n")


def record() -> None:
    """Writes constructions.txt: a class that several modules have once, by the first of them."""
    made: dict[str, str] = {}
    for module in MODULES:
        path = RECORDED.with_suffix(f".{module}")
        path.write_text("")
        while not path.read_text().endswith("end\n"):
            before = path.stat().st_size
            with contextlib.suppress(subprocess.TimeoutExpired):  # one that waits for ever
                command = [sys.executable, "-m", __spec__.name, module, path]
                subprocess.run(command, check=False, timeout=_MODULE_SECONDS)
            if path.stat().st_size == before:
                raise RuntimeError(f"mindspore.{module} cannot be looked through.")
        lines = path.read_text().splitlines()
        path.unlink()
        for line in lines:
            if line[0] != ">" and line != "end":
                kind, _, call = line.partition(" ")
                made.setdefault(kind, call)
    RECORDED.write_text("".join(f"{call}\n" for call in made.values()))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if sys.argv[1:]:
        _look_through(sys.argv[1], Path(sys.argv[2]))
    else:
        record()
