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
_EXPLAINER_MODULES: dict[str, list[str]] = {}
_EXPLAINER_MEMBERS: dict[str, str] = {}

# Clipping of gradients: as `ops.clip_by_global_norm` does it, in parts.
_CLIPPING_MODULES = {
    "ops.composite.clip_ops": [
        "former.clip_ops: get_square_sum apply_global_norm",
        "ops: clip_by_value clip_by_global_norm",
    ]
}

MODULES: dict[str, list[str]] = {
    **_CLIPPING_MODULES,
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
