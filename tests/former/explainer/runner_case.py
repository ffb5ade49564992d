"""What ImageClassificationRunner gives for a small dataset, on MindSpore and here. Nothing here imports either side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

NAMES = ["cat", "dog", "fish", "bird", "frog"]


class Rows:
    """Five images with two labels and two boxes each; a label of 9 is none."""

    def __init__(self, numbers: Any, columns: int) -> None:
        self.numbers, self.columns = numbers, columns

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for i in range(5):
            image = self.numbers(f"image{i}", 3, 12, 12)
            labels = np.array([i, 9 if i % 2 else 4 - i], np.int32)
            boxes = np.array([[1, 2, 4, 5], [3, 0, 6, 3]], np.int32)
            yield (image, labels, boxes)[: self.columns]


def runner(ms: Any, t: Any, cases: Any, folder: str, columns: int = 3) -> Any:
    """A runner with two explanations and all measures but those that draw numbers."""
    names = ["image", "label", "box"][:columns]
    dataset = ms.dataset.GeneratorDataset(Rows(cases.numbers, columns), names, shuffle=False)
    net, softmax = cases.classifier(ms, scale=0.6), ms.nn.Softmax()
    made = t.runner.ImageClassificationRunner(folder, (dataset.batch(2), NAMES), net, softmax)
    b = t.benchmark
    measures = [b.Faithfulness(5, softmax, "DeletionAUC"), b.ClassSensitivity()]
    explainers = [t.explanation.Gradient(net), t.explanation.GradCAM(net, "conv2")]
    made.register_saliency(explainers, [*measures, b.Localization(5, "IoSR")])
    return made


def occlusion_runner(ms: Any, t: Any, cases: Any, folder: str) -> Any:
    """A runner that looks for boxes."""
    rows = [(cases.bright_image()[0],), (cases.bright_image()[0][:, ::-1].copy(),)]
    labelled = [(image, np.array(1, np.int32)) for (image,) in rows]
    dataset = ms.dataset.GeneratorDataset(labelled, ["image", "label"], shuffle=False)
    identity = ms.nn.Identity()
    made = t.runner.ImageClassificationRunner(
        folder, (dataset.batch(1), ["one", "other"]), cases.confident(ms), identity
    )
    made.register_hierarchical_occlusion()
    return made


def tidy(value: Any) -> Any:
    """Without what is empty, numbers rounded, and paths without the time of the run."""
    if isinstance(value, dict):
        tidied = {name: tidy(each) for name, each in value.items()}
        return {name: each for name, each in tidied.items() if each not in ([], {}, None)}
    if isinstance(value, (list, tuple)):
        return [tidy(each) for each in value]
    if isinstance(value, float):
        return round(value, 5)
    return re.sub(r"_explain_\d+", "_explain_TIME", value) if isinstance(value, str) else value
