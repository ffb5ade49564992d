"""Runs before a page on either side: seeds whatever draws numbers, so that both sides draw the same.

Scalars are printed as NumPy 1 does, which MindSpore needs: `1` and not `np.int64(1)`.
"""

from __future__ import annotations

import random

import mindspore as ms
import numpy as np

SEED = 1

ms.set_seed(SEED)
np.random.seed(SEED)
if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
    np.set_printoptions(legacy="1.25")
random.seed(SEED)
if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
    np.set_printoptions(legacy="1.25")
