"""Names that other files of the project import from here."""

import mindspore.nn as layers
from mindspore import ops as functions
