"""A plugin of pytest: names of NumPy that GraphLearning uses and NumPy 1.24 took away, on both sides alike."""

import numpy as np

np.bool, np.int, np.float = bool, int, float
