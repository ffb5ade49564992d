"""MindFlow: its own unit tests, of attention, diffusion, transforms, geometry, derivatives and networks."""

from __future__ import annotations

from tests.projects.case import Case, Project
from tests.projects.own import own_tests

_ST = "tests/st/mindflow"
_CELLS = f"{_ST}/cell/attention/test_attention.py,{_ST}/cell/diffusion/test_diffusion.py,{_ST}/cell/test_dft.py"
_OTHERS = (
    f"{_ST}/geometry/test_geometry_2d.py,{_ST}/networks/burgers/test_burgers.py,"
    f"{_ST}/networks/navier_stokes/test_mindflow_navier_stokes.py,{_ST}/networks/test_sno.py,"
    f"{_ST}/operators/percnn/test_percnn.py,{_ST}/operators/test_derivatives.py,{_ST}/operators/test_dft.py,"
    "tests/ut/mindflow/test_mindflow.py"
)

PROJECT = Project(
    "mindflow",
    "MindFlow",
    "https://github.com/mindspore-ai/mindscience",
    (
        Case(
            "own-tests-cells", "own_tests.py", ("--files", _CELLS), timeout=3600, checkout="mindscience",
            differs="with own-tests-others " + own_tests("mindflow", " within 45 s each")
            + "; the others need data sets or kernels that the CPU build lacks, take longer, or fail on MindSpore 2.10",
        ),
        Case(
            "own-tests-others", "own_tests.py", ("--files", _OTHERS), timeout=3600, checkout="mindscience",
            differs="for two tests that assert 10 ms for a step the clock stands still, on both sides (still_clock.py)",
        ),
    ),
    libraries=("libs_mindflow",),
    msacc_libraries=("libs_mindarmour_numpy",),  # it needs NumPy below 2
    mindspore_libraries=("libs_mindflow_torch",),  # percnn and transforms are compared with PyTorch
)  # fmt: skip
