"""Mistakes of a first hour, and the words that help: misspelt names, torch's names, data without batches."""

from __future__ import annotations

import difflib
import errno
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import Tensor, mint, nn, ops
from msacc.common import torch_names, warn_once
from msacc.common.atomic_files import atomic_replace
from msacc.train import Model

X = Tensor(np.ones((4, 4), np.float32))


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(warn_once.logger, "propagate", True)
    warn_once.forget()
    return caplog


@pytest.mark.parametrize(
    ("module", "name", "meant"),
    [
        (ops, "sofmax", "softmax"),
        (nn, "Desne", "Dense"),
        (nn, "CrossEntropy", "CrossEntropyLoss"),
        (ds, "GenratorDataset", "GeneratorDataset"),
        (mint, "sofmax", "softmax"),
        (ms, "Tenser", "Tensor"),
    ],
)
def test_misspelt_names_are_guessed(module: Any, name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=rf"\.{name} .*; did you mean '{meant}'\?$"):
        getattr(module, name)
    with pytest.raises(ImportError, match=rf"\.{name} .*; did you mean '{meant}'\?$"):
        exec(f"from {module.__name__} import {name}")


def test_what_nn_lacks_and_ops_has_is_told() -> None:
    with pytest.raises(
        AttributeError, match=r"nn\.Cos .*; MindSpore has it as mindspore\.ops\.Cos$"
    ):
        _ = nn.Cos


def test_what_resembles_nothing_is_not_guessed() -> None:
    with pytest.raises(AttributeError, match=r"mindspore\.ops\.qqqqq \(nor does .*\)$"):
        _ = ops.qqqqq
    with pytest.raises(AttributeError, match=r"torch\.nn\.Module is Cell in MindSpore$"):
        _ = nn.Module


NET = nn.Dense(4, 2)
SGD = nn.SGD(NET.trainable_params(), 0.1)
ASKED = [(X, torch_names.TENSOR), (NET, torch_names.CELL), (SGD, torch_names.OPTIMIZER)]
NAMES = [(thing, name, text) for thing, table in ASKED for name, text in table.items()]


@pytest.mark.parametrize(("thing", "name", "text"), NAMES, ids=[row[1] for row in NAMES])
def test_torchs_names_lead_to_mindspores(thing: Any, name: str, text: str) -> None:
    with pytest.raises(AttributeError) as refused:
        getattr(thing, name)
    assert str(refused.value).endswith(f"has no attribute '{name}'; in MindSpore: {text}")
    for path in re.findall(r"mindspore\.([\w.]+)", text):
        at: Any = ms
        for part in path.split("."):
            at = getattr(at, part)
    for method in re.findall(r"\b(?:x|net|optimizer)\.(\w+)", text):
        assert hasattr(thing, method)


def test_unknown_attributes_leave_room_for_pythons_guess() -> None:
    for thing in (X, NET):
        with pytest.raises(AttributeError, match="has no attribute 'numpyy'$"):
            _ = thing.numpyy
        assert not hasattr(thing, "numpyy")


def test_optimizers_name_what_they_were_given() -> None:
    params = NET.trainable_params()
    with pytest.raises(ValueError, match=r"'learning_rate' must be a number, .* string '0\.1'"):
        nn.Adam(params, learning_rate="0.1")
    with pytest.raises(
        TypeError, match=r"For 'SGD', .* 'lr'; its arguments are params, learning_r"
    ):
        nn.SGD(params, lr=0.1)
    with pytest.raises(TypeError, match=r"For 'Momentum', missing .*'momentum'"):
        nn.Momentum(params, 0.1)
    with pytest.raises(TypeError, match=r"Iterable.*; net\.trainable_params\(\) gives"):
        nn.SGD(NET, 0.1)
    for kind in (nn.SGD, nn.Adam):
        before = NET.weight.asnumpy().copy()
        with pytest.raises(
            ValueError, match=r"the gradient of 'weight' .* shape \(2, 4\), but got \(4"
        ):
            kind(params, 0.1)((X, X))
        assert (NET.weight.asnumpy() == before).all()


