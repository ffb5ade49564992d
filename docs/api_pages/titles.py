"""What groups of classes and families of functions are called."""

from __future__ import annotations

import re

# Beginnings of a file's module to the group that its classes are listed under; else the file's own name.
_GROUPS = (
    ("nn.optim", "Optimizers"), ("nn.learning_rate_schedule", "Learning rates"), ("nn.loss", "Losses"),
    ("nn.metrics", "Metrics"), ("nn.wrap", "Wrappers"), ("nn.cell", "Cells"), ("nn.grad", "Wrappers"),
    ("parallel", "Parallel"), ("nn.layer.container", "Cells"), ("nn.layer.conv", "Layers: convolution"),
    ("nn.layer.combined", "Layers: convolution"), ("nn.layer.activation", "Layers: activation"),
    ("nn.layer.rectifiers", "Layers: activation"), ("nn.layer.softmax", "Layers: activation"),
    ("nn.layer.adaptive_pooling", "Layers: pooling"), ("nn.layer.rnn", "Layers: recurrent"),
    ("nn.layer.array_layers", "Layers: arrays"), ("nn.layer.matrix_layers", "Layers: arrays"),
    ("nn.layer.reshaping", "Layers: arrays"), ("nn.layer.channel_shuffle", "Layers: image"),
    ("nn.layer.timedistributed", "Layers: recurrent"), ("nn.sparse", "Layers: arrays"), ("nn.layer.", "Layers: "),
    ("mint.nn", "Layers: as torch has them"), ("mint.optim", "Optimizers"), ("mint.experimental", "Optimizers"),
    ("experimental.optim.lr", "Learning rates"), ("experimental.optim._cyclic", "Learning rates"),
    ("experimental.optim._scheduler", "Learning rates"), ("experimental.optim._plateau", "Learning rates"),
    ("experimental.optim", "Optimizers"), ("boost", "Classes"),
    ("nn.probability", "Classes"), ("dataset.transforms", "Transforms"), ("dataset.text", "Transforms"),
    ("mindrecord", "Files"), ("profiler", "Classes"), ("common.initializer", "Initializers"),
    ("dataset.sources.classes", "Datasets"), ("dataset.samplers", "Samplers"),
    ("dataset.cache", "Pipelines"), ("dataset.callback", "Pipelines"), ("dataset.schema", "Pipelines"),
    ("train.callback", "Callbacks"), ("train.loss_scale_manager", "Loss scale"), ("train.summary", "Summaries"),
    ("train.", "Training"), ("ops", "Classes"),
    ("graph.grad_operation", "Classes"), ("graph", "Graph mode"), ("mint.distributed", "Classes"),
    ("communication", "Classes"), ("functools", "Classes"), ("runtime", "Streams and memory"), ("rewrite", "Rewriting"),
    ("common.sparse", "Sparse tensors"),
)  # fmt: skip
# Files whose names are short for a family's.
_FAMILIES = {
    "adaptive_pool": "Adaptive pooling", "comm": "Collectives", "comm_uneven": "Collectives of uneven sizes",
    "compare": "Comparison", "conv": "Convolution", "conv_transpose": "Transposed convolution", "coo": "COO tensors",
    "csr": "CSR tensors", "classes": "Of classes", "ctc_sparse": "CTC", "dtype": "Dtypes",
    "fractional_pool": "Fractional pooling",
    "inplace": "In place", "linalg": "Einsum and least squares", "norm": "Normalization", "pad": "Padding",
    "pool": "Pooling", "reduce": "Reductions", "stft": "Short-time Fourier transform", "update": "Optimizer steps",
    "variants": "As torch has them", "resize": "Resizing", "boxes": "Bounding boxes", "clip": "Clipping",
}  # fmt: skip
# Folders of ops, as titles name them.
_AREAS = {
    "array": "arrays", "linalg": "linear algebra", "math": "mathematics", "nn": "neural networks", "sparse": "sparse",
    "tensor": "Tensor", "nn attention": "attention", "nn loss": "losses", "nn loss ctc": "losses", "nn moe": "experts",
    "mint distributed": "collectives", "update": "updates", "numpy": "numpy", "graph": "graph mode",
}  # fmt: skip


def group_of(home: str) -> str:
    """The group of a class by the module that defines it."""
    home = home.removeprefix("msacc.")
    for beginning, group in _GROUPS:
        if home.startswith(beginning):
            return group + _words(home.removeprefix(beginning)) if group.endswith(" ") else group
    return _words(home.rpartition(".")[2]).capitalize()


def family_title(home: str, kind: str) -> str:
    """`math.elementwise` is Elementwise (mathematics)."""
    area, _, last = home.rpartition(".")
    title = " ".join(filter(None, (_FAMILIES.get(last, _words(last).capitalize()), kind)))
    area = _words(area)
    return f"{title} ({_AREAS.get(area, area)})" if area else title


def _words(name: str) -> str:
    return re.sub(r"[._]+", " ", name).strip()
