"""The chapters of ops that declare primitives, methods of Tensor and functions of mint, in the order they are built.

A new file of ops is named here and, for its functions, in `ops/__init__`. Chapters behind modules that are loaded on
demand (gradients, sequences, compressed rows, parts of sparse tensors) are listed there.
"""

from __future__ import annotations

from types import ModuleType

from msacc.ops import (
    container_functions,
    debug,
    generator_random,
    legacy_containers,
    legacy_random,
    parameter_assign,
    printing,
    random,
    spectral,
    stft,
)
from msacc.ops.array import (
    casting,
    creation,
    data_formats,
    fill,
    gather_select,
    index_math,
    inplace,
    joining,
    legacy_scatter,
    raw_memory,
    scattering,
    sets,
    shaping,
    sorting,
    space_to_batch,
    storage,
)
from msacc.ops.bindings.primitives import update as rule_update
from msacc.ops.bindings.tensor import indexing as tensor_positions
from msacc.ops.bindings.tensor import inplace as tensor_in_place
from msacc.ops.bindings.tensor import interchange as tensor_exchange
from msacc.ops.bindings.tensor import op_methods as tensor_functions
from msacc.ops.bindings.tensor import random as tensor_random
from msacc.ops.bindings.tensor import reductions as tensor_reductions
from msacc.ops.bindings.tensor import shapes as tensor_shapes
from msacc.ops.linalg import diagonals, factorizations, matrix_functions, norms, products, solving
from msacc.ops.math import (
    arithmetic,
    bessel,
    clip,
    compare,
    elementwise,
    incomplete_beta,
    reduce,
    scans,
    statistics,
)
from msacc.ops.nn import (
    activation,
    adaptive_pool,
    boxes,
    candidate_sampling,
    color_spaces,
    conv,
    conv_transpose,
    deformable,
    dropout,
    embedding,
    fractional_pool,
    fused_matmul,
    fused_norm,
    image,
    image_patches,
    image_scaling,
    inplace_activations,
    non_max_suppression,
    norm,
    pad,
    pool,
    resize,
)
from msacc.ops.nn.attention import (
    decode,
    flash,
    flash_grad,
    inference,
    multi_scale,
    native_sparse,
    paged,
    prefill,
    ring,
    rotary,
)
from msacc.ops.nn.loss import classes, ctc_sparse, loss_gradients, margin
from msacc.ops.nn.loss import elementwise as loss_elementwise
from msacc.ops.nn.moe import distribution, gating, grouped, routing
from msacc.ops.nn.quant import products as quant_products
from msacc.ops.nn.quant import rounding
from msacc.ops.sparse import conversions, csr, kernels, segments, sparse_indices
from msacc.ops.update import sparse_rows

CHAPTERS: tuple[ModuleType, ...] = (
    *(
        debug,
        generator_random,
        printing,
        random,
        legacy_containers,
        container_functions,
        legacy_random,
        spectral,
        parameter_assign,
        stft,
    ),
    *(arithmetic, bessel, clip, compare, elementwise, incomplete_beta, reduce, scans, statistics),
    *(
        space_to_batch,
        casting,
        creation,
        fill,
        joining,
        data_formats,
        raw_memory,
        gather_select,
        legacy_scatter,
        index_math,
        scattering,
        sets,
        shaping,
        sorting,
        storage,
        inplace,
    ),
    *(diagonals, factorizations, matrix_functions, norms, products, solving),
    *(
        activation,
        adaptive_pool,
        boxes,
        candidate_sampling,
        color_spaces,
        conv,
        conv_transpose,
        deformable,
        dropout,
        embedding,
        fractional_pool,
        fused_norm,
        fused_matmul,
        image,
        inplace_activations,
        norm,
        pad,
        image_patches,
        pool,
        resize,
        image_scaling,
        non_max_suppression,
    ),
    *(classes, ctc_sparse, loss_elementwise, margin, loss_gradients),
    *(
        flash,
        flash_grad,
        inference,
        multi_scale,
        native_sparse,
        paged,
        prefill,
        ring,
        rotary,
        decode,
    ),
    *(distribution, gating, grouped, routing),
    *(quant_products, rounding),
    *(conversions, csr, kernels, sparse_indices, segments),
    *(sparse_rows,),
    *(rule_update,),
    *(
        tensor_exchange,
        tensor_functions,
        tensor_in_place,
        tensor_positions,
        tensor_random,
        tensor_reductions,
        tensor_shapes,
    ),
)
