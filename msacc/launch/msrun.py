"""msrun: starts a program in several processes, with MindSpore's options, logs and variables."""

from __future__ import annotations

import os
import sys

from msacc.communication._listening_sockets import is_loopback
from msacc.launch import command as commands
from msacc.launch import job_spec
from msacc.launch import options as options_
from msacc.launch.job import FAILED, Job, say
from msacc.launch.job_spec import JobSpec
from msacc.launch.options import UsageError
from msacc.launch.worker_process import ForkedChild, exit_process


def main(argv: list[str] | None = None) -> int:
    """Runs a job. Returns 0: all workers ended well; 1: one failed; 2: wrong command line; 128 + n: signal n."""
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
    except UsageError as error:
        print(f"msrun: {error}.", file=sys.stderr)
        return 2
    except ForkedChild as new:
        body = new.body
    else:
        return exit_process(code) if argv is None else code
    # A forked worker or scheduler: the launcher's frames are gone.
    body()
    return 0


def _run(argv: list[str]) -> int:
    options = options_.parse(argv)
    command = commands.parse(options.command)
    spec = job_spec.make_spec(options)
    _announce(spec)
    if not options.join and not _detach(spec):
        return 0
    while True:
        job = Job(spec, command)
        job.start()
        code = job.wait()
        if code != FAILED or job.problem or spec.round >= options.max_restarts:
            return code
        workers = spec.options.worker_num
        spec.prepare_restart()
        if job.signal is not None:
            return 128 + job.signal
        fewer = spec.options.worker_num < workers
        how = f"; workers: {spec.options.worker_num} instead of {workers}" if fewer else ""
        say(f"start {spec.round + 1} of at most {options.max_restarts + 1}{how}")


def _announce(spec: JobSpec) -> None:
    options = spec.options
    names = [worker.log for worker in spec.workers]
    shown = names[0] if len(names) == 1 else f"{names[0]} … {os.path.basename(names[-1])}"
    reach = "this host only" if is_loopback(spec.address) else "other hosts can connect"
    master = f", scheduler on {spec.address}:{options.master_port}, {reach} ({spec.scheduler_log})"
    say(f"{len(names)} of {options.worker_num} workers: {' '.join(options.command)}")
    if spec.on_cpu is not None:
        say(spec.on_cpu)
    say(f"logs: {shown}{master if spec.socket else ''}")
    if any(worker.rank is None for worker in spec.workers):
        say(
            "without --node_rank, ranks are assigned when all workers have met; see RANK_ID after init()"
        )


def _detach(spec: JobSpec) -> bool:
    """Continues in the background; returns False in the foreground process. Messages go to the scheduler's log."""
    pid = os.fork()
    if pid:
        say(f"started in the background, process {pid}; --join=True would wait and show the logs")
        return False
    os.setsid()
    log = os.open(spec.scheduler_log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    spec.options.tail_worker_log = []
    return True


if __name__ == "__main__":
    sys.exit(main())
