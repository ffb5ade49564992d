"""`mindspore.compression.export`: integer networks for other programs, which msacc does not write."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc import Tensor, nn
from msacc._checkparam import check_bool, check_isinstance, check_value_type


def refuse_export(
    name: str, network: nn.Cell, inputs: tuple[Any, ...], mean: float, std_dev: float
) -> NoReturn:
    """NotImplementedError that says what can be done with a trained `network`, where the arguments are right."""
    check_isinstance("network", network, nn.Cell)
    for value in inputs:
        check_value_type("inputs", value, (Tensor,), name)
    for argument, value in (("mean", mean), ("std_dev", std_dev)):
        check_value_type(argument, value, (int, float), name)
    raise NotImplementedError(
        f"msacc does not run {name}: its integer convolutions, and AIR and MindIR files of them, are MindSpore's own. "
        "Write the quantized network as floats with export(network, ..., file_format='ONNX'), or take integers "
        "from it: scale, zero_point, _, _ = quant_utils.scale_zp_max_min_from_fake_quant_cell(layer.fake_quant_weight, "
        "numpy.int8), then quant_utils.weight2int(weight, scale, zero_point, -128, 127)."
    )


class ExportToQuantInferNetwork:
    """Refused: turns a quantized network into one of integer operators of Ascend's, for AIR and MindIR files.

    `network`: a Cell; `mean`, `std_dev`: numbers, those of the inputs' values; `inputs`: Tensors; `is_mindir`: a bool.

    Raises ValueError for what is no Cell, TypeError for other types, NotImplementedError for right arguments.
    """

    def __init__(
        self, network: nn.Cell, mean: float, std_dev: float, *inputs: Any, is_mindir: bool = False
    ) -> None:
        check_bool(is_mindir, "is_mindir", "ExportToQuantInferNetwork")
        name = "mindspore.compression.export.ExportToQuantInferNetwork"
        refuse_export(name, network, inputs, mean, std_dev)


__all__ = ["ExportToQuantInferNetwork"]
