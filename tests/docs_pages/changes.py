"""What is changed in a page before it runs, on both sides alike, and the data that it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs_pages import data

from tables import TUTORIALS  # isort: skip  (data adds its folder to the path)


@dataclass(frozen=True)
class Change:
    """`lay`: puts data into the page's folder; `rules`: text to text; `ignored`: patterns of what is not compared."""

    lay: Callable[[Path], None] = data.nothing
    rules: dict[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


def _shortened(name: str, rules: dict[str, str] | None = None, without: tuple[str, ...] = ()) -> Change:
    """The data and rules of the tutorial of that name in tests/projects, which runs its Chinese notebook."""
    of_notebook = TUTORIALS[name]
    taken = {k: v for k, v in of_notebook.rules.items() if k not in without}
    return Change(of_notebook.lay, {**taken, **(rules or {})})


CHANGES = {
    "cv/fcn8s": _shortened(
        "fcn8s",
        {"load_vgg16()\n": 'mindspore.save_checkpoint(net, "fcn8s_vgg16_pretrain.ckpt")\nload_vgg16()\n'},
        without=("# 导入vgg16预训练参数",),
    ),
    "cv/resnet50": _shortened("resnet50"),
    "cv/ssd": _shortened("ssd"),
    "cv/transfer_learning": _shortened("transfer_learning"),
    "cv/vit": _shortened("vit"),
    "dataset/augment": Change(data.pictures_like_imagenet),
    "dataset/cache": Change(data.cifar_of_both_kinds),
    "dataset/eager": Change(data.eager),
    "dataset/optimize": Change(data.cifar_of_both_kinds),
    "dataset/record": Change(data.cifar),
    "dataset/sampler": Change(data.cifar),
    "generative/cyclegan": _shortened("cyclegan"),
    "generative/dcgan": _shortened("dcgan"),
    "generative/diffusion": _shortened("diffusion"),
    "generative/gan": _shortened("gan"),
    "generative/pix2pix": _shortened("pix2pix"),
    "nlp/sentiment_analysis": _shortened("sentiment_analysis"),
    "nlp/sequence_labeling": _shortened("sequence_labeling"),
}


def change(name: str, sources: list[str]) -> Change:
    """What is said of the page of that name; without it MNIST, where the page names it, and no rules."""
    if name in CHANGES:
        return CHANGES[name]
    return Change(data.mnist if any("MNIST_Data" in s for s in sources) else data.nothing)
