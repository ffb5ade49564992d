"""`mindspore.multiprocessing`: Python's, whose processes may use msacc as they are."""

from multiprocessing import *  # noqa: F403
from multiprocessing import Pool as Pool
from multiprocessing import Process as Process
