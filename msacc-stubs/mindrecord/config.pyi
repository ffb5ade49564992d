# Written by `python -m tests.stubs`.
from msacc.mindrecord.encryption import PlainFiles as PlainFiles
from msacc.mindrecord.encryption import _check_mode as _check_mode
from msacc.mindrecord.encryption import _decrypt as _decrypt
from msacc.mindrecord.encryption import _decryption_error as _decryption_error
from msacc.mindrecord.encryption import _decryption_folder as _decryption_folder
from msacc.mindrecord.encryption import _is_encrypted as _is_encrypted
from msacc.mindrecord.encryption import decrypt_in_place as decrypt_in_place
from msacc.mindrecord.encryption import encrypt as encrypt
from msacc.mindrecord.encryption import encrypting as encrypting
from msacc.mindrecord.encryption import set_dec_mode as set_dec_mode
from msacc.mindrecord.encryption import set_enc_key as set_enc_key
from msacc.mindrecord.encryption import set_enc_mode as set_enc_mode
from msacc.mindrecord.paths import check_size as check_size
from typing import Any
_BLOCK: int
_CUSTOM: Any
_END: Any
_state: Any
