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
_EXPLAINER_MODULES: dict[str, list[str]] = {}
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
