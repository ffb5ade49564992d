# Written by `python -m tests.stubs`.
from msacc.utils import get_sdc_detect_result as get_sdc_detect_result
from msacc.utils import sdc_detect_start as sdc_detect_start
from msacc.utils import sdc_detect_stop as sdc_detect_stop
