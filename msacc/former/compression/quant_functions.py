"""`mindspore.compression.quant.quant_utils`: integers for floats, ranges, checkpoints of float networks."""

from msacc.former.compression.batchnorm_folding import fold_batchnorm as fold_batchnorm
from msacc.former.compression.batchnorm_folding import (
    without_fold_batchnorm as without_fold_batchnorm,
)
from msacc.former.compression.clipping import compute_kl_threshold as compute_kl_threshold
from msacc.former.compression.fake_quant_ranges import scale_zp_from_data as scale_zp_from_data
from msacc.former.compression.fake_quant_ranges import (
    scale_zp_from_fake_quant_cell as scale_zp_from_fake_quant_cell,
)
from msacc.former.compression.fake_quant_ranges import (
    scale_zp_max_min_from_data as scale_zp_max_min_from_data,
)
from msacc.former.compression.fake_quant_ranges import (
    scale_zp_max_min_from_fake_quant_cell as scale_zp_max_min_from_fake_quant_cell,
)
from msacc.former.compression.integers import cal_quantization_params as cal_quantization_params
from msacc.former.compression.integers import get_quant_min_max as get_quant_min_max
from msacc.former.compression.integers import weight2int as weight2int
from msacc.former.compression.quantized_networks import (
    load_nonquant_param_into_quant_net as load_nonquant_param_into_quant_net,
)
from msacc.former.compression.quantized_networks import query_quant_layers as query_quant_layers

compute_KL_threshold = compute_kl_threshold  # its name until MindSpore 1.6

__all__ = ["load_nonquant_param_into_quant_net", "query_quant_layers"]
