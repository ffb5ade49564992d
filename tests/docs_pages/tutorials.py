"""What tests/projects has for the tutorials' notebooks: their data and what shortens them.

Its scripts run outside of any package and import each other by their bare names.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

_PROJECTS = Path(__file__).parents[1] / "projects"
sys.path += [str(_PROJECTS / "shared"), str(_PROJECTS / "tutorials")]

laid = importlib.import_module("laid")
laying = importlib.import_module("laying")
TUTORIALS = importlib.import_module("tables").TUTORIALS