def data(rows: int, batch: int, **options: Any) -> Any:
    columns = np.ones((rows, 4), np.float32), np.ones((rows, 2), np.float32)
    plain = ds.NumpySlicesDataset(columns, ["x", "y"], shuffle=False)
    return plain.batch(batch, drop_remainder=True, **options)


def test_a_model_without_an_optimizer_says_that_it_trains_nothing(logged: Any) -> None:
    before = NET.weight.asnumpy().copy()
    Model(NET, nn.MSELoss()).train(1, data(4, 2))
    assert "this Model has no optimizer, so that nothing is trained" in logged.text
    assert (NET.weight.asnumpy() == before).all()
    logged.clear()
    warn_once.forget()
    Model(NET, nn.MSELoss(), SGD).train(1, data(4, 2))
    assert "optimizer" not in logged.text


def test_a_model_that_is_given_no_dataset_says_what_one_is() -> None:
    with pytest.raises(
        AttributeError, match=r"must be a Dataset .*, but got list; GeneratorDataset"
    ):
        Model(NET, nn.MSELoss(), SGD).train(1, [1, 2])


@pytest.mark.parametrize("by_map", [False, True])
def test_a_batch_larger_than_the_data_is_told(logged: Any, by_map: bool) -> None:
    options: dict[str, Any] = {"per_batch_map": lambda x, y, info: (x, y)} if by_map else {}
    words = "the data has 3 rows, and batch_size=8 with drop_remainder=True leaves no batch"
    assert list(data(3, 8, **options).create_tuple_iterator()) == []
    assert words in logged.text
    logged.clear()
    warn_once.forget()
    assert data(3, 8, **options).get_dataset_size() == 0
    assert words in logged.text
    with pytest.raises(
        ValueError, match=r"no valid data in dataset.*0 batches.*drop_remainder=True"
    ):
        Model(NET, nn.MSELoss(), SGD).train(1, data(3, 8, **options))


def test_a_last_batch_that_is_dropped_is_not_told(logged: Any) -> None:
    assert len(list(data(5, 2).create_tuple_iterator())) == 2
    assert "no batch" not in logged.text


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), OSError("8 requested and 3 written")],
)
def test_an_error_of_writing_names_the_file(tmp_path: Path, error: OSError) -> None:
    with (
        pytest.raises(OSError, match=rf"(No space|requested).*{tmp_path}/big\.ckpt'$"),
        atomic_replace(str(tmp_path / "big.ckpt")),
    ):
        raise error
    with (
        pytest.raises(FileNotFoundError, match=r"other\.txt'$"),
        atomic_replace(str(tmp_path / "big.ckpt")),
    ):
        (tmp_path / "other.txt").read_text()


def test_ops_name_what_is_no_tensor() -> None:
    with pytest.raises(
        TypeError, match=r"'tensors' should be Tensors, but got a numpy array of shape \(3"
    ):
        ops.concat([np.ones(3), np.ones(3)])
    with pytest.raises(TypeError, match="For 'exp', 'input' should be a Tensor, but got None"):
        ops.exp(None)
    with pytest.raises(
        ValueError, match=r"MSELoss.*should broadcast, but got shapes \(4, 4\) and \(3"
    ):
        nn.MSELoss()(X, ops.ones((3, 4)))
    labels = Tensor([0, -100, 2, 4], ms.int32)
    with pytest.raises(IndexError, match=r"classes is 4, but the labels hold 4: .* in \[0, 4\)"):
        nn.CrossEntropyLoss()(X, labels)


