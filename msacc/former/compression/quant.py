"""`mindspore.compression.quant`."""

from msacc.former.compression.qat import QuantizationAwareTraining as QuantizationAwareTraining
from msacc.former.compression.qat import create_quant_config as create_quant_config
from msacc.former.compression.quant_functions import (
    load_nonquant_param_into_quant_net as load_nonquant_param_into_quant_net,
)
from msacc.former.compression.quant_functions import query_quant_layers as query_quant_layers
from msacc.former.compression.quantizer import OptimizeOption as OptimizeOption

__all__ = [
    "OptimizeOption",
    "QuantizationAwareTraining",
    "create_quant_config",
    "load_nonquant_param_into_quant_net",
    "query_quant_layers",
]
