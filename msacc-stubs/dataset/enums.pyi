# Written by `python -m tests.stubs`.
from enum import Enum
class Shuffle(str, Enum):
    FALSE = 'false'
    ADAPTIVE = 'adaptive'
    GLOBAL = 'global'
    PARTIAL = 'partial'
    FILES = 'files'
    INFILE = 'infile'
