"""`mindspore.parallel._ps_context`: settings of parameter servers, which are not here."""

from __future__ import annotations

import os

from msacc.context import set_ps_context


def _is_role_sched() -> bool:
    """Whether this process is the scheduler of a job (`MS_ROLE=MS_SCHED`)."""
    return os.environ.get("MS_ROLE") == "MS_SCHED"


def _is_role_worker() -> bool:
    """Whether this process is a worker beside servers: there are none."""
    return False


def _is_role_pserver() -> bool:
    """Whether this process is a server: there is none."""
    return False


def _get_ps_mode_rank() -> int:
    """The number of a worker beside servers; without them it is 0."""
    return 0


def set_ps_enable(enable: bool) -> None:
    """`set_ps_context(enable_ps=enable)`."""
    set_ps_context(enable_ps=enable)


def _need_reset_device_target_for_ps(target: str) -> bool:
    """Whether a server or scheduler must compute on the CPU whatever `target` says: there are none."""
    return False


def _set_checkpoint_load_status(status: bool) -> None:
    """Accepted: it tells an embedding server's cache where its values come from, and there is none."""
