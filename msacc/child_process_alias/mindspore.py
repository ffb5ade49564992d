"""Found by spawned children, which import the script before anything of msacc: becomes msacc itself."""

import importlib
import sys

from msacc.alias import install

# importlib returns what stands under the name when this file has run.
del sys.modules[__name__]
install()
importlib.import_module("mindspore")
