# Written by `python -m tests.stubs`.
from msacc.internals.refused_names import ConvReparam as ConvReparam
from msacc.internals.refused_names import DenseLocalReparam as DenseLocalReparam
from msacc.internals.refused_names import DenseReparam as DenseReparam
from msacc.internals.refused_names import NormalPosterior as NormalPosterior
from msacc.internals.refused_names import NormalPrior as NormalPrior
from msacc.internals.refused_names import WithBNNLossCell as WithBNNLossCell
