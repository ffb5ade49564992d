"""`mindspore.nn.probability.transforms`: a trainable network with some of its layers made Bayesian."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from msacc import Parameter, Tensor, log, nn
from msacc.former.probability.bnn_loss import WithBNNLossCell, check_factor
from msacc.former.probability.conv_variational import ConvReparam
from msacc.former.probability.dense_variational import DenseReparam

Arguments = Callable[[Any], dict[str, Any]]
_DENSE = ("in_channels", "has_bias", "out_channels", "activation")
_CONV = (
    *("in_channels", "out_channels", "pad_mode", "kernel_size", "stride"),
    *("has_bias", "padding", "dilation", "group"),
)


def _dense_arguments(layer: nn.Dense) -> dict[str, Any]:
    return {name: getattr(layer, name) for name in _DENSE}


def _conv_arguments(layer: nn.Conv2d) -> dict[str, Any]:
    return {name: getattr(layer, name) for name in _CONV}


# By the names of the layers that can be replaced, and of those that can replace them.
_REPLACED: dict[str, tuple[Any, Arguments]] = {
    "Dense": (nn.Dense, _dense_arguments),
    "Conv2d": (nn.Conv2d, _conv_arguments),
}
_REPLACING: dict[str, Any] = {"DenseReparam": DenseReparam, "ConvReparam": ConvReparam}


class TransformToBNN:
    """Makes layers of a trainable network Bayesian, in place, and the network trainable again.

    `trainable_dnn`: a TrainOneStepCell around a WithLossCell, or Cells like them.
    `dnn_factor`, `bnn_factor`: numbers >= 0, the factors of `WithBNNLossCell`.

    The weights start anew. The optimizer is made anew over the network's trainable Parameters, with the settings of
    the given one; those of groups of Parameters have no effect, which is said. MindSpore keeps the learning rate alone.

    Raises TypeError for factors that are no numbers, ValueError for negative ones.
    """

    def __init__(
        self, trainable_dnn: nn.Cell, dnn_factor: float = 1, bnn_factor: float = 1
    ) -> None:
        self.dnn_factor = check_factor("TransformToBNN", "dnn_factor", dnn_factor)
        self.bnn_factor = check_factor("TransformToBNN", "bnn_factor", bnn_factor)
        net_with_loss = trainable_dnn.network
        self.optimizer = trainable_dnn.optimizer
        self.backbone = net_with_loss.backbone_network
        self.loss_fn = net_with_loss._loss_fn

    def transform_to_bnn_model(
        self,
        get_dense_args: Arguments = _dense_arguments,
        get_conv_args: Arguments = _conv_arguments,
        add_dense_args: dict[str, Any] | None = None,
        add_conv_args: dict[str, Any] | None = None,
    ) -> nn.TrainOneStepCell:
        """`DenseReparam` for each `nn.Dense` and `ConvReparam` for each `nn.Conv2d`; the TrainOneStepCell of the whole.

        `get_dense_args`, `get_conv_args`: functions of a layer that give the arguments of the one in its place.
        `add_dense_args`, `add_conv_args`: dicts of further arguments; TypeError for one that is given twice.
        """

        def bayesian(cell: nn.Cell) -> nn.Cell | None:
            if isinstance(cell, nn.Dense):
                return DenseReparam(**get_dense_args(cell), **(add_dense_args or {}))
            if isinstance(cell, nn.Conv2d):
                return ConvReparam(**get_conv_args(cell), **(add_conv_args or {}))
            return None

        return self._msacc_transformed(bayesian)

    def transform_to_bnn_layer(
        self,
        dnn_layer_type: type,
        bnn_layer_type: type,
        get_args: Arguments | None = None,
        add_args: dict[str, Any] | None = None,
    ) -> nn.TrainOneStepCell:
        """A Bayesian layer for each layer of one class; the TrainOneStepCell of the whole.

        `dnn_layer_type`: `nn.Dense` or `nn.Conv2d`.
        `bnn_layer_type`: `DenseReparam` or `ConvReparam`.
        `get_args`: a function of a layer that gives the arguments of the one in its place, or None: those of the same
          names.
        `add_args`: a dict of further arguments; TypeError for one that is given twice.

        Raises ValueError for other classes.
        """
        replaced, get_same = _of_name("dnn_layer_type", dnn_layer_type, _REPLACED)
        replacing = _of_name("bnn_layer_type", bnn_layer_type, _REPLACING)

        def bayesian(cell: nn.Cell) -> nn.Cell | None:
            if not isinstance(cell, replaced):
                return None
            return replacing(**(get_args or get_same)(cell), **(add_args or {}))

        return self._msacc_transformed(bayesian)

    def _msacc_transformed(
        self, bayesian: Callable[[nn.Cell], nn.Cell | None]
    ) -> nn.TrainOneStepCell:
        _replace(self.backbone, bayesian)
        for name, parameter in self.backbone.parameters_and_names():
            parameter.name = name  # several layers call theirs the same
        loss = WithBNNLossCell(self.backbone, self.loss_fn, self.dnn_factor, self.bnn_factor)
        optimizer = _made_anew(self.optimizer, self.backbone.trainable_params())
        return nn.TrainOneStepCell(loss, optimizer)


def _replace(net: nn.Cell, bayesian: Callable[[nn.Cell], nn.Cell | None]) -> None:
    for name, cell in net.name_cells().items():
        new = bayesian(cell)
        if new is None:
            _replace(cell, bayesian)
        else:
            setattr(net, name, new)


def _of_name(argument: str, kind: Any, known: dict[str, Any]) -> Any:
    name = getattr(kind, "__name__", None)
    if name not in known:
        raise ValueError(
            f"For 'transform_to_bnn_layer', '{argument}' must be one of {list(known)}, but got {kind!r}."
        )
    return known[name]


def _made_anew(optimizer: Any, parameters: list[Parameter]) -> nn.Cell:
    name = type(optimizer).__name__
    kind: Any = getattr(nn, name, None)
    if kind is None or not issubclass(kind, nn.Optimizer):
        raise TypeError(
            f"For 'TransformToBNN', the optimizer must be one of mindspore.nn, but got a {name}."
        )
    if optimizer.is_group:
        log.warning(
            "TransformToBNN: the optimizer's groups have no effect on the Parameters of new layers."
        )
    return kind(parameters, **_settings(optimizer))


def _settings(optimizer: Any) -> dict[str, Any]:
    """What the optimizer was made with, but for its Parameters; a rate and a momentum as they are now."""
    given = getattr(optimizer, "init_args", None)
    if given is None:
        names = list(inspect.signature(type(optimizer).__init__).parameters)[2:]
        given = {name: getattr(optimizer, name) for name in names}
    settings = {**given, **given.get("kwargs", {}), "learning_rate": _rate(optimizer)}
    settings.pop("kwargs", None)
    return {name: _as_number(value) for name, value in settings.items()}


def _rate(optimizer: Any) -> Any:
    rate = optimizer.learning_rate
    fixed = isinstance(rate, Parameter) and rate.ndim == 0
    given = None if fixed else getattr(optimizer, "init_learning_rate", None)
    return rate if given is None else given


def _as_number(value: Any) -> Any:
    return value.asnumpy().item() if isinstance(value, Tensor) and value.size == 1 else value


__all__ = ["TransformToBNN"]
