"""What the cases share: the packages that MindSpore 2.10 has dropped, weights by name, the numbers of a training.

On MindSpore's side alone `former()` puts `mindspore.nn.transformer` in place: MindSpore 2.0.0's own package, from the
folder that FORMER_WHEEL names (`pip download mindspore==2.0.0 --no-deps`, unpacked).
"""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np

HERE = Path(__file__).parent
ON_MINDSPORE = "msacc" not in sys.modules
_FILES = ("layers", "loss", "moe", "op_parallel_config", "transformer")


def former() -> None:
    """`mindspore.nn.transformer` and `mindspore.parallel.nn`, and operators that have no kernel on MindSpore's CPU."""
    np.float = float  # type: ignore[attr-defined]  # NumPy's until 1.24
    if not ON_MINDSPORE:
        return
    place = os.environ.get("FORMER_WHEEL")
    if not place:
        raise SystemExit("FORMER_WHEEL names no folder with MindSpore 2.0.0's wheel unpacked")
    sys.path.insert(0, str(Path(__file__).parents[2] / "former"))
    import former_package
    import on_mindspore

    package = former_package.load(Path(place) / "mindspore/parallel/_transformer")
    for name in ("nn.transformer", "parallel.nn"):
        parent, _, child = f"mindspore.{name}".rpartition(".")
        setattr(sys.modules[parent], child, package)
        sys.modules[f"mindspore.{name}"] = package
        for file in _FILES:
            module = sys.modules[f"{package.__name__}.{file}"]
            vars(module)["__getattr__"] = on_mindspore.check
            sys.modules[f"mindspore.{name}.{file}"] = module
    on_mindspore.restore()


def without_dropout() -> None:
    """Draws of the two sides differ."""
    import passing

    ms.nn.Dropout.construct = passing.Through.construct


def without_graphs() -> None:
    """A script that asks for GRAPH_MODE has PYNATIVE_MODE."""
    from mindspore import context

    whole = context.set_context
    context.set_context = lambda **given: whole(
        **{**given, **({"mode": ms.PYNATIVE_MODE} if "mode" in given else {})}
    )


def drawn(name: str, shape: tuple[int, ...], scale: float = 0.05) -> np.ndarray:
    """Small numbers that the name alone decides on; those of norms are near one."""
    draws = np.random.RandomState(zlib.crc32(name.encode())).standard_normal(shape) * scale
    return (draws + float(name.endswith("gamma"))).astype(np.float32)


def weights(network: Any, scale: float = 0.05) -> None:
    """Each parameter's values, by its name."""
    for name, parameter in network.parameters_and_names():
        parameter.set_data(ms.Tensor(drawn(name, parameter.shape, scale), parameter.dtype))


def learned(network: Any) -> list[Any]:
    """What is trained, but for biases of keys: no softmax knows of them, so that their gradient is rounding alone."""
    return [p for p in network.trainable_params() if not p.name.endswith("attention.dense2.bias")]


def tokens(path: Path, length: int, rows: int, words: int, column: str = "input_ids") -> None:
    """A MindRecord file of sequences that a language model can learn: a token follows from the one before."""
    from mindspore.mindrecord import FileWriter

    draws = np.random.RandomState(1)
    ids = np.empty((rows, length), np.int32)
    ids[:, 0] = draws.randint(0, words, rows)
    for i in range(1, length):
        noise = draws.rand(rows) < 0.2
        ids[:, i] = np.where(noise, draws.randint(0, words, rows), (ids[:, i - 1] * 5 + 1) % words)
    writer = FileWriter(str(path), 1, overwrite=True)
    writer.add_schema({column: {"type": "int32", "shape": [-1]}}, "tokens")
    writer.write_raw_data([{column: row} for row in ids])
    writer.commit()
