"""Where the packages and names of MindSpore 1.x lie that later releases dropped: rows for `msacc/module_table.py`.

MODULES: a module's path below `mindspore`, and what it has (`former.transformer: *`: all that the package has; `...`:
the same, with what the package's `__all__` says for star imports). MEMBERS: single names in modules that MindSpore
still has. Neither loads anything until a script asks for the name.
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
# `mindspore.nn` had them in 1.8 to 1.10; where 2.x has another class of the name, that one is meant.
_OF_NN = (
    "AttentionMask EmbeddingOpParallelConfig FeedForward FixedSparseAttention MoEConfig MultiHeadAttention"
    " OpParallelConfig TransformerOpParallelConfig TransformerRecomputeConfig VocabEmbedding"
)
_TRANSFORMER_MEMBERS = {
    f"mindspore.{module}.{name}": f"former.transformer: {name}"
    for module, names in (("parallel.nn", _TRANSFORMER_LAYERS), ("nn", _OF_NN))
    for name in names.split()
}

_ORDER = {
    **{
        f"mindspore.ops.{module}ControlDepend": "former.operators: ControlDepend"
        for module in ("", "operations.")
    },
    "mindspore.ops.functional.control_depend": "former.operators: control_depend",
}

_CHECKS = {"mindspore._checkparam.check_int_positive": "_checkparam: check_positive_int"}

# Graph data sets: `mindspore.dataset.engine` has the names of `mindspore.dataset`.
_GRAPH_DATA_MODULES: dict[str, list[str]] = {"dataset.engine.graphdata": ["former.graph_data: *"]}
_GRAPH_DATA_MEMBERS = {
    f"mindspore.dataset.{name}": f"former.graph_data: {name}"
    for name in (
        "ArgoverseDataset",
        "Graph",
        "GraphData",
        "InMemoryGraphDataset",
        "OutputFormat",
        "SamplingStrategy",
    )
}

# Quantization-aware training.
_QUANTIZATION_MODULES = {"nn.layer.quant": ["former.quantization: ..."]}
_QUANTIZED_LAYERS = (
    "ActQuant Conv2dBnFoldQuant Conv2dBnFoldQuantOneConv Conv2dBnWithoutFoldQuant Conv2dQuant DenseQuant"
    " FakeQuantWithMinMax FakeQuantWithMinMaxObserver HSigmoidQuant HSwishQuant LeakyReLUQuant MulQuant TensorAddQuant"
)
_QUANTIZATION_MEMBERS = {
    f"mindspore.{module}.{name}": f"former.quantization: {name}"
    for module in ("nn", "nn.layer")
    for name in _QUANTIZED_LAYERS.split()
}
# Primitives that MindSpore still has and its CPU does not run.
_QUANTIZED_OPS = (
    "BatchNormFold BatchNormFold2 CorrectionMul FakeLearnedScaleQuantPerChannel FakeLearnedScaleQuantPerLayer"
    " FakeQuantPerChannel FakeQuantPerLayer FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsPerChannel"
    " MinMaxUpdatePerChannel MinMaxUpdatePerLayer"
)
_QUANTIZATION_MEMBERS |= {
    f"mindspore.ops.operations{module}.{name}": f"former.quantization: {name}"
    for module in ("", "._quant_ops")
    for name in _QUANTIZED_OPS.split()
}

# Networks turned into quantized ones. Their layers are those of quantization-aware training.
FORMER_COMPRESSION = {
    "compression": "",
    "compression.common": ".constants",
    "compression.common.constant": ".constants",
    "compression.export": ".quant_export",
    "compression.export.quant_export": ".quant_export",
    "compression.quant": ".quant",
    "compression.quant.qat": ".qat",
    "compression.quant.quant_utils": ".quant_functions",
    "compression.quant.quantizer": ".quantizer",
    "train.quant": ".first_quant",
    "train.quant.quant": ".first_quant",
    "train.quant.quant_utils": ".first_quant_functions",
}
_COMPRESSION_MODULES = {
    module: [f"former.compression{file}: ..."] for module, file in FORMER_COMPRESSION.items()
}
_COMPRESSION_MEMBERS: dict[str, str] = {}

# Probabilistic inference, deep probabilistic networks, uncertainty: the files in which MindSpore had each module.
FORMER_PROBABILITY = {
    "bnn_layers": (
        *("", ".bnn_cell_wrapper", ".conv_variational", ".dense_variational"),
        *(".layer_distribution", "._util"),
    ),
    "dpn": ("", ".vae", ".vae.cvae", ".vae.vae"),
    "infer": ("", ".variational", ".variational.elbo", ".variational.svi"),
    "toolbox": ("", ".anomaly_detection", ".uncertainty_evaluation"),
    "transforms": ("", ".transform_bnn"),
    "zhusuan": ("", ".framework", ".framework.bn", ".variational", ".variational.elbo"),
}
_PROBABILITY_MODULES = {
    f"nn.probability.{module}{file}": [
        f"former.probability.{file[1:] if module == 'toolbox' and file else module}: ..."
    ]
    for module, files in FORMER_PROBABILITY.items()
    for file in files
}
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

# Modules of `ops`: clipping of gradients in parts, as `ops.clip_by_global_norm` does it; random functions; other homes.
_OPS_MODULES = {
    "ops.composite.clip_ops": [
        "former.clip_ops: get_square_sum apply_global_norm",
        "ops: clip_by_value clip_by_global_norm",
    ],
    "ops._selected_ops": ["ops: *"],
    "ops.composite.random_ops": ["ops: gamma laplace multinomial normal poisson uniform"],
}

MODULES: dict[str, list[str]] = {
    **_OPS_MODULES,
    **_TRANSFORMER_MODULES,
    **_GRAPH_DATA_MODULES,
    **_QUANTIZATION_MODULES,
    **_COMPRESSION_MODULES,
    **_PROBABILITY_MODULES,
    **_EXPLAINER_MODULES,
}
MEMBERS: dict[str, str] = {
    "mindspore.common.dtype.tensor": "common.dtype: tensor_type",
    **_ORDER,
    **_CHECKS,
    **_TRANSFORMER_MEMBERS,
    **_GRAPH_DATA_MEMBERS,
    **_QUANTIZATION_MEMBERS,
    **_COMPRESSION_MEMBERS,
    **_PROBABILITY_MEMBERS,
    **_EXPLAINER_MEMBERS,
}
