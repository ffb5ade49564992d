"""MindSpore 1.3's `mindspore.explainer` from a folder, made to run on a later MindSpore.

The folder is that of the wheel of MindSpore 1.3.0, unpacked. What later releases lack or do otherwise is put back:
names of numpy and scipy, and the order in which hooks of the backward pass get gradients.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

_NAME = "mindspore.explainer"


def load(folder: Path) -> types.SimpleNamespace:
    """The package's modules under short names."""
    import mindspore.train  # noqa: F401

    _put_back_names()
    _put_back_hooks()
    spec = importlib.util.spec_from_file_location(
        _NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = package
    spec.loader.exec_module(package)
    return named_modules("mindspore")


def named_modules(root: str) -> types.SimpleNamespace:
    """The modules of the package under short names; `root` is mindspore or msacc."""
    paths = {
        "explanation": "explanation",
        "benchmark": "benchmark",
        "utils": "_utils",
        "operators": "_operators",
        "runner": "_image_classification_runner",
        "metric": "benchmark._attribution.metric",
        "faithfulness": "benchmark._attribution.faithfulness",
        "ablation": "explanation._attribution._perturbation.ablation",
        "replacement": "explanation._attribution._perturbation.replacement",
        "backprop": "explanation._attribution._backprop.backprop_utils",
        "hoc": "explanation._counterfactual.hierarchical_occlusion",
    }
    return types.SimpleNamespace(
        **{
            name: importlib.import_module(f"{root}.explainer.{path}")
            for name, path in paths.items()
        }
    )


def _put_back_names() -> None:
    import scipy.ndimage

    for name, kind in (("int", int), ("float", float), ("bool", bool)):
        setattr(np, name, kind)
    # Pixels of one value in their order, which numpy's other ways of sorting leave to the processor.
    np.argsort = functools.partial(np.argsort, kind="stable")
    sys.modules["scipy.ndimage.filters"] = scipy.ndimage
    toolbox: Any = types.ModuleType("toolbox")
    toolbox.UncertaintyEvaluation = None
    for path in ("toolbox", "toolbox.uncertainty_evaluation"):
        sys.modules[f"mindspore.nn.probability.{path}"] = toolbox


def _put_back_hooks() -> None:
    """Until 1.10 a hook got the gradient of the result first, and one hook at a time was there."""
    from mindspore import nn

    kind: Any = nn.Cell
    register = kind.register_backward_hook

    def as_before(self: Any, hook: Any) -> Any:
        if hasattr(self, "former_hook"):
            self.former_hook.remove()
        self.former_hook = register(self, lambda cell, inner, outer: hook(cell, outer, inner))
        return self.former_hook

    kind.register_backward_hook = as_before
