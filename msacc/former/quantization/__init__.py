"""`mindspore.nn.layer.quant` of MindSpore 1.0 to 1.10: layers that train with weights and results of few bits.

Parameters have MindSpore's names, so that checkpoints of that time load.

Imports: , _checkparam, common, former.compression, nn, ops.
"""

from msacc.former.compression.constants import QuantDtype as QuantDtype
from msacc.former.quantization.bounded_operators import (
    FakeQuantWithMinMaxVars as FakeQuantWithMinMaxVars,
)
from msacc.former.quantization.bounded_operators import (
    FakeQuantWithMinMaxVarsPerChannel as FakeQuantWithMinMaxVarsPerChannel,
)
from msacc.former.quantization.conv_fold import BatchNormFoldCell as BatchNormFoldCell
from msacc.former.quantization.conv_fold import Conv2dBnFoldQuant as Conv2dBnFoldQuant
from msacc.former.quantization.conv_fold import Conv2dBnFoldQuantOneConv as Conv2dBnFoldQuantOneConv
from msacc.former.quantization.conv_quant import (
    Conv2dBnWithoutFoldQuant as Conv2dBnWithoutFoldQuant,
)
from msacc.former.quantization.conv_quant import Conv2dQuant as Conv2dQuant
from msacc.former.quantization.dense_quant import DenseQuant as DenseQuant
from msacc.former.quantization.deploy_blocks import QuantBlock as QuantBlock
from msacc.former.quantization.deploy_blocks import QuantMindirBlock as QuantMindirBlock
from msacc.former.quantization.fold_operators import BatchNormFold as BatchNormFold
from msacc.former.quantization.fold_operators import BatchNormFold2 as BatchNormFold2
from msacc.former.quantization.fold_operators import CorrectionMul as CorrectionMul
from msacc.former.quantization.former_settings import FakeQuantWithMinMax as FakeQuantWithMinMax
from msacc.former.quantization.observer import (
    FakeQuantWithMinMaxObserver as FakeQuantWithMinMaxObserver,
)
from msacc.former.quantization.observer import QuantConfig as QuantConfig
from msacc.former.quantization.observer import UniformQuantObserver as UniformQuantObserver
from msacc.former.quantization.observer import _Observer as _Observer
from msacc.former.quantization.observer import quant_config_default as quant_config_default
from msacc.former.quantization.operators import (
    FakeLearnedScaleQuantPerChannel as FakeLearnedScaleQuantPerChannel,
)
from msacc.former.quantization.operators import (
    FakeLearnedScaleQuantPerLayer as FakeLearnedScaleQuantPerLayer,
)
from msacc.former.quantization.operators import FakeQuantPerChannel as FakeQuantPerChannel
from msacc.former.quantization.operators import FakeQuantPerLayer as FakeQuantPerLayer
from msacc.former.quantization.operators import MinMaxUpdatePerChannel as MinMaxUpdatePerChannel
from msacc.former.quantization.operators import MinMaxUpdatePerLayer as MinMaxUpdatePerLayer
from msacc.former.quantization.partial_init import _partial_init as _partial_init
from msacc.former.quantization.rounded_results import ActQuant as ActQuant
from msacc.former.quantization.rounded_results import HSigmoidQuant as HSigmoidQuant
from msacc.former.quantization.rounded_results import HSwishQuant as HSwishQuant
from msacc.former.quantization.rounded_results import LeakyReLUQuant as LeakyReLUQuant
from msacc.former.quantization.rounded_results import MulQuant as MulQuant
from msacc.former.quantization.rounded_results import TensorAddQuant as TensorAddQuant
from msacc.former.quantization.rounded_results import _QuantActivation as _QuantActivation

# What a star import gives, as in MindSpore; the others come when they are asked for by name.
__all__ = [
    "ActQuant",
    "Conv2dBnFoldQuant",
    "Conv2dBnFoldQuantOneConv",
    "Conv2dBnWithoutFoldQuant",
    "Conv2dQuant",
    "DenseQuant",
    "FakeQuantWithMinMax",
    "FakeQuantWithMinMaxObserver",
    "HSigmoidQuant",
    "HSwishQuant",
    "LeakyReLUQuant",
    "MulQuant",
    "TensorAddQuant",
]
