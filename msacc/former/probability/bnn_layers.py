"""`mindspore.nn.probability.bnn_layers`: layers whose weights are distributions."""

from msacc.former.probability.bnn_loss import WithBNNLossCell as WithBNNLossCell
from msacc.former.probability.conv_variational import ConvReparam as ConvReparam
from msacc.former.probability.conv_variational import _ConvVariational as _ConvVariational
from msacc.former.probability.dense_variational import DenseLocalReparam as DenseLocalReparam
from msacc.former.probability.dense_variational import DenseReparam as DenseReparam
from msacc.former.probability.dense_variational import _DenseVariational as _DenseVariational
from msacc.former.probability.layer_distribution import NormalPosterior as NormalPosterior
from msacc.former.probability.layer_distribution import NormalPrior as NormalPrior
from msacc.former.probability.layer_distribution import normal_post_fn as normal_post_fn
from msacc.former.probability.variational_layer import check_posterior as check_posterior
from msacc.former.probability.variational_layer import check_prior as check_prior

# What a star import gives, as in MindSpore; the others come when they are asked for by name.
__all__ = [
    "ConvReparam",
    "DenseLocalReparam",
    "DenseReparam",
    "NormalPosterior",
    "NormalPrior",
    "WithBNNLossCell",
]
