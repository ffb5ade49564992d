"""Private names of training, of numpy and of types: they do what MindSpore 2.10 was seen to do."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, _checkparam, nn, ops
from msacc.common.dtype_kinds import Tuple
from msacc.dataset.pipeline.iterator import DictIterator, TupleIterator
from msacc.dataset.vision.py_transforms_util import hwc_to_chw, is_numpy
from msacc.experimental.map_parameter import MapParameter
from msacc.internals import (
    c_expression,
    distributed_helpers,
    function_helpers,
    numpy_helpers,
    refused_names,
    tensor_indexing,
    training_helpers,
)


def test_images() -> None:
    image = np.arange(24).reshape(2, 3, 4)
    assert is_numpy(image)
    assert not is_numpy([1])
    assert hwc_to_chw(image).shape == (4, 2, 3)
    assert hwc_to_chw(image)[1, 1, 2] == image[1, 2, 1]
    assert hwc_to_chw(image[0]) is not None
    assert hwc_to_chw(image[0]).tolist() == image[0].tolist()
    with pytest.raises(TypeError, match="should be 2 or 3. Got 4"):
        hwc_to_chw(np.zeros((1, 1, 1, 1)))
    with pytest.raises(TypeError, match="should be NumPy array"):
        hwc_to_chw([[1]])


def test_a_folder(tmp_path: Path) -> None:
    made = training_helpers._make_directory(str(tmp_path / "a" / ".." / "b" / "c"))
    assert made == str(tmp_path / "b" / "c")
    assert Path(made).stat().st_mode & 0o777 == 0o700
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="is a file path"):
        training_helpers._make_directory(str(tmp_path / "file"))
    with pytest.raises(ValueError, match="The folder is invalid, it should be non-blank"):
        training_helpers._make_directory(" ", "folder")
    with pytest.raises(TypeError, match="The path is invalid"):
        training_helpers._make_directory(None)  # type: ignore[arg-type]


def test_numpy() -> None:
    whole, pair = numpy_helpers._to_tensor(1, [2, 3.5])
    assert (whole.dtype, pair.dtype) == (ms.int32, ms.float32)
    kept = Tensor(2)
    assert numpy_helpers._to_tensor(kept) is kept
    assert numpy_helpers._to_tensor() == ()
    for value in (np.arange(3), "x", None, 1j):
        with pytest.raises(TypeError, match="Expect input to be array like"):
            numpy_helpers._to_tensor(value)
    with pytest.raises(ValueError, match="^axis is 2$"):
        numpy_helpers._raise_value_error("axis is ", 2)
    with pytest.raises(ValueError, match="^wrong$"):
        numpy_helpers._raise_value_error("wrong")


def test_levels_of_amp() -> None:
    levels = training_helpers._config_level
    kept = {level: config["keep_batchnorm_fp32"] for level, config in levels.items()}
    assert kept == {"O0": False, "O1": False, "O2": True, "O3": False, "auto": False}
    assert levels["O3"]["cast_model_type"] is ms.float16
    assert isinstance(levels["O2"]["loss_scale_manager"], ms.DynamicLossScaleManager)


def test_norms_stay_in_float32() -> None:
    network = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2)).to_float(ms.float16)
    training_helpers._do_keep_batchnorm_fp32(network)
    seen = []
    network[1].register_forward_hook(lambda cell, inputs, output: seen.append(output.dtype))
    assert network(Tensor(np.ones((3, 2), np.float32))).dtype is ms.float16
    assert seen == [ms.float16]
    norms = [c for _, c in network.cells_and_names() if isinstance(c, nn.BatchNorm1d)]
    norms[0].register_forward_hook(lambda cell, inputs, output: seen.append(output.dtype))
    network(Tensor(np.ones((3, 2), np.float32)))
    assert ms.float32 in seen


def test_a_network_with_its_loss() -> None:
    network = nn.Dense(2, 1).to_float(ms.float16)
    whole = training_helpers._add_loss_network(network, nn.MSELoss(), ms.float16)
    assert isinstance(whole, nn.WithLossCell)
    x, y = Tensor(np.ones((3, 2), np.float32)), Tensor(np.ones((3, 1), np.float32))
    assert whole(x, y).dtype is ms.float32
    with pytest.raises(TypeError, match="must be|should be 'Cell', but got type 'int'"):
        training_helpers._add_loss_network(network, 3, ms.float16)  # type: ignore[arg-type]


def test_overflow_of_gradients() -> None:
    grads = (Tensor([1.0, 2.0]), Tensor([np.inf, 1.0], ms.float32), Tensor([np.nan], ms.float16))
    flags = ops.HyperMap()(ops.partial(training_helpers._grad_overflow), grads)
    assert [float(flag.asnumpy().sum()) for flag in flags] == [0.0, 1.0, 1.0]


def test_small_helpers() -> None:
    x = Tensor(1)
    assert training_helpers._transfer_tensor_to_tuple(x) == (x,)
    assert training_helpers._transfer_tensor_to_tuple([1]) == [1]
    training_helpers._StepSync().step_end(None)
    assert training_helpers._get_summary_tensor_data() == {}
    first = function_helpers._get_unique_parameter_key()
    assert function_helpers._get_unique_parameter_key() == first + 1
    distributed_helpers._device_number_check("data_parallel", 1)
    with pytest.raises(ValueError, match="must be 1, but got 2"):
        distributed_helpers._device_number_check("stand_alone", 2)
    result = function_helpers._innner_log_softmax(Tensor([[1.0, 2.0], [3.0, 5.0]]), 0)
    expected = [[-2.12692785, -3.04858732], [-0.126927853, -0.0485873222]]
    assert np.allclose(result.asnumpy(), expected)


def test_types_that_are_the_same() -> None:
    check = _checkparam.check_types_same_and_valid
    check({"a": ms.float32, "b": ms.float32}, [ms.float32, ms.float16], "P")
    check({"a": ms.float32}, ms.float32, None)
    with pytest.raises(TypeError, match="'b' should be same as 'a'.* 'a' with type Float32"):
        check({"a": ms.float32, "b": ms.float16}, [ms.float32, ms.float16], "P")
    with pytest.raises(TypeError, match="'a' must be one of Float32, Float16, but got Int32"):
        check({"a": ms.int32}, [ms.float32, ms.float16], "P")
    with pytest.raises(TypeError, match="'b' must be Float32, but got Int32"):
        check({"a": ms.float32, "b": ms.int32}, [ms.float32], "P")


def test_types_of_tuples() -> None:
    f, i = ms.float32, ms.int32
    assert str(Tuple([f, i])) == "Tuple[Float32,Int32]"
    assert str(Tuple((f, f, i, Tuple([i])))) == "Tuple[Float32*2,Int32,Tuple[Int32]]"
    assert Tuple() is Tuple([]) is ms.tuple_
    assert isinstance(Tuple([f]), Tuple)
    assert not isinstance(f, Tuple)
    with pytest.raises(TypeError, match="list of types, but got 3"):
        Tuple(3)


def test_iterators_of_a_dataset() -> None:
    data = ms.dataset.NumpySlicesDataset({"a": [1, 2], "b": [3, 4]}, shuffle=False)
    assert [row[0].item() for row in TupleIterator(data, ["b"], output_numpy=True)] == [3, 4]
    assert [row["a"].item() for row in DictIterator(data, 1, True)] == [1, 2]
    assert isinstance(data.create_tuple_iterator(), TupleIterator)
    assert isinstance(data.create_dict_iterator(), DictIterator)


def test_parameter_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    parameter_server = importlib.import_module("msacc.parallel._ps_context")
    monkeypatch.setenv("MS_ROLE", "MS_SCHED")
    assert parameter_server._is_role_sched()
    monkeypatch.setenv("MS_ROLE", "MS_WORKER")
    assert not parameter_server._is_role_sched()
    assert parameter_server._get_ps_context("enable_ps") is False
    assert not parameter_server._need_reset_device_target_for_ps("CPU")
    parameter_server._set_ps_context(enable_ps=False)
    parameter_server._reset_ps_context()
    parameter_server._set_checkpoint_load_status(True)
    with pytest.raises(NotImplementedError):
        parameter_server.set_ps_enable(True)


def test_indexing_as_functions() -> None:
    x = Tensor(np.arange(6.0).reshape(2, 3))
    assert tensor_indexing._tensor_getitem(x, 1).asnumpy().tolist() == [3.0, 4.0, 5.0]
    assert tensor_indexing._tensor_getitem_origin(x, (0, 2)).item() == 2.0
    assert tensor_indexing._tensor_setitem(x, slice(0, 1), 9.0) is x
    assert x.asnumpy().tolist() == [[9.0, 9.0, 9.0], [3.0, 4.0, 5.0]]
    assert tensor_indexing._tensor_setitem_origin(x, (0, 1), 7.0)[0] is x
    changed = tensor_indexing._tensor_setitem_origin(x, Tensor([True, False]), 0.0)
    assert changed.asnumpy().tolist() == [[0.0] * 3, [3.0, 4.0, 5.0]]
    assert x.asnumpy().tolist() == [[9.0, 7.0, 9.0], [3.0, 4.0, 5.0]]


def test_what_is_refused_says_so() -> None:
    with pytest.raises(NotImplementedError, match="MapParameter .*hash tables of embeddings"):
        MapParameter(key_dtype=ms.int32)
    kinds = [kind for kind in vars(refused_names).values() if hasattr(kind, "refusal")]
    assert len(kinds) > 6
    for kind in kinds:
        with pytest.raises(
            NotImplementedError, match=rf"msacc does not have mindspore\..*{kind.__name__} "
        ):
            kind(None)
    with pytest.raises(NotImplementedError, match="run_backward"):
        c_expression.run_backward((), (), False, False, ())


def test_a_module_that_is_a_function_too() -> None:
    module = __import__("msacc.ops.op_info_register", fromlist=["TBERegOp"])
    assert ops.op_info_register({})(len) is len
    assert module({})(len) is len
    assert module.TBERegOp is ops.TBERegOp
