"""THOR's converters: networks and Models for the second-order optimizer nn.thor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.nn.layer._thor_conversion import convert
from msacc.nn.optim.thor import ThorGpu
from msacc.nn.wrap.train_cells import TrainOneStepCell
from msacc.train._model import Model

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim.optimizer import Optimizer
    from msacc.train.loss_scale_manager import LossScaleManager


class ConvertNetUtils:
    """Puts layers that keep Kronecker factors in the place of a network's own, as `nn.thor` does itself."""

    @staticmethod
    def convert_to_thor_net(net: Cell) -> None:
        """Replace `nn.Dense`, `nn.Conv2d` and `nn.Embedding` below the Cell `net` by DenseThor, Conv2dThor and
        EmbeddingThor, where their weight is trained. They keep its Parameter; the bias of a convolution starts anew
        with zeros, as in MindSpore.

        Layers whose path holds "wide" or "rpn_with_loss.rpn_convs_list." stay, as in MindSpore.

        Raises AttributeError for what is no Cell, ValueError for convolutions in groups and kernels that are not
        square, NotImplementedError for classes that derive from these layers, for `nn.EmbeddingLookup` (MindSpore
        2.10 fails there too) and for dilated convolutions.
        """
        convert(net)


class ConvertModelUtils:
    """Makes a Model that renews the Kronecker factors of `nn.thor` in some of its steps."""

    @staticmethod
    def convert_to_thor_model(
        model: Model,
        network: Cell,
        loss_fn: Callable[..., Any] | None = None,
        optimizer: Optimizer | None = None,
        metrics: Mapping[str, Any] | set[str] | None = None,
        amp_level: str = "O0",
        loss_scale_manager: LossScaleManager | None = None,
        keep_batchnorm_fp32: bool = False,
    ) -> Model:
        """A Model of the other arguments, which are as in `Model`; `model` itself for an optimizer that is not
        `nn.thor`'s.

        `model`: the Model that is replaced.
        `network`: a Cell, or a TrainOneStepCell with its optimizer, for which nothing else is read.

        `train` renews factors and inverses in the first of each `frequency` steps.

        Raises what `Model` raises.

        Differs from MindSpore 2.10, which trains with `dataset_sink_mode=True` alone (it raises TypeError without),
        refuses to evaluate in `fit`, and on a GPU calls `on_train_step_end` once for all steps between two renewals:
        here `dataset_sink_mode` changes nothing, `fit` evaluates, and callbacks see every step.
        """
        if not isinstance(optimizer, ThorGpu):
            return model
        if isinstance(network, TrainOneStepCell):
            return ModelThor(network)
        return ModelThor(
            network,
            loss_fn,
            optimizer,
            metrics,
            amp_level=amp_level,
            loss_scale_manager=loss_scale_manager,
            keep_batchnorm_fp32=keep_batchnorm_fp32,
        )


class ModelThor(Model):
    """A Model whose steps renew THOR's factors, or take those of an earlier step. Arguments as in `Model`."""

    def __init__(self, network: Cell, *args: Any, **kwargs: Any):
        super().__init__(network, *args, **kwargs)
        inner = network.optimizer if isinstance(network, TrainOneStepCell) else self._optimizer
        self._msacc_frequency = inner.get_frequency()  # type: ignore[union-attr]
        # Steps of the run, and of the runs before it: frequencies go on over runs, as in MindSpore.
        self._msacc_steps, self._msacc_before = 0, 0

    def _msacc_check_run(self, name: str, *args: Any) -> None:
        super()._msacc_check_run(name, *args)
        self._msacc_steps, self._msacc_before = 0, self._msacc_before + self._msacc_steps

    def _msacc_begin_step(self, number: int) -> None:
        self._msacc_steps = number
        renews = (self._msacc_before + number - 1) % self._msacc_frequency == 0
        if self._train_network.__dict__.get("thor") is not renews:
            self._train_network.add_flags_recursive(thor=renews)
