"""What a network quantizes, and its parameters from a checkpoint of the network before it was quantized."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msacc import Parameter, nn
from msacc._checkparam import check_isinstance
from msacc.former.compression.mixed_bits import reset_range

_RANGES = ("minq", "maxq", "quant_max")  # what checkpoints of float networks lack
_EPS = 1e-5


def query_quant_layers(network: nn.Cell) -> None:
    """Print the path and the QuantDtype of each FakeQuantWithMinMaxObserver in `network`.

    Raises ValueError for what is no Cell.
    """
    check_isinstance("network", network, nn.Cell)
    for name, cell in network.cells_and_names():
        if isinstance(cell, nn.FakeQuantWithMinMaxObserver):
            print(f"{name:60}\t{cell.quant_dtype!s:10}")


def load_nonquant_param_into_quant_net(
    quant_model: nn.Cell,
    params_dict: Mapping[str, Parameter],
    quant_new_params: list[str] | None = None,
) -> None:
    """Set the parameters of `quant_model` to those of a checkpoint of its float form, and print which.

    Names may differ but in their last part: the first weight of the network gets the first weight of the checkpoint,
    its second the second, and so for each kind. Parameters that the checkpoint has no more of stay as they are.
    Where ranges are learned, those of weights are made anew from the weights.

    `params_dict`: Parameters by name, as `load_checkpoint` gives them.
    `quant_new_params`: a list of last parts of names that the network has and the checkpoint has not, such as 'step'.

    Raises TypeError where that is no list, ValueError for a parameter that is in neither.
    """
    if quant_new_params is not None and not isinstance(quant_new_params, list):
        raise TypeError(f"'quant_new_params' must be a list or None, but got {quant_new_params!r}.")
    kinds = dict.fromkeys((*_RANGES, *(_kind(name) for name in params_dict)))
    left = {kind: _of_kind(params_dict, kind) for kind in kinds}
    for name, parameter in quant_model.parameters_and_names():
        if _kind(name) in left:
            _set_next(name, parameter, left[_kind(name)])
        elif _kind(name) not in (quant_new_params or ()):
            raise ValueError(
                f"The checkpoint has no parameter for '{name}'; name '{_kind(name)}' in 'quant_new_params' "
                "where it is to stay as it is."
            )
    _renew_learned_ranges(quant_model)


def _kind(name: str) -> str:
    return name.rpartition(".")[2]


def _of_kind(params: Mapping[str, Parameter], kind: str) -> Iterator[tuple[str, Parameter]]:
    return iter([item for item in params.items() if item[0].endswith(kind)])


def _set_next(name: str, parameter: Parameter, left: Iterator[tuple[str, Parameter]]) -> None:
    found = next(left, None)
    if found is not None:
        parameter.set_data(found[1].data)
        print(f"init model param {name} with checkpoint param {found[0]}")


def _renew_learned_ranges(network: nn.Cell) -> None:
    layers: Sequence[type] = (nn.Conv2dBnFoldQuantOneConv, nn.Conv2dBnFoldQuant,
                              nn.Conv2dBnWithoutFoldQuant, nn.Conv2dQuant, nn.DenseQuant)  # fmt: skip
    for _, cell in network.cells_and_names():
        if isinstance(cell, tuple(layers)) and cell.fake_quant_weight.mode == "LEARNED_SCALE":
            fake = cell.fake_quant_weight
            reset_range(cell, fake.quant_dtype, fake.per_channel, _EPS)
