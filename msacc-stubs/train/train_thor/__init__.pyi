# Written by `python -m tests.stubs`.
from msacc.train._unsupported import ConvertModelUtils as ConvertModelUtils
from msacc.train._unsupported import ConvertNetUtils as ConvertNetUtils
