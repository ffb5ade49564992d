"""What is changed in a page before it runs, on both sides alike, and the data that it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.docs_pages import data
from tests.docs_pages.tutorials import TUTORIALS


@dataclass(frozen=True)
class Change:
    """`lay`: puts data into the page's folder; `rules`: text to text; `ignored`: patterns of what is not compared;
    `differs`: for a cell's number what docs/differences.md says of it.
    """

    lay: Callable[[Path], None] = data.nothing
    rules: dict[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    differs: dict[int, str] = field(default_factory=dict)


def _shortened(
    name: str,
    rules: dict[str, str] | None = None,
    without: tuple[str, ...] = (),
    ignored: tuple[str, ...] = (),
) -> Change:
    """The data and rules of the tutorial of that name in tests/projects, which runs its Chinese notebook."""
    of_notebook = TUTORIALS[name]
    taken = {k: v for k, v in of_notebook.rules.items() if k not in without}
    return Change(of_notebook.lay, {**taken, **(rules or {})}, ignored)


# MindSpore allows no more workers than there are cores.
_WORKERS = {"num_parallel_workers=4": "num_parallel_workers=2"}

CHANGES = {
    "beginner/save_load": Change(
        differs={4: "MindIR is not written", 5: "MindIR is not written"},
    ),
    "compile/python_builtin_functions": Change(
        # NumPy 2 makes no number of an array with axes.
        rules={"float(x.asnumpy())": "float(x.asnumpy()[0])"},
        differs={24: "print in a graph"},
    ),
    "compile/statements": Change(differs={10: "a name that is global until it is assigned"}),
    "compile/static_graph": Change(differs={2: "add_ in PyNative mode"}),
    "compile/static_graph_expert_programming": Change(
        rules={
            "range(200)": "range(10)",
            "range(100)": "range(10)",
            "(100, 2)": "(5, 2)",
            # With the cache MindSpore waits for ever in the next cell.
            "os.environ['MS_COMPILER_CACHE_ENABLE'] = '1'": "pass",
        },
        ignored=(r"cost time: .*",),
    ),
    "cv/fcn8s": _shortened(
        "fcn8s",
        {
            "load_vgg16()\n": 'mindspore.save_checkpoint(net, "fcn8s_vgg16_pretrain.ckpt")\nload_vgg16()\n'
        },
        without=("# 导入vgg16预训练参数",),
    ),
    "cv/resnet50": _shortened("resnet50"),
    "cv/ssd": _shortened("ssd"),
    "cv/transfer_learning": _shortened("transfer_learning"),
    "cv/vit": _shortened("vit"),
    "dataset/augment": Change(
        data.pictures_like_imagenet,
        {"num_parallel_workers=8": "num_parallel_workers=2"},
    ),
    "dataset/cache": Change(data.cifar_of_both_kinds),
    "dataset/eager": Change(data.eager),
    "dataset/optimize": Change(
        data.cifar_of_both_kinds, _WORKERS, differs={2: "the bytes of a JPEG"}
    ),
    # MindSpore's own arrays are of C's `long long`, which NumPy writes out.
    "dataset/python_objects": Change(ignored=(r", dtype=int64",)),
    "dataset/record": Change(data.cifar),
    "dataset/sampler": Change(data.mnist_and_cifar),
    "debug/error_analysis/mindir": Change(
        rules={"os.environ['MS_DEV_SAVE_GRAPHS'] = '2'": "pass"},
    ),
    "debug/error_analysis/minddata_debug": Change(differs={10: "how a dataset is shown"}),
    "generative/cyclegan": _shortened("cyclegan", ignored=(r"time: *[\d.]+",)),
    "generative/dcgan": _shortened("dcgan"),
    "generative/diffusion": _shortened("diffusion", {"epochs = 10": "epochs = 1"}),
    "generative/gan": _shortened("gan"),
    "generative/pix2pix": _shortened("pix2pix", ignored=(r"ms per step:[\d.]+",)),
    "orange_pi/dev_start": Change(
        data.mnist, differs={15: "it shows what cell 12 trains, which fails on MindSpore"}
    ),
    "nlp/sentiment_analysis": replace(
        _shortened("sentiment_analysis"), differs={5: "how a dataset is shown"}
    ),
    "nlp/sequence_labeling": _shortened("sequence_labeling"),
}


def change(name: str, sources: list[str]) -> Change:
    """What is said of the page of that name; without it MNIST, where the page names it, and no rules."""
    if name in CHANGES:
        return CHANGES[name]
    return Change(data.mnist if any("MNIST_Data" in s for s in sources) else data.nothing)
