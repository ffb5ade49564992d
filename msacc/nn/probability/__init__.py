"""mindspore.nn.probability: distributions as Cells."""

from msacc.homes import refuse as _refuse
from msacc.nn.probability import distribution as distribution

__getattr__ = _refuse("mindspore.nn.probability")
