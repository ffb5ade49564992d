"""A job of one process inside the test run."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def world_of_one(join: bool = True) -> Iterator[Any]:
    """`msacc.communication` after `init()`, by itself where `join`; afterwards no trace of the job is left."""
    from msacc import communication
    from msacc.common.settings import settings
    from msacc.communication import management

    session, world = management._Session, management.world
    environment = dict(os.environ)
    before = session.rendezvous, session.generation, world.rank, world.hosts, world.groups
    backend = management.GlobalComm.BACKEND, management.GlobalComm.WORLD_COMM_GROUP
    device = settings.device
    session.rendezvous, world.groups = None, {}
    try:
        if join:
            communication.init()
        yield communication
    finally:
        communication.release()
        session.rendezvous, session.generation, world.rank, world.hosts, world.groups = before
        management.GlobalComm.BACKEND, management.GlobalComm.WORLD_COMM_GROUP = backend
        settings.device = device
        os.environ.clear()
        os.environ.update(environment)
        atexit.unregister(management._leave_at_exit)
