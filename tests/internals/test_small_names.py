"""Helpers of MindSpore's modules that a few scripts import. Expected values are MindSpore 2.10's, where it has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import msacc as ms
from msacc import Tensor, ops
from msacc.dataset.vision import Border, py_transforms_util
from msacc.former.operators import ControlDepend, control_depend
from msacc.internals.checkparam_helpers import check_dense_input_shape
from msacc.internals.training_helpers import (
    _check_file_name_prefix,
    _chg_ckpt_file_name_if_same_exist,
    random_normal,
)


@pytest.mark.parametrize(
    ("names", "prefixes"),
    [
        ([], ("a", "a")),
        (["a-1_2.ckpt"], ("a_1", "a")),
        (["a-1.ckpt", "a_1-3.ckpt", "a_4-1.ckpt"], ("a_5", "a")),
        (["ab-1.ckpt"], ("a", "a")),
        (["a_7-1_breakpoint.ckpt", "a-1.ckpt"], ("a_1", "a_8")),
        (["a_x-1.ckpt"], ("a", "a")),
        (["a-2.safetensors"], ("a_1", "a")),
    ],
)
def test_prefixes_of_checkpoints(
    names: list[str], prefixes: tuple[str, str], tmp_path: Path
) -> None:
    for name in names:
        (tmp_path / name).touch()
    given = [_chg_ckpt_file_name_if_same_exist(tmp_path, "a", error) for error in (False, True)]
    assert tuple(given) == prefixes
    assert _check_file_name_prefix("a")
    assert not _check_file_name_prefix("a/b")


def test_functions_behind_the_python_transforms() -> None:
    image = Image.fromarray((np.arange(48).reshape(4, 4, 3) * 5).astype(np.uint8))
    for name, factor, expected in (
        ("adjust_brightness", 1.5, [0, 7, 15, 22, 30, 37]),
        ("adjust_contrast", 0.5, [58, 61, 63, 66, 68, 71]),
        ("adjust_saturation", 0.5, [2, 4, 7, 17, 19, 22]),
    ):
        adjust = getattr(py_transforms_util, name)
        assert np.asarray(adjust(image, factor)).ravel()[:6].tolist() == expected
        with pytest.raises(TypeError, match="PIL"):
            adjust(np.zeros((2, 2, 3), np.uint8), factor)
    crop = py_transforms_util.random_crop(image, (5, 5), None, True, 0, Border.CONSTANT)
    assert crop.size == (5, 5)


def test_the_order_of_calls_is_that_of_the_lines() -> None:
    first, second = Tensor([1.0]), Tensor([2.0])
    assert ControlDepend(depend_mode=1)(first, second).tolist() == [1.0]
    assert control_depend(first, second).tolist() == [1.0]
    assert ops.operations.ControlDepend is ControlDepend
    with pytest.raises(ValueError, match="depend_mode"):
        ControlDepend(2)


def test_checks_and_draws() -> None:
    check_dense_input_shape((2, 3), "Dense")
    with pytest.raises(ValueError, match="For 'Dense', the dimension of 'x'"):
        check_dense_input_shape((2,), "Dense")
    drawn = Tensor(np.zeros((200, 50), np.float32))
    random_normal((200, 50), 1, 2, drawn)
    assert (drawn.dtype, abs(float(drawn.mean())) < 0.05) == (ms.float32, True)
    assert abs(float(drawn.std()) - 1) < 0.05
