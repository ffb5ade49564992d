"""Calls in the words of earlier releases: keywords with other names, and functions that took other arguments."""

from __future__ import annotations

import inspect
import io
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import msacc as ms
from msacc import Tensor, nn, ops
from msacc import dataset as ds
from msacc.common.warn_once import forget
from msacc.dataset.vision import c_transforms, py_transforms
from msacc.former import keywords
from msacc.porting import project

X = np.array([[3.0, -1.0, 2.0], [0.5, 4.0, -2.0]], np.float32)
ROWS = [
    (name, *pair.split("="))
    for line in Path(keywords.__file__).with_suffix(".txt").read_text().splitlines()
    if not line.startswith("#")
    for name in line.partition(" | ")[2].split()
    for pair in line.partition(" | ")[0].split()
]


def test_every_row_names_an_argument_of_a_door_to_the_function() -> None:
    for name, former, present in ROWS:
        holder, _, last = name.partition(".")
        function = getattr(getattr(ms if hasattr(ms, holder) else ops, holder), last)
        assert present in inspect.signature(function).parameters, (name, present)
        assert former not in inspect.signature(function).parameters, (name, former)
        # This argument is passed by its former name, those before it by position, the others that must be by name.
        parameters = inspect.signature(function).parameters
        before = list(parameters).index(present)
        rest = [p.name for p in list(parameters.values())[before + 1 :] if p.default is p.empty]
        given = {former: 1, **dict.fromkeys(rest)}
        assert keywords.answer(function, [None] * before, given) is not None, (name, former)


def _t(values: Any = X) -> Tensor:
    return Tensor(values)


# A call by former keywords, and the same by position.
RENAMED: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "abs": (lambda: ops.abs(x=_t()), lambda: ops.abs(_t())),
    "sub": (lambda: ops.sub(x=_t(), y=1.0), lambda: ops.sub(_t(), 1.0)),
    "pow": (lambda: ops.pow(x=_t(), y=2), lambda: ops.pow(_t(), 2)),
    "pow method": (lambda: _t().pow(power=2), lambda: _t().pow(2)),
    "softmax": (lambda: ops.softmax(x=_t(), axis=0), lambda: ops.softmax(_t(), 0)),
    "select": (
        lambda: ops.select(cond=_t() > 0, x=_t(), y=0.0),
        lambda: ops.select(_t() > 0, _t(), 0.0),
    ),
    "tile": (
        lambda: ops.tile(input_x=_t(), multiples=(2, 1)),
        lambda: ops.tile(_t(), (2, 1)),
    ),
    "tile method": (lambda: _t().tile(multiples=(2, 1)), lambda: _t().tile((2, 1))),
    "transpose": (
        lambda: ops.transpose(input_x=_t(), input_perm=(1, 0)),
        lambda: ops.transpose(_t(), (1, 0)),
    ),
    "concat": (
        lambda: ops.concat(input_x=(_t(), _t()), axis=1),
        lambda: ops.concat((_t(), _t()), 1),
    ),
    "logsumexp": (
        lambda: ops.logsumexp(x=_t(), axis=1, keep_dims=True),
        lambda: ops.logsumexp(_t(), 1, True),
    ),
    "arange": (
        lambda: ops.arange(start=1, stop=4, rtype=ms.float32),
        lambda: ops.arange(1, 4, dtype=ms.float32),
    ),
    "linspace": (
        lambda: ops.linspace(start=0.0, stop=1.0, num=3),
        lambda: ops.linspace(0.0, 1.0, 3),
    ),
    "div method": (lambda: _t().div(value=2.0), lambda: _t().div(2.0)),
    "add method": (lambda: _t().add(y=2.0), lambda: _t().add(2.0)),
    "amax": (lambda: _t().amax(axis=1, keep_dims=True), lambda: _t().amax(1, True)),
    "unique_consecutive": (
        lambda: ops.unique_consecutive(x=_t([1, 1, 2]), return_idx=True),
        lambda: ops.unique_consecutive(_t([1, 1, 2]), True),
    ),
    "smooth_l1_loss": (
        lambda: ops.smooth_l1_loss(logits=_t(), labels=_t(2 * X), beta=2.0),
        lambda: ops.smooth_l1_loss(_t(), _t(2 * X), 2.0),
    ),
}


