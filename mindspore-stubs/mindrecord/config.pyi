# Written by `python -m tests.stubs`.
from msacc.mindrecord.config import *
from msacc.mindrecord.config import _BLOCK as _BLOCK
from msacc.mindrecord.config import _CUSTOM as _CUSTOM
from msacc.mindrecord.config import _END as _END
from msacc.mindrecord.config import _check_mode as _check_mode
from msacc.mindrecord.config import _decrypt as _decrypt
from msacc.mindrecord.config import _decryption_error as _decryption_error
from msacc.mindrecord.config import _decryption_folder as _decryption_folder
from msacc.mindrecord.config import _is_encrypted as _is_encrypted
from msacc.mindrecord.config import _state as _state
