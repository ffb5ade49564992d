"""What the cases share: what MindSpore 2.10 has dropped, on its side alone; modes, weights, the numbers of a training.

The folder FORMER_WHEEL_1 is that of MindSpore 1.10's wheel, unpacked (`pip download mindspore==1.10.0 --no-deps`);
what its layers of few bits call on a GPU are the kernels of tests/former/quantization/mindspore_kernels.py, in NumPy.
"""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np

ON_MINDSPORE = "msacc" not in sys.modules
_FORMER = Path(__file__).parents[2] / "former"


def former_python() -> None:
    """Names that NumPy and SciPy had when the models were written."""
    import scipy.sparse as sparse

    np.bool = bool  # type: ignore[assignment]
    for name in ("csr_matrix", "csc_matrix", "lil_matrix", "coo_matrix"):
        kind = getattr(sparse, name)
        if not hasattr(kind, "A"):
            kind.A = property(lambda matrix: matrix.toarray())


def former_datasets() -> None:
    """Modules of transforms, by the names that they had until 2.0."""
    from mindspore.dataset import transforms, vision

    for place in (transforms, vision) if ON_MINDSPORE else ():
        for former in ("c_transforms", "py_transforms"):
            vars(place)[former] = sys.modules[f"{place.__name__}.{former}"] = place


def mode(name: str) -> None:
    """A script that asks for GRAPH_MODE has PyNative where `name` says so; no kernels fused and no device numbers."""
    from mindspore import context

    whole = context.set_context

    def given(**settings: Any) -> None:
        if name == "pynative" and "mode" in settings:
            settings["mode"] = ms.PYNATIVE_MODE
        if ON_MINDSPORE:
            settings = {k: v for k, v in settings.items() if k == "mode"}
        whole(**settings)

    context.set_context = ms.set_context = given


def graphs() -> None:
    """`mindspore.dataset.GraphData`."""
    if not ON_MINDSPORE:
        return
    import graph_reader
    import mindspore.dataset as ds
    import on_mindspore
    from mindspore import _checkparam

    ms.ops.operations.L2Loss = on_mindspore.L2Loss

    ds.GraphData = graph_reader.GraphData
    ms.mindrecord.FileWriter.open_and_set_header = lambda self: None
    _checkparam.check_int_positive = _checkparam.check_positive_int
    ds.GeneratorDataset = _by_rows(ds.GeneratorDataset)


class _Rows:
    """The items of a source as its sampler gives them, anew with each epoch."""

    def __init__(self, source: Any, sampler: Any) -> None:
        self.source, self.sampler = source, sampler

    def __len__(self) -> int:
        return len(self.source)

    def __getitem__(self, at: int) -> Any:
        if at == 0:
            self.numbers = list(self.sampler)
        return self.source[np.array(self.numbers[at])]


def _by_rows(whole: Any) -> Any:
    """A sampler may give several numbers at once for an item, as it could until 2.0."""

    def dataset(source: Any, column_names: Any, sampler: Any, num_parallel_workers: int) -> Any:
        rows = _Rows(source, sampler)
        return whole(rows, column_names, num_parallel_workers=num_parallel_workers, shuffle=False)

    return dataset


def few_bits() -> None:
    """`mindspore.compression`, and the layers of `mindspore.nn` that it makes."""
    former_datasets()
    if not ON_MINDSPORE:
        return
    place = os.environ.get("FORMER_WHEEL_1")
    if not place:
        raise SystemExit("FORMER_WHEEL_1 names no folder with MindSpore 1.10's wheel unpacked")
    sys.path[:0] = [str(_FORMER / name) for name in ("quantization", "compression")]
    import former_compression
    import quant_module

    asked = ms.context.get_context
    quant_module.older_names()
    former_compression.latest(Path(place) / "mindspore")
    ms.context.get_context = asked
    for name in ("compression.quant.qat", "compression.quant.quant_utils", "nn.layer.quant"):
        vars(sys.modules[f"mindspore.{name}"])["context"] = quant_module.OnGpu()


def drawn(name: str, shape: Any) -> np.ndarray:
    """Values of a parameter, from its name, that keep the size of what goes through a layer."""
    draws = np.random.RandomState(zlib.crc32(name.encode()))
    scale = np.sqrt(2 / np.prod(shape[1:])) if len(shape) > 1 else 0.1
    values = draws.standard_normal(shape) * scale + (1.0 if name.endswith("gamma") else 0.0)
    return values.astype(np.float32)


def draw(parameters: Any) -> None:
    """Set parameters to values that their names give."""
    for parameter in parameters:
        parameter.set_data(ms.Tensor(drawn(parameter.name, parameter.shape)))


def drawn_weights() -> None:
    """Optimizers begin with drawn values of what they are given."""
    from mindspore import nn

    taken = nn.Optimizer.__init__

    def takes(self: Any, learning_rate: Any, parameters: Any, *args: Any, **named: Any) -> None:
        parameters = list(parameters)
        draw(parameters)
        taken(self, learning_rate, parameters, *args, **named)

    nn.Optimizer.__init__ = takes


def checkpoint(network: Any, path: Path) -> str:
    """A checkpoint of the network with drawn weights."""
    draw(network.trainable_params())
    ms.save_checkpoint(network, str(path))
    return str(path)


def in_order() -> None:
    """Datasets keep their order, and pictures are not cropped or turned by chance: draws of the two sides differ."""
    import mindspore.dataset as ds

    ds.Dataset.shuffle = lambda self, buffer_size: self
    for name in ("ImageFolderDataset", "MnistDataset"):
        setattr(ds, name, _with(getattr(ds, name), shuffle=False, num_parallel_workers=1))
    # MindSpore refuses more workers than the machine has processors.
    ds.Dataset.map = _with(ds.Dataset.map, num_parallel_workers=1)


def _with(whole: Any, **settings: Any) -> Any:
    return lambda *args, **named: whole(*args, **{**named, **settings})


def pictures_of(size: int) -> None:
    """RandomCropDecodeResize gives whole pictures of that size, and RandomHorizontalFlip leaves them."""
    import mindspore.dataset.vision.c_transforms as former
    from mindspore.dataset import transforms, vision

    for place in (former, vision):
        vars(place)["RandomCropDecodeResize"] = lambda *args, **named: transforms.Compose(
            [vision.Decode(), vision.Resize((size, size))]
        )
        vars(place)["RandomHorizontalFlip"] = lambda *args, **named: vision.Resize((size, size))


def delay(steps: int) -> None:
    """Rounding begins after so many steps, which then tell what the layers do without; it amplifies what differs."""
    from mindspore import nn

    whole = nn.FakeQuantWithMinMaxObserver.__init__

    def later(self: Any, *args: Any, **settings: Any) -> None:
        whole(self, *args, **{**settings, "quant_delay": steps})

    nn.FakeQuantWithMinMaxObserver.__init__ = later
