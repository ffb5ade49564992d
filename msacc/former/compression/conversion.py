"""A network's blocks and operators turned into those that quantize, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import nn, ops
from msacc.former.compression.clipping import clipped_range, normalized_weight
from msacc.former.compression.fake_quant_cells import _AddFakeQuantAfterSubCell
from msacc.former.compression.quantizer import OptimizeOption

if TYPE_CHECKING:
    from msacc.former.compression.qat import QuantizationAwareTraining

_BOUND = 6  # of values before any were seen
_CLIPPING = (nn.ReLU, nn.ReLU6, nn.Sigmoid)  # whose outputs show the range by themselves
_SHAPED = (nn.LeakyReLU, nn.HSigmoid, nn.HSwish)  # whose inputs are quantized too
_NORM = ("gamma", "beta", "moving_mean", "moving_variance")


def quantizing_cells() -> tuple[Any, ...]:
    """The classes of cells that quantize by themselves: nothing is changed in them."""
    return (
        nn.FakeQuantWithMinMaxObserver, nn.Conv2dBnFoldQuantOneConv, nn.Conv2dBnFoldQuant,
        nn.Conv2dBnWithoutFoldQuant, nn.Conv2dQuant, nn.DenseQuant, nn.ActQuant, nn.TensorAddQuant,
        nn.MulQuant, _AddFakeQuantAfterSubCell,
    )  # fmt: skip


class Conversion:
    """Converts networks as a quantizer's settings say; `done` counts what was converted."""

    def __init__(self, settings: QuantizationAwareTraining, op_names: tuple[str, ...]) -> None:
        self.settings = settings
        self.op_names = op_names
        self.done = 0

    def convert(self, network: nn.Cell) -> None:
        """Quantize the blocks in `network`, and what its operators give; cells know their path as `param_prefix`."""
        for name, cell in network.name_cells().items():
            if isinstance(cell, (nn.Conv2dBnAct, nn.DenseBnAct)):
                self._block(cell)
                cell.update_parameters_name(cell.param_prefix + ".")
                network.insert_child_to_cell(name, cell)
            elif cell is not network:
                self.convert(cell)
        if not isinstance(network, quantizing_cells()):
            self._operators(network)

    def _operators(self, network: nn.Cell) -> None:
        found = {
            name: value
            for name, value in vars(network).items()
            if not name.startswith("_") and isinstance(value, ops.Primitive)
        }
        for name, operator in found.items():
            if operator.name in self.op_names:
                self._operator(network, name, operator)

    def _operator(self, network: nn.Cell, name: str, operator: Any) -> None:
        cell = self._quantized_after(operator)
        path = (network.param_prefix, self.name_of(name, operator))
        cell.update_parameters_name(".".join(filter(None, path)) + ".")
        delattr(network, name)
        network.insert_child_to_cell(name, cell)
        self.done += 1

    def name_of(self, attribute: str, operator: Any) -> str:
        """What the parameters of the quantized `operator` are called by."""
        return attribute

    def _block(self, block: Any) -> None:
        """Quantize a Conv2dBnAct or DenseBnAct, unless it is."""
        convolution = isinstance(block, nn.Conv2dBnAct)
        core = block.conv if convolution else block.dense
        if isinstance(core, quantizing_cells()):
            return
        quantized = self._convolution(block) if convolution else self._dense(block)
        quantized.weight = core.weight
        if core.has_bias:
            quantized.bias = core.bias
        setattr(block, "conv" if convolution else "dense", quantized)
        if block.has_act and block.activation is not None:
            block.activation = self.activation(block.activation)
        elif block.after_fake:
            block.has_act = True
            # A block without activation holds None under the name, which a cell may take.
            block.activation = self._quantized_after(ops.operations.identity())
        self.done += 1

    def _convolution(self, block: Any) -> Any:
        core, settings = block.conv, self.settings
        names = ("kernel_size", "stride", "pad_mode", "padding", "dilation", "group", "has_bias")
        taken = {name: getattr(core, name) for name in names}
        taken["quant_config"] = self._config(core, block.batchnorm if block.has_bn else None)
        sizes = (core.in_channels, core.out_channels)
        if not block.has_bn:
            return nn.Conv2dQuant(*sizes, **taken, quant_dtype=settings.weight_dtype)
        norm = block.batchnorm
        # The attribute of a normalization weighs what is new, the argument what was.
        taken.update(eps=norm.eps, momentum=1 - norm.momentum)
        if not settings.bn_fold:
            quantized = nn.Conv2dBnWithoutFoldQuant(*sizes, **taken)
            _share(norm, quantized.batchnorm)
        else:
            quantized = self._folded(sizes, taken)
            _share(norm, quantized)
        del block.batchnorm
        block.batchnorm, block.has_bn = None, False
        return quantized

    def _folded(self, sizes: tuple[int, int], taken: dict[str, Any]) -> Any:
        settings = self.settings
        taken = {**taken, "quant_dtype": settings.weight_dtype, "fake": True}
        if settings.one_conv_fold:
            return nn.Conv2dBnFoldQuantOneConv(*sizes, **taken)
        return nn.Conv2dBnFoldQuant(*sizes, **taken, freeze_bn=settings.freeze_bn)

    def _dense(self, block: Any) -> Any:
        core = block.dense
        config = self._config(core, block.batchnorm if block.has_bn else None)
        return nn.DenseQuant(
            core.in_channels, core.out_channels, has_bias=core.has_bias, quant_config=config,
            quant_dtype=self.settings.weight_dtype,
        )  # fmt: skip

    def _config(self, core: Any, norm: Any) -> Any:
        """How a layer quantizes: its weights start from a range, which LEARNED_SCALE takes from them."""
        settings = self.settings
        low, high = -_BOUND, _BOUND
        if OptimizeOption.LEARNED_SCALE in settings.optimize_option:
            weight = normalized_weight(core, norm, settings.eps)
            low, high = clipped_range(weight, settings.weight_dtype, settings.weight_channel)  # type: ignore[assignment]
        config = settings.quant_config
        return config._replace(weight=config.weight.partial_init(min_init=low, max_init=high))

    def activation(self, activation: Any) -> Any:
        """The activation with its output quantized; ValueError for one that has no such form."""
        settings = self.settings
        options: dict[str, Any] = {
            "activation": activation,
            "quant_config": settings.quant_config,
            "quant_dtype": settings.act_dtype,
        }
        if type(activation) in _CLIPPING:
            return nn.ActQuant(**options)
        if type(activation) in _SHAPED:
            return nn.ActQuant(**options, ema=True, fake_before=True)
        allowed = [kind.__name__ for kind in (*_CLIPPING, *_SHAPED)]
        raise ValueError(
            f"The activation of a block to quantize must be one of {allowed}, but got {activation}; "
            "call it behind the block instead."
        )

    def _quantized_after(self, operator: Any) -> _AddFakeQuantAfterSubCell:
        settings = self.settings
        return _AddFakeQuantAfterSubCell(
            operator, quant_dtype=settings.act_dtype, quant_delay=settings.act_qdelay,
            per_channel=settings.act_channel, symmetric=settings.act_symmetric,
            narrow_range=settings.act_range, optimize_option=settings.optimize_option,
        )  # fmt: skip


def _share(norm: nn.Cell, other: nn.Cell) -> None:
    """Give `other` the parameters of a normalization."""
    for name in _NORM:
        setattr(other, name, getattr(norm, name))
