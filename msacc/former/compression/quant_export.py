"""`mindspore.compression.export`: integer networks for other programs, which msacc does not write."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc import nn
from msacc._checkparam import check_isinstance, check_value_type


def refuse_export(name: str, network: nn.Cell) -> NoReturn:
    """NotImplementedError that says what can be done with a trained `network`."""
    check_isinstance("network", network, nn.Cell)
    raise NotImplementedError(
        f"msacc does not run {name}: its integer convolutions, and AIR and MindIR files of them, are MindSpore's own. "
        "Write the quantized network as floats with export(network, ..., file_format='ONNX'), or take integers "
        "from it: scale, zero_point, _, _ = quant_utils.scale_zp_max_min_from_fake_quant_cell(layer.fake_quant_weight, "
        "numpy.int8), then quant_utils.weight2int(weight, scale, zero_point, -128, 127)."
    )


class ExportToQuantInferNetwork:
    """Refused: turns a quantized network into one of integer operators of Ascend's, for AIR and MindIR files.

    `network`: a Cell; `mean`, `std_dev`: numbers, those of the inputs' values; `inputs`: Tensors; `is_mindir`: a bool.

    Raises ValueError for what is no Cell, TypeError for other numbers, NotImplementedError for right arguments.
    """

    def __init__(
        self, network: nn.Cell, mean: float, std_dev: float, *inputs: Any, is_mindir: bool = False
    ) -> None:
        check_value_type("mean", mean, (int, float), "ExportToQuantInferNetwork")
        check_value_type("std_dev", std_dev, (int, float), "ExportToQuantInferNetwork")
        refuse_export("mindspore.compression.export.ExportToQuantInferNetwork", network)


__all__ = ["ExportToQuantInferNetwork"]
