"""Every parity case under msacc, in PyNative mode and captured as a graph, against the record."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import msacc
from msacc.common.settings import settings
from tests.parity.harness import CASES, Case, Runner, load_cases
from tests.parity.known_on_device import known, reason
from tests.parity.store import read

load_cases()


recorded = functools.cache(read)


@pytest.fixture(autouse=True)
def known_differences(request: pytest.FixtureRequest) -> None:
    """A case that holds a CPU's figures is skipped where the process runs on a device."""
    key = getattr(request.node, "callspec", None) and request.node.callspec.params.get("key")
    if key and settings.device.type != "cpu" and (why := reason(key, known())):
        pytest.skip(f"on a device: {why}")


def compare(entry: Case, found: dict[str, np.ndarray]) -> None:
    prefix = f"{entry.name}|"
    table = recorded(entry.chapter)
    want = {k[len(prefix) :]: v for k, v in table.items() if k.startswith(prefix)}
    assert want, (
        f"{entry.key} was never recorded: run python -m tests.parity.record {entry.chapter}"
    )
    assert sorted(found) == sorted(want)
    for key, expected in want.items():
        got = np.asarray(found[key])
        assert got.shape == expected.shape, f"{key}: shape {got.shape}, MindSpore {expected.shape}"
        if expected.dtype.kind in "US":
            assert str(got) == str(expected), key
            continue
        assert got.dtype == expected.dtype, f"{key}: dtype {got.dtype}, MindSpore {expected.dtype}"
        np.testing.assert_allclose(got, expected, entry.rtol, entry.atol, err_msg=key)


@pytest.mark.parametrize("key", sorted(CASES))
def test_pynative(key: str) -> None:
    entry = CASES[key]
    compare(entry, entry.fn(msacc, Runner(msacc)))


# Dynamo follows thousands of small ops here, or the C++ compiler works, for seconds.
_LONG = {
    "args_mintnn_convs::functions_in_a_graph",
    "mint_functions::reductions",
    "numpy_arrays::reductions",
    "ops_array_primitives::scans_and_medians",
    "ops_pool_image_arguments_a_to_k::blocks",
    "ops_shape_arguments_a_to_k::shaped",
    "ops_math_arguments_l_to_z::floats",
    "ops_reduce_arguments_l_to_z::ungraded",
    "args_mint_places::without_kernels",
    "args_mint_reductions::whole_numbers",
    "args_mintnn_norms::functions_in_a_graph",
    "args_mintnn_pools::functions_in_a_graph",
    "args_nn_losses::weights_of_indices",
    "args_prims_array::padded",
    "args_prims_elementwise::near",
    "args_tensor_positions::rewritten",
    "mint_spellings::losses",
    "mint_spellings::means_and_products",
    "names_of_ops::other_names",
    "nn_activation::softmaxes",
    "nn_arguments::convolution_with_ends",
    "nn_arguments::mean_pool_of_volumes_with_ends",
    "nn_arguments::mean_pool_with_ends",
    "nn_embed::arrays",
    "nn_embed::embedding",
    "nn_embed::padding_functions",
    "nn_image::crops",
    "nn_image::patches",
    "nn_image::resize",
    "nn_kernels::deformable_conv2d",
    "nn_loss::margins",
    "nn_loss::primitives",
    "nn_loss::regression",
    "nn_loss::softmax_cross_entropy",
    "nn_loss::special",
    "nn_norm::batch_norm_other_ranks",
    "nn_pool::functions",
    "nn_pool::primitives",
    "nn_recurrent::attention",
    "nn_recurrent::gru_and_rnn",
    "nn_recurrent::lstm",
    "nn_recurrent::transformer",
    "nn_special::fields",
    "numpy_functions::histograms",
    "numpy_functions::histograms_of_points",
    "numpy_functions::sets",
    "ops_argument_spellings::other_spellings",
    "ops_index::segments",
    "ops_math::blends",
    "ops_math::primitives_of_arithmetic",
    "ops_math::promotion",
    "ops_array_primitives::arrays",
    "ops_image_pool_primitives::images",
    "ops_image_pool_primitives::pooling",
    "ops_spectral_primitives::transforms",
    "ops_reduce::spread",
    "ops_shape::broadcasting",
    "primitive_settings::softmax",
    "primitive_settings::squeeze",
    "prims_backward::MirrorPadGrad",
    "prims_images::average",
    "prims_images::nearest_scales",
    "prims_sparse::dense_add",
    "prims_sparse::elementwise",
    "prims_sparse::operators",
    "prims_sparse::slice",
    "scipy_functions::cosines",
    "scipy_functions::least_squares",
    "suite_unsigned::integers",
}


# Chapters all of whose graphs are long.
_LONG_CHAPTERS = ("numpy_functions", "primitive_settings", "prims_backward", "prims_sparse")


def _graph_keys() -> list[Any]:
    keys = sorted(k for k, c in CASES.items() if c.jit)
    long = {k for k in keys if k in _LONG or k.partition("::")[0] in _LONG_CHAPTERS}
    return [pytest.param(k, marks=pytest.mark.slow) if k in long else k for k in keys]


@pytest.mark.parametrize("key", _graph_keys())
def test_graph(key: str) -> None:
    entry = CASES[key]
    compare(entry, entry.fn(msacc, Runner(msacc, jit=True)))


def _op_by_op_keys() -> list[str]:
    """The cases about graphs, and an eighth of the others."""
    keys = sorted(k for k, c in CASES.items() if c.jit or k.startswith("graph_"))
    return [k for i, k in enumerate(keys) if i % 8 == 0 or k.startswith("graph_")]


@pytest.mark.parametrize("key", _op_by_op_keys())
def test_graph_op_by_op(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As graphs run before they are compiled, and at O0."""
    monkeypatch.setattr(settings, "o0_captures", False)
    monkeypatch.setattr(settings, "jit_level", "")
    entry = CASES[key]
    compare(entry, entry.fn(msacc, Runner(msacc, jit=entry.jit)))