PARAMETERS = NET.trainable_params()
ROWS = [(np.ones(3, np.float32), np.float32(1))] * 4


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: nn.Dense(3, 4, bias=False), "did you mean 'has_bias'?"),
        (lambda: nn.Dense(in_features=3, out_channels=4), "did you mean 'in_channels'?"),
        (lambda: nn.Conv2d(3, 4, 3, bias=False), "did you mean 'has_bias'?"),
        (lambda: nn.Conv2d(3, 4, 3, groups=1), "did you mean 'group'?"),
        (lambda: nn.Conv2d(3, 4, 3, padding_mode="zeros"), "did you mean 'pad_mode'?"),
        (lambda: nn.Conv2d(3, 4, 3, dilatation=2), "did you mean 'dilation'?"),
        (lambda: nn.ReLU(inplace=True), "MindSpore has none: what is computed is a new Tensor"),
        (lambda: nn.Dropout(0.5, inplace=True), "MindSpore has none"),
        (lambda: nn.LayerNorm([4], eps=1e-5), "did you mean 'epsilon'?"),
        (lambda: nn.BatchNorm2d(4, track_running_stats=True), "use_batch_statistics"),
        (lambda: nn.Embedding(num_embeddings=4, embedding_size=2), "did you mean 'vocab_size'?"),
        (lambda: nn.Embedding(4, embedding_dim=2), "did you mean 'embedding_size'?"),
        (lambda: nn.Softmax(dim=1), "did you mean 'axis'?"),
        (lambda: nn.CrossEntropyLoss(labelsmoothing=0.1), "did you mean 'label_smoothing'?"),
        (lambda: nn.MSELoss(reduce="mean"), "did you mean 'reduction'?"),
        (lambda: nn.Adam(PARAMETERS, lr=1e-3), "did you mean 'learning_rate'?"),
        (lambda: nn.Adam(PARAMETERS, 1e-3, betas=(0.9, 0.99)), "MindSpore has beta1 and beta2"),
        (lambda: nn.Adam(PARAMETERS, 1e-3, weightdecay=0.1), "did you mean 'weight_decay'?"),
        (lambda: nn.SGD(PARAMETERS, lr=0.1), "its arguments are params, learning_rate"),
        (
            lambda: nn.Momentum(PARAMETERS, lr=0.1, momentum=0.9),
            "required argument: 'learning_rate'",
        ),
        (lambda: ops.softmax(X, dim=0), "did you mean 'axis'?"),
        (lambda: ops.mean(X, dim=0), "did you mean 'axis'?"),
        (lambda: ops.sum(X, 0, keepdims=True), "did you mean 'keepdim'?"),
        (lambda: ops.cat((X, X), dim=0), "did you mean 'axis'?"),
        (lambda: ops.gelu(X, inplace=True), "MindSpore has none"),
        (lambda: mint.sum(X, axis=0), "did you mean 'dim'?"),
        (lambda: ds.NumpySlicesDataset(ROWS, num_workers=2), "'num_parallel_workers'?"),
        (lambda: ds.GeneratorDataset(ROWS, ["a", "b"], batch_size=2), "batch(batch_size)"),
        (lambda: ds.GeneratorDataset(ROWS, columns=["a", "b"]), "did you mean 'column_names'?"),
        (lambda: ds.GeneratorDataset(ROWS, ["a", "b"], shufle=True), "did you mean 'shuffle'?"),
        (lambda: ds.NumpySlicesDataset([1, 2]).batch(2, drop_last=True), "'drop_remainder'?"),
        (lambda: ds.NumpySlicesDataset([1, 2]).map(transform=len), "did you mean 'operations'?"),
        (
            lambda: ds.NumpySlicesDataset([1, 2]).shuffle(bufer_size=2),
            "did you mean 'buffer_size'?",
        ),
        (lambda: Model(NET, nn.MSELoss(), SGD).train(epochs=1), "did you mean 'epoch'?"),
        (lambda: ds.vision.Resize(size=3, interpolat=1), "did you mean 'interpolation'?"),
        (lambda: nn.LSTM(4, 4, batchfirst=True), "did you mean 'batch_first'?"),
        (lambda: nn.MaxPool2d(kernel=2), "did you mean 'kernel_size'?"),
        (lambda: nn.BatchNorm2d(num_channels=4), "did you mean 'num_features'?"),
        (lambda: nn.PReLU(num_parameters=1), "did you mean 'channel'?"),
        (lambda: nn.LeakyReLU(negative_slope=0.1), "did you mean 'alpha'?"),
        (lambda: nn.Upsample(scale=2), "did you mean 'scale_factor'?"),
        (lambda: nn.TrainOneStepCell(NET, SGD, sense=1.0), "did you mean 'sens'?"),
        (lambda: nn.exponential_decay_lr(0.1, 0.9, 10, 2, 1, is_stairs=True), "'is_stair'?"),
        (lambda: ops.reshape(X, size=(16,)), "did you mean 'shape'?"),
        (lambda: ops.one_hot(X, depths=3), "did you mean 'depth'?"),
        (lambda: ops.clip_by_value(X, min=0), "did you mean 'clip_value_min'?"),
        (lambda: ops.std(X, unbiased=True), "did you mean 'ddof'?"),
        (lambda: ops.dropout(X, prob=0.5), "did you mean 'p'?"),
        (lambda: ops.ones((2, 2), device="cpu"), "mindspore.set_device"),
        (lambda: Tensor([1.0], requires_grad=True), "MindSpore has it for Parameters alone"),
        (lambda: Tensor([1], dtpye=ms.int32), "did you mean 'dtype'?"),
        (lambda: ms.Parameter(X, requires_gard=False), "did you mean 'requires_grad'?"),
        (lambda: ms.load_checkpoint("a.ckpt", map_location="cpu"), "MindSpore has none: values"),
        (lambda: ms.save_checkpoint(NET, f="a.ckpt"), "did you mean 'ckpt_file_name'?"),
        (lambda: ms.load_param_into_net(NET, {}, strict=True), "did you mean 'strict_load'?"),
        (lambda: ms.value_and_grad(NET, argnums=0), "did you mean 'grad_position'?"),
        (lambda: ms.grad(NET, weight=PARAMETERS), "did you mean 'weights'?"),
        (lambda: ms.amp.auto_mixed_precision(NET, level="O2"), "did you mean 'amp_level'?"),
        (lambda: ms.LossMonitor(step=1), "did you mean 'per_print_times'?"),
        (lambda: ms.ModelCheckpoint(prefixx="a"), "did you mean 'prefix'?"),
        (lambda: ds.MnistDataset("/tmp", train=True), "did you mean 'usage'?"),
        (lambda: ds.vision.ToTensor(dtype=ms.float32), "did you mean 'output_type'?"),
        (lambda: Model(NET, loss=nn.MSELoss()), "did you mean 'loss_fn'?"),
        (lambda: ms.set_context(device_targt="CPU"), "did you mean 'device_target'?"),
        (lambda: ms.set_auto_parallel_context(paralel_mode="x"), "did you mean 'parallel_mode'?"),
    ],
)
def test_keywords_of_torch_and_misspelt_ones(call: Any, said: str) -> None:
    with pytest.raises((TypeError, KeyError, ValueError)) as caught:
        call()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("thing", "name", "meant"),
    [
        (X, "reshap", "reshape"),
        (X, "squeez", "squeeze"),
        (NET, "wieght", "weight"),
        (NET, "trainable_param", "trainable_params"),
        (NET, "set_trian", "set_train"),
        (ds.NumpySlicesDataset([1]), "bacth", "batch"),
    ],
)
def test_python_guesses_misspelt_attributes(thing: Any, name: str, meant: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(thing, name)
    # What Python's "Did you mean" is made of where an error ends a program.
    assert (caught.value.name, caught.value.obj) == (name, thing)
    assert difflib.get_close_matches(name, dir(thing), 1) == [meant]


def test_a_class_in_the_place_of_a_callback() -> None:
    model, data = Model(NET, nn.MSELoss(), SGD), ds.NumpySlicesDataset(np.ones((4, 4), np.float32))
    with pytest.raises(TypeError, match=r"call it: LossMonitor\(\)\.$"):
        model.train(1, data.batch(2), callbacks=[ms.LossMonitor])


def test_the_neighbour_of_a_missing_checkpoint(tmp_path: Path) -> None:
    ms.save_checkpoint(NET, str(tmp_path / "lenet.ckpt"))
    with pytest.raises(ValueError, match=r"does not exist; .* has 'lenet\.ckpt'\.$"):
        ms.load_checkpoint(str(tmp_path / "lnet.ckpt"))
    with pytest.raises(ValueError, match="there is no folder"):
        ms.load_checkpoint(str(tmp_path / "none" / "lenet.ckpt"))


def test_keywords_that_a_class_beside_cell_takes() -> None:
    class Sized:
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            made = object.__new__(cls)
            made.__dict__["size"] = kwargs["size"]
            return made

    class Both(nn.Cell, Sized):
        def __init__(self, *, size: int) -> None:
            super().__init__()

    assert Both(size=3).size == 3
