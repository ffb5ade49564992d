"""The package is found under the names that MindSpore had for it, and loaded when it is asked for."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from msacc.former import explainer
from msacc.former_table import MODULES

# Of each of MindSpore's files: what scripts and tests import from it.
_MEMBERS = {
    "_image_classification_runner": "ImageClassificationRunner _normalize",
    "_operators": "absolute arange argmax reshape softmax stack zeros_like",
    "_utils": "ForwardProbe abs_max calc_auc calc_correlation format_tensor_to_ndarray generate_one_hot rank_pixels"
    " resize retrieve_layer retrieve_layer_by_name unify_inputs unify_targets",
    "explanation": "Deconvolution GradCAM Gradient GuidedBackprop Occlusion RISE",
    "explanation._attribution": "Attribution",
    "explanation._attribution._backprop.backprop_utils": "GradNet get_bp_weights",
    "explanation._attribution._backprop.gradcam": "GradCAM _gradcam_aggregation",
    "explanation._attribution._backprop.intermediate_layer": "IntermediateLayerAttribution",
    "explanation._attribution._backprop.modified_relu": "Deconvolution GuidedBackprop ModifiedReLU",
    "explanation._attribution._perturbation.ablation": "Ablation AblationWithSaliency",
    "explanation._attribution._perturbation.perturbation": "PerturbationAttribution",
    "explanation._attribution._perturbation.replacement": "BaseReplacement Constant GaussianBlur RandomPerturb",
    "explanation._counterfactual.hierarchical_occlusion": "AUTO_IMAGE_SHORT_SIDE_MIN EditStep NoValidResultError"
    " OriginalOutputError Searcher auto_str_mask compile_mask compile_str_mask is_valid_str_mask",
    "benchmark": "ClassSensitivity Faithfulness Localization Robustness",
    "benchmark._attribution.faithfulness": "DeletionAUC InsertionAUC NaiveFaithfulness",
    "benchmark._attribution.metric": "AttributionMetric LabelAgnosticMetric LabelSensitiveMetric verify_argument"
    " verify_targets",
}


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("explainer")])
def test_each_module_can_be_imported(name: str) -> None:
    module = importlib.import_module(f"msacc.{name}")
    for member in _MEMBERS.get(name.removeprefix("explainer."), "").split():
        value = getattr(module, member)
        assert value is getattr(explainer, member, value)


def test_star_imports() -> None:
    found: dict[str, object] = {}
    exec("from msacc.explainer.explanation import *", found)
    assert found["RISE"] is explainer.RISE
    names = [name for name in found if name[0] != "_"]
    assert sorted(names) == _MEMBERS["explanation"].split()


def test_it_is_loaded_with_its_first_use() -> None:
    program = """
import sys
import mindspore as ms
def loaded():
    return [name for name in sys.modules if name.startswith("msacc.former.explainer")]
assert not loaded()
import mindspore.explainer
assert ms.explainer.explanation.GradCAM.__name__ == "GradCAM"
assert loaded()
assert ms.explainer.benchmark.Localization
try:
    from mindspore.explainer.explanation import LIME
except ImportError as error:
    assert "mindspore.explainer.explanation.LIME" in str(error)
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-m", "msacc", "-c", program], check=True)