def _arrays(result: Any) -> list[np.ndarray]:
    return [r.asnumpy() for r in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("name", RENAMED)
def test_a_former_name_is_that_of_the_same_argument(name: str) -> None:
    former, present = RENAMED[name]
    for a, b in zip(_arrays(former()), _arrays(present()), strict=True):
        np.testing.assert_array_equal(a, b)
        assert a.dtype == b.dtype


W = np.arange(8, dtype=np.float32).reshape(2, 1, 2, 2) / 8
IMAGE = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
_SORTED = np.sort(X, axis=1)
# A call by former arguments, and its values by NumPy.
FORMS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "split": (lambda: ops.split(_t(), axis=1, output_num=3), [X[:, :1], X[:, 1:2], X[:, 2:]]),
    "split method": (lambda: _t().split(axis=0, output_num=2), [X[:1], X[1:]]),
    "norm": (
        lambda: ops.norm(input_x=_t(), axis=1, keep_dims=True),
        [np.linalg.norm(X, axis=1, keepdims=True)],
    ),
    "norm method": (lambda: _t().norm(axis=0, p=1), [np.abs(X).sum(0)]),
    "max": (lambda: ops.max(x=_t(), axis=1), [X.argmax(1), X.max(1)]),
    "min": (lambda: ops.min(_t(), 1, keep_dims=True), [X.argmin(1)[:, None], X.min(1)[:, None]]),
    "argmax": (lambda: ops.argmax(x=_t(), output_type=ms.int64), [X.argmax(-1)]),
    "median": (lambda: ops.median(x=_t(), axis=1), [_SORTED[:, 1], np.argsort(X, 1)[:, 1]]),
    "pad": (
        lambda: ops.pad(input_x=_t(), paddings=((1, 0), (0, 2))),
        [np.pad(X, ((1, 0), (0, 2)))],
    ),
    "pad by position": (lambda: ops.pad(_t(), ((1, 0), (-1, 2))), [np.pad(X[:, 1:], ((1, 0), (0, 2)))]),
    "conv2d": (
        lambda: ops.conv2d(inputs=_t(IMAGE), weight=_t(W), stride=2),
        [np.einsum("hiwj,oij->ohw", IMAGE.reshape(2, 2, 2, 2), W[:, 0])[None]],
    ),
    "avg_pool2d": (
        lambda: ops.avg_pool2d(x=_t(IMAGE), kernel_size=2, strides=2),
        [IMAGE.reshape(1, 1, 2, 2, 2, 2).mean((3, 5))],
    ),
    "matmul": (lambda: ops.matmul(x1=_t(), x2=_t(X.T), dtype=ms.float16), [X @ X.T]),
    "clip": (lambda: _t().clip(xmin=-1, xmax=2), [X.clip(-1, 2)]),
    "clip by position": (lambda: _t().clip(0, 1, ms.float16), [X.clip(0, 1)]),
    "swapaxes": (lambda: _t().swapaxes(axis1=0, axis2=1), [X.T]),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_former_arguments_have_their_former_results(name: str) -> None:
    call, want = FORMS[name]
    found = _arrays(call())
    assert len(found) == len(want)
    for a, b in zip(found, want, strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-3 if a.dtype == np.float16 else 1e-6)
    if "clip by" in name or name == "matmul":
        assert found[0].dtype == np.float16


def test_it_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    forget()
    with caplog.at_level("WARNING", "msacc"):
        for _ in range(2):
            ops.max(_t(), 1, keep_dims=True)
        ops.abs(x=_t())
    (said,) = [r.getMessage() for r in caplog.records]
    assert "'keep_dims' is that of MindSpore 1.x" in said


def test_what_is_drawn() -> None:
    ones = Tensor(np.ones((40, 50), np.float32))
    kept, mask = ops.dropout(x=ones, p=0.25)
    assert mask.shape == ones.shape
    np.testing.assert_allclose(np.unique(kept.asnumpy()), [0, 4 / 3], rtol=1e-6)
    planes, mask = ops.dropout2d(x=Tensor(np.ones((8, 8, 2, 2), np.float32)), p=0.5)
    assert mask.shape == (8, 8, 2, 2)
    assert set(planes.asnumpy().reshape(64, 4).sum(1)) == {0, 8}
    assert set(ones.bernoulli(p=0.5, seed=3).asnumpy().ravel()) == {0, 1}
    assert ops.standard_normal(shape=(2, 3), seed2=1).shape == (2, 3)


def test_graphs_take_former_keywords() -> None:
    class Net(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            first, second = ops.split(x, axis=0, output_num=2)
            return ops.add(x=ops.abs(x=first), y=second)

    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O1"})
    try:
        np.testing.assert_allclose(Net()(_t()).asnumpy(), np.abs(X[:1]) + X[1:], rtol=1e-6)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ops.abs(y=_t()), r"abs\(\) .*'y'"),
        (lambda: ops.abs(x=_t(), input=_t()), "'x'"),
        (lambda: ops.abs(_t(), x=_t()), "'x'"),
        (lambda: ops.split(_t(), axis=1), "split_size"),
        (lambda: ops.split(_t(), outputs=3), "'outputs'"),
        (lambda: _t().clip(xmin=0, maximum=1), "'xmin'; did you mean 'min'"),
        (lambda: _t().div(values=1), "'values'"),
    ],
)
def test_other_keywords_are_refused(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_a_function_of_the_users_keeps_its_own_error() -> None:
    def fails(n: Any) -> Any:
        raise TypeError("fails() got an unexpected keyword argument 'func'")

    rows = ds.NumpySlicesDataset([1, 2], ["n"])
    with pytest.raises(TypeError, match="^fails.. got an unexpected keyword argument 'func'$"):
        rows.flat_map(fails)


def test_batches_by_former_arguments() -> None:
    rows = ds.GeneratorDataset(
        [(np.full(n, n), np.array(n)) for n in (1, 3)], ["a", "b"], shuffle=False
    )
    padded = rows.batch(2, pad_info={"a": ([4], -1)}, drop_remainder=True)
    (batch,) = padded.create_tuple_iterator(num_epochs=1, output_numpy=True)
    np.testing.assert_array_equal(batch[0], [[1, -1, -1, -1], [3, 3, 3, -1]])

    def sums(a: list[Any], b: list[Any], info: Any) -> tuple[list[Any], list[Any]]:
        return [x.sum() for x in a], b

    for made in (
        rows.batch(2, False, None, sums, ["a", "b"], ["s", "b"], ["b", "s"]),
        rows.batch(
            2, per_batch_map=sums, input_columns=["a", "b"], output_columns=["s", "b"],
            column_order=["b", "s"],
        ),
    ):  # fmt: skip
        (row,) = made.create_dict_iterator(num_epochs=1, output_numpy=True)
        assert list(row) == ["b", "s"]
        assert row["s"].tolist() == [1, 9]
    with pytest.raises(ValueError, match="pad_info and per_batch_map"):
        rows.batch(2, per_batch_map=sums, input_columns=["a", "b"], pad_info={})
    with pytest.raises(ValueError, match="input_columns"):
        rows.batch(2, input_columns=["a", "b"], pad_info={})


def test_records_by_their_former_argument(tmp_path: Path) -> None:
    writer = ms.mindrecord.FileWriter(str(tmp_path / "rows"), 1)
    writer.add_schema({"n": {"type": "int32"}})
    writer.write_raw_data([{"n": 4}])
    writer.commit()
    rows = ds.MindDataset(dataset_file=str(tmp_path / "rows"))
    assert [int(r["n"]) for r in rows.create_dict_iterator(num_epochs=1)] == [4]
    assert rows.recorded_arguments()["dataset_files"] == str(tmp_path / "rows")

    class Mine(ds.MindDataset):
        def __init__(self, dataset_file: str) -> None:
            super().__init__(dataset_file)

    assert Mine(dataset_file=str(tmp_path / "rows")).get_dataset_size() == 1
    with pytest.raises(TypeError, match=r"'file'|dataset_files"):
        ds.MindDataset(file="x")  # type: ignore[call-arg]


def test_former_arguments_of_transforms() -> None:
    pixels = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    body = io.BytesIO()
    Image.fromarray(pixels).save(body, "png")
    encoded = np.frombuffer(body.getvalue(), np.uint8)
    for decode in (c_transforms.Decode(True), c_transforms.Decode(rgb=True), c_transforms.Decode()):
        np.testing.assert_array_equal(decode(encoded), pixels)
    with pytest.raises(RuntimeError, match="RGB"):
        c_transforms.Decode(rgb=False)
    with pytest.raises(TypeError, match="rgb"):
        c_transforms.Decode(rgb=1)  # type: ignore[arg-type]
    assert py_transforms.ToType(output_type=np.float32)(pixels).dtype == np.float32  # type: ignore[call-arg]


@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_the_lstm_cell_that_was_a_layer(batch_first: bool, bidirectional: bool) -> None:
    directions = 1 + bidirectional
    layer = nn.LSTM(3, 4, batch_first=batch_first, bidirectional=bidirectional)
    weights = [layer.w_ih_list[i] for i in range(directions)]
    weights += [layer.w_hh_list[i] for i in range(directions)]
    biases = [layer.b_ih_list[i] + layer.b_hh_list[i] for i in range(directions)]
    packed = np.concatenate([w.asnumpy().ravel() for w in (*weights, *biases)])
    cell = nn.LSTMCell(3, 4, batch_first=batch_first, bidirectional=bidirectional)  # type: ignore[call-arg]
    x = Tensor(np.random.default_rng(0).normal(size=(2, 5, 3)).astype(np.float32))
    batch = 2 if batch_first else 5
    h = Tensor(np.full((directions, batch, 4), 0.1, np.float32))
    out, h_n, c_n, _, _ = cell(x, h, h, Tensor(packed[:, None, None]))
    want, (want_h, want_c) = layer(x, (h, h))
    for found, right in ((out, want), (h_n, want_h), (c_n, want_c)):
        np.testing.assert_allclose(found.asnumpy(), right.asnumpy(), rtol=1e-5, atol=1e-6)


def test_the_lstm_cell_of_today_stays_a_step() -> None:
    assert type(nn.LSTMCell(3, 4, has_bias=False)) is nn.LSTMCell
    with pytest.raises(TypeError, match="'layers'"):
        nn.LSTMCell(3, 4, layers=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="batch_first"):
        nn.LSTMCell(3, 4, batch_first=1)  # type: ignore[call-arg]


def test_members_of_former_releases() -> None:
    value = ms.common.initializer.initializer("ones", (2, 2)).to_tensor()
    assert value.asnumpy().tolist() == [[1, 1], [1, 1]]
    parameter = ms.Parameter(X, name="w").clone(prefix="old")  # type: ignore[call-arg]
    assert parameter.name == "old.w"
    nn.Dense(2, 2).set_auto_parallel()
    with pytest.raises(NotImplementedError, match="parameter-server"):
        nn.Dense(2, 2).set_param_ps()


def _fails(x: Tensor, y: Tensor) -> Tensor:
    raise TypeError("own")


def test_a_strategy_by_its_former_name() -> None:
    primitive = ops.MatMul().shard(strategy=((1, 1), (1, 1)))  # type: ignore[call-arg]
    assert primitive.attrs["in_strategy"] == ((1, 1), (1, 1))


def test_vjp_with_its_seeds() -> None:
    class Net(nn.Cell):
        def construct(self, x: Tensor, y: Tensor) -> Tensor:
            return x**3 + y

    x, v = _t(), _t(np.ones_like(X))
    value, (by_x, by_y) = ops.vjp(Net(), (x, x), v)
    np.testing.assert_allclose(value.asnumpy(), X**3 + X, rtol=1e-6)
    np.testing.assert_allclose(by_x.asnumpy(), 3 * X**2, rtol=1e-6)
    np.testing.assert_array_equal(by_y.asnumpy(), np.ones_like(X))
    value, gradient = ops.vjp(lambda x: x * x, x, v)
    np.testing.assert_allclose(gradient.asnumpy(), 2 * X, rtol=1e-6)
    _, pull = ops.vjp(lambda x, y: x * y, x, v)  # two inputs: as in 2.10
    np.testing.assert_allclose(pull(v)[1].asnumpy(), X, rtol=1e-6)
    # A tuple that the function takes has no gradient, in MindSpore 2.10 too.
    value, pull = ops.vjp(lambda pair, y: pair[0] * y, (x, x), v)
    assert len(pull(v)) == 1
    with pytest.raises(TypeError, match="own"):
        ops.vjp(_fails, x, v)


def test_sparse_tensors_of_a_dense_shape() -> None:
    places, values = Tensor([[0, 1]], ms.int32), Tensor([2.0])
    sparse = ms.SparseTensor(indices=places, values=values, dense_shape=(2, 3))  # type: ignore[call-arg]
    assert sparse.dense_shape == sparse.shape == (2, 3)
    rows = ms.RowTensor(Tensor([1], ms.int32), Tensor([[2.0, 3.0]]), dense_shape=(3, 2))  # type: ignore[call-arg]
    assert rows.dense_shape == (3, 2)
    with pytest.raises(TypeError, match="'sizes'"):
        ms.SparseTensor(places, values, sizes=(2, 3))  # type: ignore[call-arg]


def test_text_that_is_text_is_decoded() -> None:
    words = np.array(["ab", "c"])
    assert ds.text.to_str(words) is words
    assert ds.text.to_str(np.array([b"ab"])).tolist() == ["ab"]


def test_the_module_that_became_a_function() -> None:
    from msacc.common.generator import seed

    before = ms.get_seed()
    seed.set_seed(5)  # type: ignore[attr-defined]
    assert seed.get_seed() == ms.get_seed() == 5  # type: ignore[attr-defined]
    ms.set_seed(1 if before is None else before)


def test_weights_of_one_dimension_may_be_initializers() -> None:
    weight = ms.common.initializer.initializer("ones", [3, 2, 4])
    assert nn.Conv1d(2, 3, 4, weight_init=weight).weight.shape == (3, 2, 1, 4)
    weight = ms.common.initializer.initializer("ones", [2, 3, 4])
    layer = nn.Conv1dTranspose(2, 3, 4, weight_init=weight)
    assert layer.weight.asnumpy().sum() == 24


def test_check_takes_them(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        textwrap.dedent(
            """
            import mindspore as ms
            import mindspore.dataset as ds
            from mindspore import Tensor, nn, ops

            x = Tensor([1.0])
            ops.abs(x=x), ops.split(x, axis=0, output_num=1), x.clip(xmin=0, xmax=1)
            ds.MindDataset(dataset_file="a").batch(4, pad_info={})
            nn.LSTMCell(1, 2, batch_first=True)
            ms.SparseTensor(x, x, dense_shape=(1, 1))
            ops.abs(z=x)
            """
        )
    )
    failing = [u for u in project.check(tmp_path).uses if u.verdict.fails]
    assert {u.line for u in failing} == {11}
