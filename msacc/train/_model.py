"""Model: training, evaluation and prediction with callbacks and metrics."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypedDict

from msacc.common import checks as check
from msacc.common.keyword_hints import hint, with_hints
from msacc.common.parallel_modes import ParallelMode
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import logger, no_effect, once
from msacc.communication._peer_status import explain_lost_peers
from msacc.nn.cell import Cell, GraphCell
from msacc.nn.metrics import Loss, get_metrics
from msacc.nn.wrap.loss_cells import WithEvalCell
from msacc.train import _model_text, _progress
from msacc.train._build import LayoutMixin
from msacc.train._call_mode import set_mode
from msacc.train._declared_inputs import declare_evaluation, declare_step
from msacc.train._evaluation import Evaluation, Validation
from msacc.train._loop import Training
from msacc.train._train_step import model_train_network, reread_context
from msacc.train.amp import LEVELS
from msacc.train.amp import build_train_network as mixed_train_network
from msacc.train.callback._builtin_callbacks import built_in_of
from msacc.train.callback._callback import Callback, CallbackManager, InternalCallbackParam
from msacc.train.callback._checkpoint import ModelCheckpoint
from msacc.train.dataset_helper import warn_no_sink
from msacc.train.loss_scale_manager import LossScaleManager
from msacc.train.resume import Resume, resume_option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typing_extensions import Unpack

    from msacc.dataset.dataset import Dataset
    from msacc.nn.optim.optimizer import Optimizer

# Tells Models apart for good: a new one may lie where an old one was.
_numbers = itertools.count(1)
_NAMED = ("network", "loss_fn", "optimizer", "metrics", "eval_network", "eval_indexes", "amp_level")
_OPTIONS = ("loss_scale_manager", "keep_batchnorm_fp32", "boost_config_dict", "acc_level")
_OLD_HOOKS = {"begin", "end", "epoch_begin", "epoch_end", "step_begin", "step_end"}


class _Options(TypedDict, total=False):
    """What `Model` takes by keyword besides its arguments."""

    loss_scale_manager: LossScaleManager | None
    keep_batchnorm_fp32: bool | None
    boost_config_dict: Any
    acc_level: str


@with_hints
class Model(LayoutMixin):
    """A network with its loss, optimizer and metrics, to train, evaluate and predict.

    `network`: a Cell.
    `loss_fn`: called with (outputs, label); without it the network gives the loss.
    `optimizer`: updates the parameters; a Model that only evaluates or predicts needs none.
    `metrics`: a dict {name: Metric} or a set of names.
    `eval_network` gives what metrics read, `eval_indexes` where [loss, predictions, labels] are in it.
    `amp_level` as in `amp.auto_mixed_precision`.

    Keyword options: `loss_scale_manager`, `keep_batchnorm_fp32`.

    A network wrapped in GradAccumulation is trained by three compiled Cells: forward-backward of one
    micro-batch, update, clear.

    Raises TypeError or ValueError for arguments that do not fit.

    Differs from MindSpore: `boost_level` has no effect; mixed precision and loss scaling also run on the CPU;
    GradAccumulation trains in one process without `hsdp()`.
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Callable[..., Any] | None = None,
        optimizer: Optimizer | None = None,
        metrics: Mapping[str, Any] | set[str] | None = None,
        eval_network: Cell | None = None,
        eval_indexes: list[int] | None = None,
        amp_level: str = "O0",
        boost_level: str = "O0",
        **kwargs: Unpack[_Options],
    ):
        check.instance("Model", "network", network, Cell)
        self._msacc_number = next(_numbers)
        self._network, self._loss_fn, self._optimizer = network, loss_fn, optimizer
        self._metrics, self._eval_network, self._eval_indexes = metrics, eval_network, eval_indexes
        self._amp_level = amp_level
        self._msacc_options = self._msacc_checked_options(kwargs, boost_level)
        self._loss_scale_manager: Any = kwargs.get("loss_scale_manager")
        self._msacc_check_amp()
        self._msacc_check_graph_cell(kwargs)
        self._current_epoch_num = self._current_step_num = 0
        self._backbone_is_train = True  # what the last step was
        self._parallel_mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        self._train_network = model_train_network(self)
        declare_step(self._train_network, network, loss_fn)
        self._build_eval_network()
        self._predict_network = network

    def __repr__(self) -> str:
        return _model_text.text(self)

    def _repr_html_(self) -> str:
        return _model_text.html(self)

    # -- construction --------------------------------------------------------------------------
    @staticmethod
    def _msacc_checked_options(kwargs: Mapping[str, Any], boost_level: str) -> dict[str, Any]:
        for name in kwargs:
            if name not in _OPTIONS:
                meant = hint(name, (*_NAMED, *_OPTIONS))
                raise ValueError(
                    f"The argument in 'kwargs' should be one of {_OPTIONS}, but got '{name}'{meant}."
                )
        check.choice("Model", "boost_level", boost_level, ("O0", "O1", "O2"))
        if boost_level != "O0":
            no_effect("Model", "boost_level", boost_level, "its algorithms are Ascend's")
        for name in ("boost_config_dict", "acc_level"):
            if kwargs.get(name):
                no_effect("Model", name, kwargs[name], "its algorithms are Ascend's")
        return {k: v for k, v in kwargs.items() if k in _OPTIONS[:2]}

    def _msacc_check_amp(self) -> None:
        if self._optimizer is not None:
            return
        if self._amp_level != "O0":
            raise ValueError(
                "Auto mixed precision will not work because 'optimizer' is None. Set amp_level='O0', or give "
                "an 'optimizer'."
            )
        if self._loss_scale_manager is not None:
            raise ValueError(
                "The argument 'optimizer' can not be None when set 'loss_scale_manager'."
            )

    def _msacc_check_graph_cell(self, kwargs: Mapping[str, Any]) -> None:
        if not isinstance(self._network, GraphCell):
            return
        if self._loss_fn is not None or self._optimizer is not None or kwargs:
            raise ValueError(
                "For 'Model', 'loss_fn', 'optimizer' and keyword options should be left out when network is a "
                f"GraphCell, but got {self._loss_fn}, {self._optimizer}, {kwargs}."
            )

    def _msacc_mixed(
        self, network: Cell, optimizer: Optimizer, loss_fn: Callable[..., Any] | None
    ) -> Cell:
        """The train step at this Model's precision."""
        return mixed_train_network(
            network, optimizer, loss_fn, level=self._amp_level, **self._msacc_options
        )

    def _build_eval_network(self) -> None:
        self._metric_fns = get_metrics(self._metrics) or {}
        if not self._metric_fns:
            return
        if self._eval_network is not None:
            indexes = self._eval_indexes
            if indexes is not None and not (isinstance(indexes, list) and len(indexes) == 3):
                raise ValueError(
                    "The argument 'eval_indexes' must be None or a list of three, the places of loss, "
                    f"predictions and labels, but got {indexes!r}."
                )
            return
        if self._loss_fn is None:
            raise ValueError(
                "If `metrics` is set, Model needs `loss_fn` or `eval_network` to evaluate with. Leave out "
                "`metrics` if you do not evaluate."
            )
        low = self._amp_level in LEVELS[2:]
        self._eval_network = WithEvalCell(self._network, self._loss_fn, low)
        declare_evaluation(self._eval_network, self._network, self._loss_fn)
        self._eval_indexes = [0, 1, 2]

    @property
    def train_network(self) -> Any:
        """The Cell that a training step calls, and that a checkpoint holds."""
        return self._train_network

    @property
    def eval_network(self) -> Any:
        """The Cell that an evaluation step calls."""
        return self._eval_network

    @property
    def predict_network(self) -> Any:
        """The Cell that `predict` calls."""
        return self._predict_network

    # -- metrics -------------------------------------------------------------------------------
    def _clear_metrics(self) -> None:
        for metric in self._metric_fns.values():
            metric.clear()

    def _update_metrics(self, outputs: Tensor | Sequence[Tensor]) -> None:
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        if not isinstance(outputs, tuple):
            raise ValueError(
                f"The evaluation network must give a tuple, but it gave {type(outputs)}."
            )
        if self._eval_indexes is not None and len(outputs) < 3:
            raise ValueError(f"The length of 'outputs' must be >= 3, but got {len(outputs)}")
        for metric in self._metric_fns.values():
            if self._eval_indexes is None:
                metric.update(*outputs)
            elif isinstance(metric, Loss):
                metric.update(outputs[self._eval_indexes[0]])
            else:
                metric.update(*[outputs[i] for i in self._eval_indexes[1:]])

    # -- training ------------------------------------------------------------------------------
    def train(
        self,
        epoch: int,
        train_dataset: Dataset,
        callbacks: Callback | Sequence[Callback] | None = None,
        dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
        *,
        resume: str | Resume | None = None,
    ) -> None:
        """Trains up to epoch number `epoch`, from `initial_epoch` on.

        `train_dataset`: a Dataset whose columns go to the loss network.
        `callbacks`: a Callback or a list of them. `dataset_sink_mode=True` runs step by step like False; with
          it `sink_size` is where the step number starts over.
        `resume`: a folder, or a `train.Resume`; an interrupted run continues from its snapshot there, with
          the results of an uninterrupted one (MS_ENABLE_RECOVERY=1 and MS_RECOVERY_PATH do the same).
        `resume` is msacc's own.

        Raises ValueError for an empty dataset or epochs that leave nothing to do, RuntimeError for a run of
        something else in the folder.
        """
        self._msacc_check_run(
            "train", epoch, train_dataset, dataset_sink_mode, sink_size, initial_epoch
        )
        if self._loss_fn is not None and self._optimizer is None:
            once(
                "Model.train:no-optimizer",
                "Model.train: this Model has no optimizer, so that nothing is trained; it computes the loss alone. "
                "Model(network, loss_fn, optimizer) trains.",
            )
        self._msacc_check_callbacks(callbacks, strict=False)
        steps = (
            sink_size if dataset_sink_mode and sink_size > 0 else train_dataset.get_dataset_size()
        )
        resume_from = resume_option("Model.train", resume)
        self._msacc_run(
            epoch, train_dataset, callbacks, steps, initial_epoch, Validation(), resume_from
        )

    def fit(
        self,
        epoch: int,
        train_dataset: Dataset,
        valid_dataset: Dataset | None = None,
        valid_frequency: int | Sequence[int] = 1,
        callbacks: Callback | Sequence[Callback] | None = None,
        dataset_sink_mode: bool = False,
        valid_dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
        *,
        resume: str | Resume | None = None,
    ) -> None:
        """Trains, and evaluates after every `valid_frequency` epochs (or after the epochs listed).

        `epoch`, `train_dataset`, `callbacks`, `dataset_sink_mode`, `sink_size`, `initial_epoch` and `resume`:
        as in `train`. `valid_dataset`: the Dataset to evaluate on, None for none.
        `valid_dataset_sink_mode=True` runs like False. Raises what `train` raises, ValueError for a
        `valid_dataset` without metrics, TypeError for a `valid_frequency` that is neither an int nor a list.
        """
        if check.boolean("Model.fit", "valid_dataset_sink_mode", valid_dataset_sink_mode):
            warn_no_sink("Model.fit", "valid_dataset_sink_mode")
        self._msacc_check_run(
            "fit", epoch, train_dataset, dataset_sink_mode, sink_size, initial_epoch
        )
        if not isinstance(valid_frequency, (int, list)):
            raise TypeError(
                "For 'Model.fit', the type of 'valid_frequency' must be a list or an integer, but got type "
                f"{type(valid_frequency)}."
            )
        if valid_dataset is not None and not self._metric_fns:
            raise ValueError(
                "For 'Model.fit', if valid_dataset is not None, the model argument 'metrics' can not be None "
                "or empty, you should set the argument 'metrics' for model."
            )
        self._msacc_check_callbacks(callbacks, strict=True)
        steps = (
            sink_size if dataset_sink_mode and sink_size > 0 else train_dataset.get_dataset_size()
        )
        validation = Validation(valid_dataset, valid_frequency)
        resume_from = resume_option("Model.fit", resume)
        self._msacc_run(
            epoch, train_dataset, callbacks, steps, initial_epoch, validation, resume_from
        )

    def _msacc_check_run(
        self, name: str, epoch: int, dataset: object, sink: bool, sink_size: int, initial_epoch: int
    ) -> None:
        where = f"Model.{name}"
        check.boolean(where, "dataset_sink_mode", sink)
        if sink:
            if isinstance(self._train_network, GraphCell):
                raise ValueError(
                    "Dataset sink mode is not supported when training with a GraphCell."
                )
            warn_no_sink(where)
        check.integer(where, "sink_size", sink_size)
        check.positive_int(where, "epoch", epoch)
        check.non_negative_int(where, "initial_epoch", initial_epoch)
        if initial_epoch >= epoch:
            raise ValueError(
                f"For '{where}', the parameter 'epoch' must bigger than parameter 'initial_epoch', but got "
                f"the parameter 'epoch' is {epoch}, 'initial_epoch' is {initial_epoch}."
            )
        if not hasattr(dataset, "get_dataset_size"):
            raise AttributeError(
                f"For '{where}', the data must be a Dataset of mindspore.dataset, but got "
                f"{type(dataset).__name__}; GeneratorDataset or NumpySlicesDataset make one."
            )
        if dataset.get_dataset_size() == 0:
            raise ValueError(
                "There is no valid data in dataset, please check dataset file firstly: it has 0 batches. A "
                "'batch_size' above the number of rows, with drop_remainder=True, leaves none."
            )
        if sink_size < -1 or sink_size == 0:
            raise ValueError(
                f"For '{where}', The argument 'sink_size' must be -1 or positive, but got {sink_size}."
            )

    @staticmethod
    def _msacc_check_callbacks(callbacks: object, strict: bool) -> None:
        for callback in _as_list(callbacks):
            cls = type(callback)
            old = _OLD_HOOKS & set(vars(cls))
            if not old or built_in_of(callback) is not None:
                continue
            text = (
                f"For {cls.__name__} callback, the methods {sorted(old)} run in training and evaluation "
                "alike; use methods prefixed with 'on_train' or 'on_eval' instead."
            )
            if strict:
                raise ValueError(text)
            once(f"old-hooks:{cls.__name__}", text)

    def _msacc_run(
        self,
        epoch: int,
        dataset: Dataset,
        callbacks: Callback | Sequence[Callback] | None,
        steps: int,
        initial_epoch: int,
        validation: Validation,
        resume: Resume | None,
    ) -> None:
        self._msacc_check_reuse(dataset)
        if isinstance(self._train_network, Cell):
            reread_context(self._train_network)
        callback_list = _as_list(callbacks)
        params = self._msacc_train_params(dataset, callback_list, steps, epoch - initial_epoch)
        epochs = range(initial_epoch, epoch)
        with CallbackManager(params.list_callback) as manager:
            try:
                Training(self, dataset, manager, params, validation, resume).run(epochs)
            except BaseException as error:
                self._msacc_save_breakpoints(callback_list, params, error)
                raise

    def _msacc_begin_step(self, number: int) -> None:
        """What a kind of Model does before step `number` of a run, counted from 1."""

    def _msacc_save_breakpoints(
        self, callbacks: list[Any], params: InternalCallbackParam, error: BaseException
    ) -> None:
        """Saves breakpoints of a run that failed. A failure to do so must not hide the original error."""
        epoch, step = self._current_epoch_num, self._current_step_num
        for callback in callbacks:
            if not isinstance(callback, ModelCheckpoint):
                continue
            try:
                callback.save_breakpoint(params, epoch, step, getattr(error, "torn", False))
            except Exception as failed:
                logger.error(f"exception_save of {type(callback).__name__} failed: {failed!r}")

    def _msacc_train_params(
        self, dataset: Dataset, callbacks: list[Any], steps: int, epochs: int
    ) -> InternalCallbackParam:
        listed = (
            [*callbacks, _progress.ProgressLine()] if _progress.is_enabled() else list(callbacks)
        )
        return InternalCallbackParam(
            cur_step_num=0,
            cur_epoch_num=0,
            epoch_num=epochs,
            batch_num=steps,
            mode="train",
            network=self._network,
            train_network=self._train_network,
            loss_fn=self._loss_fn,
            optimizer=self._optimizer,
            parallel_mode=self._parallel_mode,
            device_number=settings.parallel.get("device_num", 1),
            train_dataset=dataset,
            train_dataset_element=None,
            list_callback=listed,
            last_save_ckpt_step=None,
            latest_ckpt_file=None,
            loss_scale_mananger=self._loss_scale_manager,
            net_outputs=None,
        )

    def _msacc_check_reuse(self, dataset: Any) -> None:
        if getattr(dataset, "__model_hash__", self._msacc_number) != self._msacc_number:
            raise RuntimeError(
                "The dataset object had been used in other model by model.train(...), please create a new "
                "dataset."
            )
        dataset.__model_hash__ = self._msacc_number

    # -- evaluation and prediction -------------------------------------------------------------
    def eval(
        self,
        valid_dataset: Dataset,
        callbacks: Callback | Sequence[Callback] | None = None,
        dataset_sink_mode: bool = False,
    ) -> dict[str, Any]:
        """{name: value} of the metrics over the dataset; ValueError without metrics.

        `valid_dataset`: a Dataset whose columns go to the evaluation network.
        `callbacks`: a Callback or a list of them.

        `dataset_sink_mode=True` runs like False, which is said once.
        """
        if check.boolean("Model.eval", "dataset_sink_mode", dataset_sink_mode):
            warn_no_sink("Model.eval")
        if not self._metric_fns:
            raise ValueError(
                "For Model.eval, the model argument 'metrics' can not be None or empty, you should set the "
                "argument 'metrics' for model."
            )
        self._msacc_check_callbacks(callbacks, strict=False)
        callback_list = _as_list(callbacks)
        listed = (
            [*callback_list, _progress.ProgressLine()] if _progress.is_enabled() else callback_list
        )
        params = InternalCallbackParam(
            eval_network=self._eval_network,
            valid_dataset=valid_dataset,
            batch_num=valid_dataset.get_dataset_size(),
            mode="eval",
            cur_step_num=0,
            list_callback=callback_list,
            network=self._network,
        )
        with CallbackManager(listed) as manager:
            return Evaluation(self, manager, params).run(valid_dataset)

    def predict(self, *predict_data: Any, backend: str | None = None, config: object = None) -> Any:
        """The network's outputs in evaluation mode.

        `predict_data`: the network's arguments: Tensors, numbers, str and None. `backend='lite'` runs like
        None, and `config`, which configures it in MindSpore, has no effect; both are said once. Raises
        ValueError for an empty Tensor or another `backend`, TypeError for other data.
        """
        if backend not in ("lite", None):
            raise ValueError(
                f"For Model.predict, `backend` should be 'lite' or None, but got {backend}"
            )
        if backend == "lite":
            no_effect("Model.predict", "backend", backend, "there is no MindSpore Lite here")
        if config is not None:
            no_effect("Model.predict", "config", config, "it configures MindSpore Lite")
        for item in predict_data:
            if isinstance(item, Tensor) and item.size == 0:
                raise ValueError("The input data can not be empty.")
            if not isinstance(item, (Tensor, int, float, str, type(None))):
                raise TypeError(
                    "The types of input data must be Tensor, None, int, float or str, but got type "
                    f"{type(item).__name__}."
                )
        set_mode(self, self._predict_network, False)
        with explain_lost_peers("a prediction"):
            return self._predict_network(*predict_data)


def _as_list(callbacks: Any) -> list[Any]:
    if callbacks is None:
        return []
    if isinstance(callbacks, Callback) or not isinstance(callbacks, Iterable):
        return [callbacks]
    return list(callbacks)


__all__ = ["Model"]
