"""ONNX files: made by torch's exporter, run by onnx's reference evaluator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc as ms
import msacc.nn as nn
from msacc.common.settings import GRAPH_MODE, settings
from msacc.train import serialization


def test_onnx_gives_the_networks_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxscript", reason="onnx and onnxscript are not among msacc's packages")
    onnx = pytest.importorskip("onnx", reason="onnx is not among msacc's packages")
    from onnx.reference import ReferenceEvaluator

    net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Dense(72, 4))
    image = np.sin(np.arange(36, dtype=np.float32)).reshape(1, 1, 6, 6)
    expected = net(ms.Tensor(image)).asnumpy()
    monkeypatch.setattr(settings, "mode", GRAPH_MODE)
    net.set_train(True)
    for key in ({}, {"enc_key": b"k", "enc_mode": lambda content, key: content[::-1]}):
        path = tmp_path / f"net{len(key)}.onnx"
        serialization.export(net, ms.Tensor(image), file_name=str(path), file_format="ONNX", **key)
        assert path.stat().st_mode & 0o777 == 0o400
    content = (tmp_path / "net0.onnx").read_bytes()
    assert (tmp_path / "net2.onnx").read_bytes()[::-1] == content
    session = ReferenceEvaluator(onnx.load_from_string(content))
    (out,) = session.run(None, {session.input_names[0]: image})
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)
    assert net.training
    assert settings.mode == GRAPH_MODE


def test_without_onnx_the_error_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    with pytest.raises(ImportError, match="pip install onnx onnxscript"):
        serialization.export(
            nn.ReLU(), ms.Tensor([1.0]), file_name=str(tmp_path / "n"), file_format="ONNX"
        )
