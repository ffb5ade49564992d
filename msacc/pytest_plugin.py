"""`pytest -p msacc.pytest_plugin`: tests in which `import mindspore` means msacc.

pytest loads what `-p` (or PYTEST_PLUGINS, PYTEST_ADDOPTS) names before any conftest file.
"""

from __future__ import annotations

from msacc.alias import install

install()
