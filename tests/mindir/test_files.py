"""Forms of a file: split, encrypted, broken in every way that a name or a number can be."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.mindir.load import read
from msacc.mindir.messages import model_class
from tests.mindir.recorded import recorded

KEY = bytes(range(16))


def _laid(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(recorded("files")[name].tobytes())


def _result(path: Path, **reading: Any) -> np.ndarray:
    return nn.GraphCell(ms.load(str(path), **reading))(ms.Tensor(recorded("files")["in"])).asnumpy()


@pytest.mark.parametrize(("name", "reading"), [("big", {}), ("hidden", {"dec_key": KEY})])
def test_parameters_beside_the_graph(name: str, reading: dict[str, Any], tmp_path: Path) -> None:
    _laid(tmp_path, f"{name}_graph.mindir", f"{name}_variables/data_0")
    found = _result(tmp_path / f"{name}_graph.mindir", **reading)
    np.testing.assert_allclose(found, recorded("files")["out"], rtol=1e-6)


def _shorter(data: Path) -> None:
    data.write_bytes(data.read_bytes()[:80])


def _other_order(data: Path) -> None:
    data.write_bytes(b"\0" + data.read_bytes()[1:])


@pytest.mark.parametrize(
    ("harm", "told"),
    [(Path.unlink, "not beside it"), (_shorter, "has 80 bytes"), (_other_order, "little-endian")],
)
def test_parameters_that_are_not_there(
    harm: Callable[[Path], None], told: str, tmp_path: Path
) -> None:
    _laid(tmp_path, "big_graph.mindir", "big_variables/data_0")
    harm(tmp_path / "big_variables/data_0")
    with pytest.raises(RuntimeError, match=told):
        ms.load(str(tmp_path / "big_graph.mindir"))


def test_parameters_of_another_folder_are_not_read(tmp_path: Path) -> None:
    _laid(tmp_path, "big_variables/data_0")
    model = _model(recorded("files")["big_graph.mindir"])
    (tmp_path / "inner").mkdir()
    for tensor in model.graph.parameter:
        tensor.external_data.location = "../big_variables/data_0"
    with pytest.raises(RuntimeError, match="outside"):
        _read(model, tmp_path / "inner")


def _model(content: np.ndarray) -> Any:
    model = model_class()()
    model.ParseFromString(content.tobytes())
    return model


def _read(model: Any, folder: Path) -> Any:
    path = folder / "net.mindir"
    path.write_bytes(model.SerializeToString())
    return read(str(path))


def _huge(model: Any) -> None:
    model.graph.parameter[0].dims[0] = 1 << 60


def _negative(model: Any) -> None:
    model.graph.parameter[0].dims[0] = -3


def _no_such_type(model: Any) -> None:
    model.graph.parameter[0].data_type = 99


def _twice(model: Any) -> None:
    model.graph.parameter.add().CopyFrom(model.graph.parameter[0])


def _backwards(model: Any) -> None:
    nodes = [type(node).FromString(node.SerializeToString()) for node in model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(reversed(nodes))


def _unknown_input(model: Any) -> None:
    model.graph.node[-1].input[0] = "nowhere"


def _unknown_call(model: Any) -> None:
    model.graph.node[-1].op_type = "REF::nowhere"


def _no_result(model: Any) -> None:
    del model.graph.output[:]


def _other_byte_order(model: Any) -> None:
    model.little_endian = False


def _two_of_a_name(model: Any) -> None:
    model.functions.add().CopyFrom(model.graph)


def _no_value(model: Any) -> None:
    node = model.graph.node.add(op_type="Constant", name="c")
    node.output.append("c")


def _odd_attribute(model: Any) -> None:
    model.primitives[0].attribute.add(name="a", type=77)


HARMS = [
    _huge, _negative, _no_such_type, _twice, _backwards, _unknown_input, _unknown_call, _no_result,
    _other_byte_order, _two_of_a_name, _no_value, _odd_attribute,
]  # fmt: skip


@pytest.mark.parametrize("harm", HARMS, ids=lambda fn: fn.__name__.strip("_"))
def test_what_does_not_fit_is_told(harm: Callable[[Any], None], tmp_path: Path) -> None:
    model = _model(recorded("files")["plain.mindir"])
    harm(model)
    with pytest.raises(RuntimeError, match="Load MindIR failed"):
        _read(model, tmp_path)


def test_attributes_in_the_nodes(tmp_path: Path) -> None:
    """As older releases write them: a node has its primitive's name and attributes itself."""
    model = _model(recorded("nets")["conv_same.mindir"])
    made = {primitive.name: primitive for primitive in model.primitives}
    for node in model.graph.node:
        primitive = made.get(node.op_type.removeprefix("REF::"))
        if primitive is not None and primitive.prim_type == 1:
            node.op_type = primitive.op_type
            node.attribute.extend(primitive.attribute)
    assert any(node.op_type == "Conv2D" for node in model.graph.node)
    net = nn.GraphCell(_read(model, tmp_path))
    found = net(ms.Tensor(recorded("nets")["conv_same.in0"])).asnumpy()
    np.testing.assert_allclose(found, recorded("nets")["conv_same.out0"], rtol=1e-4, atol=1e-5)


def _compressed(model: Any) -> None:
    model.graph.parameter[0].compression_type = 3


def _table(model: Any) -> None:
    model.graph.map_parameter.add(name="table")


def _functor(model: Any) -> None:
    model.primitives[0].attribute.add(name="a", type=38)


@pytest.mark.parametrize("harm", [_compressed, _table, _functor])
def test_what_is_not_read_is_named(harm: Callable[[Any], None], tmp_path: Path) -> None:
    model = _model(recorded("files")["plain.mindir"])
    harm(model)
    with pytest.raises(NotImplementedError, match="MindIR"):
        _read(model, tmp_path)


def test_changed_bytes_raise_nothing_else(tmp_path: Path) -> None:
    draw, path = random.Random(1), tmp_path / "net.mindir"
    wholes = [value.tobytes() for key, value in recorded("nets").items() if key.endswith("mindir")]
    outcomes = set()
    for _ in range(200):
        content = bytearray(draw.choice(wholes))
        for _ in range(draw.randrange(1, 4)):
            content[draw.randrange(len(content))] = draw.randrange(256)
        path.write_bytes(content)
        try:
            read(str(path))
            outcomes.add("read")
        except (RuntimeError, NotImplementedError) as error:
            outcomes.add(type(error).__name__)
    assert {"read", "RuntimeError"} <= outcomes
