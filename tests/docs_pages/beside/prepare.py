"""Runs before a page on either side: seeds whatever draws numbers, so that both sides draw the same."""

from __future__ import annotations

import random

import mindspore as ms
import numpy as np

SEED = 1

ms.set_seed(SEED)
np.random.seed(SEED)
random.seed(SEED)
