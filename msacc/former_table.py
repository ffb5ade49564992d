"""Where the packages and names of MindSpore 1.x lie that later releases dropped: rows for `msacc/module_table.py`.

MODULES: a module's path below `mindspore`, and what it has (`former.transformer: *`: all that the package has; `...`: the
same, with what the package's `__all__` says for star imports). MEMBERS: single names in modules that MindSpore still has.
Neither loads anything until a script asks for the name.
"""

from __future__ import annotations

# The layers that MindSpore had until 2.2: the modules of the packages in which it has had them.
_TRANSFORMER_FILES = (".layers", ".loss", ".moe", ".op_parallel_config", ".transformer")
FORMER_TRANSFORMER = {
    "nn.transformer": ("", *_TRANSFORMER_FILES),
    "parallel._transformer": ("", *_TRANSFORMER_FILES),
    "parallel.nn": _TRANSFORMER_FILES,
}
_TRANSFORMER_MODULES = {
    f"{package}{file}": ["former.transformer: *" if file else "former.transformer: ..."]
    for package, files in FORMER_TRANSFORMER.items()
    for file in files
}
_TRANSFORMER_LAYERS = (
    "AttentionMask CrossEntropyLoss EmbeddingOpParallelConfig FeedForward FixedSparseAttention MoEConfig"
    " MultiHeadAttention OpParallelConfig Transformer TransformerDecoder TransformerDecoderLayer"
    " TransformerEncoder TransformerEncoderLayer TransformerOpParallelConfig TransformerRecomputeConfig"
    " VocabEmbedding"
)
_TRANSFORMER_MEMBERS = {
    f"mindspore.parallel.nn.{name}": f"former.transformer: {name}"
    for name in _TRANSFORMER_LAYERS.split()
}

# Graph data sets.
_GRAPH_DATA_MODULES: dict[str, list[str]] = {}
_GRAPH_DATA_MEMBERS: dict[str, str] = {}

# Quantization-aware training.
_QUANTIZATION_MODULES: dict[str, list[str]] = {}
_QUANTIZATION_MEMBERS: dict[str, str] = {}

# Probabilistic inference, deep probabilistic networks, uncertainty.
_PROBABILITY_MODULES: dict[str, list[str]] = {}
_PROBABILITY_MEMBERS: dict[str, str] = {}

# Explanations of what a classifier sees.
_BACKPROP, _PERTURBATION, _MEASURES = (
    "explainer.explanation._attribution._backprop",
    "explainer.explanation._attribution._perturbation",
    "explainer.benchmark._attribution",
)
_EXPLAINER_MODULES: dict[str, list[str]] = {
    "explainer": ["former.explainer: ImageClassificationRunner"],
    "explainer._image_classification_runner": ["former.explainer.runner: *"],
    "explainer._operators": ["former.explainer.operators: *"],
    "explainer._utils": [
        "former.explainer.arrays: abs_max calc_auc calc_correlation format_tensor_to_ndarray generate_one_hot"
        " rank_pixels resize unify_inputs unify_targets",
        "former.explainer.cells: ForwardProbe retrieve_layer retrieve_layer_by_name",
    ],
    "explainer.explanation": [
        "former.explainer: Deconvolution GradCAM Gradient GuidedBackprop Occlusion RISE"
    ],
    "explainer.explanation._attribution": ["former.explainer: Attribution"],
    "explainer.explanation._attribution.attribution": ["former.explainer.attribution: *"],
    _BACKPROP: ["former.explainer: Deconvolution GradCAM Gradient GuidedBackprop"],
    f"{_BACKPROP}.backprop_utils": ["former.explainer.cells: *"],
    f"{_BACKPROP}.gradcam": ["former.explainer.gradcam: *"],
    f"{_BACKPROP}.gradient": ["former.explainer.gradient: *"],
    f"{_BACKPROP}.intermediate_layer": ["former.explainer.gradcam: *"],
    f"{_BACKPROP}.modified_relu": ["former.explainer.gradient: *"],
    _PERTURBATION: ["former.explainer: Occlusion RISE"],
    f"{_PERTURBATION}.ablation": ["former.explainer.ablation: *"],
    f"{_PERTURBATION}.occlusion": ["former.explainer.occlusion: *"],
    f"{_PERTURBATION}.perturbation": ["former.explainer.attribution: *"],
    f"{_PERTURBATION}.replacement": ["former.explainer.ablation: *"],
    f"{_PERTURBATION}.rise": ["former.explainer.rise: *"],
    "explainer.explanation._counterfactual": ["former.explainer: hierarchical_occlusion"],
    "explainer.explanation._counterfactual.hierarchical_occlusion": [
        "former.explainer.hierarchical_occlusion: *"
    ],
    "explainer.benchmark": [
        "former.explainer: ClassSensitivity Faithfulness Localization Robustness"
    ],
    _MEASURES: ["former.explainer: ClassSensitivity Faithfulness Localization Robustness"],
    f"{_MEASURES}.class_sensitivity": ["former.explainer.benchmarks: *"],
    f"{_MEASURES}.faithfulness": ["former.explainer.faithfulness: *"],
    f"{_MEASURES}.localization": ["former.explainer.benchmarks: *"],
    f"{_MEASURES}.metric": ["former.explainer.metric: *"],
    f"{_MEASURES}.robustness": ["former.explainer.benchmarks: *"],
}
_EXPLAINER_MEMBERS: dict[str, str] = {}

MODULES: dict[str, list[str]] = {
    **_TRANSFORMER_MODULES,
    **_GRAPH_DATA_MODULES,
    **_QUANTIZATION_MODULES,
    **_PROBABILITY_MODULES,
    **_EXPLAINER_MODULES,
}
MEMBERS: dict[str, str] = {
    **_TRANSFORMER_MEMBERS,
    **_GRAPH_DATA_MEMBERS,
    **_QUANTIZATION_MEMBERS,
    **_PROBABILITY_MEMBERS,
    **_EXPLAINER_MEMBERS,
}
