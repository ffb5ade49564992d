"""A parameter's flags as an object that optimizers of libraries hand to their states."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from msacc import Parameter


def test_a_state_takes_name_and_flags_of_its_parameter() -> None:
    weight = Parameter(np.ones(3, np.float32), name="weight", requires_grad=False)
    state = Parameter(np.zeros(3, np.float32))
    state.param_info = weight.param_info.clone()
    assert (state.name, state.requires_grad) == ("weight", False)
    state.name = "moments." + state.name
    assert (weight.name, state.param_info.name) == ("weight", "moments.weight")


def test_what_is_written_is_the_parameters() -> None:
    weight = Parameter(np.ones((3, 2), np.float32), name="weight")
    assert not hasattr(weight.param_info, "cloned_obj")
    weight.param_info.cloned_obj = [weight]
    weight.param_info.name = "other"
    assert weight.name == "other"
    assert weight.param_info.parameter_shape == [3, 2]
    assert weight.param_info.cloned_obj == [weight]
    twin = copy.deepcopy(weight)
    twin.param_info.name = "twin"
    assert (weight.name, twin.name) == ("other", "twin")


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="param_info"):
        Parameter(np.ones(3, np.float32)).param_info = 3
