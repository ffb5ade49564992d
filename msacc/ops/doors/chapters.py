"""The chapters of ops that declare primitives, methods of Tensor and functions of mint, in the order they are built.

A new file of ops is named here and, for its functions, in `ops/__init__`. Chapters behind modules that are loaded on
demand (gradients, sequences, compressed rows, parts of sparse tensors) are listed there.
"""

from __future__ import annotations

from types import ModuleType

from msacc.ops import (
    debug,
    draws,
    printing,
    random,
    scalars,
    sequences,
    shaped_draws,
    spectral,
    state,
    stft,
)
from msacc.ops.array import (
    blocks,
    casting,
    creation,
    filling,
    joining,
    layouts,
    memory,
    picking,
    placing,
    positions,
    scattering,
    sets,
    shaping,
    sorting,
    storage,
    writing,
)
from msacc.ops.doors.primitives import update as rule_update
from msacc.ops.doors.tensor import exchange as tensor_exchange
from msacc.ops.doors.tensor import functions as tensor_functions
from msacc.ops.doors.tensor import in_place as tensor_in_place
from msacc.ops.doors.tensor import positions as tensor_positions
from msacc.ops.doors.tensor import random as tensor_random
from msacc.ops.doors.tensor import reductions as tensor_reductions
from msacc.ops.doors.tensor import shapes as tensor_shapes
from msacc.ops.linalg import diagonals, factorizations, logarithms, norms, products, solving
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
    candidates,
    colour,
    conv,
    deconv,
    deformable,
    dropout,
    embed,
    fractional_pool,
    fused_norm,
    fused_products,
    image,
    inplace,
    norm,
    pad,
    patches,
    pool,
    resize,
    scaling,
    suppression,
)
from msacc.ops.nn.attention import (
    flash,
    flash_grad,
    inference,
    multi_scale,
    native_sparse,
    paged,
    prompts,
    ring,
    rotary,
    steps,
)
from msacc.ops.nn.loss import classes, ctc_sparse, margin, parts
from msacc.ops.nn.loss import elementwise as loss_elementwise
from msacc.ops.nn.moe import gating, grouped, routing
from msacc.ops.nn.quant import products as quant_products
from msacc.ops.nn.quant import rounding
from msacc.ops.sparse import conversions, csr, kernels, places, segments
from msacc.ops.update import by_rows

CHAPTERS: tuple[ModuleType, ...] = (
    *(debug, draws, printing, random, scalars, sequences, shaped_draws, spectral, state, stft),
    *(arithmetic, bessel, clip, compare, elementwise, incomplete_beta, reduce, scans, statistics),
    *(
        blocks,
        casting,
        creation,
        filling,
        joining,
        layouts,
        memory,
        picking,
        placing,
        positions,
        scattering,
        sets,
        shaping,
        sorting,
        storage,
        writing,
    ),
    *(diagonals, factorizations, logarithms, norms, products, solving),
    *(
        activation,
        adaptive_pool,
        boxes,
        candidates,
        colour,
        conv,
        deconv,
        deformable,
        dropout,
        embed,
        fractional_pool,
        fused_norm,
        fused_products,
        image,
        inplace,
        norm,
        pad,
        patches,
        pool,
        resize,
        scaling,
        suppression,
    ),
    *(classes, ctc_sparse, loss_elementwise, margin, parts),
    *(
        flash,
        flash_grad,
        inference,
        multi_scale,
        native_sparse,
        paged,
        prompts,
        ring,
        rotary,
        steps,
    ),
    *(gating, grouped, routing),
    *(quant_products, rounding),
    *(conversions, csr, kernels, places, segments),
    *(by_rows,),
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
