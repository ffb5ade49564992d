"""The specification of a job, made before anything starts: ranks, environment, logs, cores, the scheduler's port."""

from __future__ import annotations

import dataclasses
import os
import secrets
import socket
import time
from dataclasses import dataclass

from msacc.common.seed import JOB_SEED
from msacc.common.warn_once import once
from msacc.communication import _listening_sockets as listening
from msacc.communication._network_interface import local_address
from msacc.launch.devices import check_devices, device_env
from msacc.launch.host_agreement import Agreement
from msacc.launch.options import Options, UsageError

_PORT_SECONDS = 60.0


@dataclass
class WorkerSpec:
    """One worker of this host; `rank` is None where the scheduler will assign it."""

    local: int
    rank: int | None
    log: str
    env: dict[str, str]
    cores: list[int] | None

    @property
    def name(self) -> str:
        """Its name in messages."""
        return (
            f"worker {self.rank}" if self.rank is not None else f"worker {self.local} of this host"
        )


@dataclass
class JobSpec:
    """The part of the job that runs on this host."""

    options: Options
    address: str
    workers: list[WorkerSpec]
    threads: int | None
    socket: socket.socket | None
    scheduler_log: str
    asked: Options
    # What is said where this host has fewer GPUs than workers.
    on_cpu: str | None = None
    round: int = 0

    def prepare_restart(self) -> None:
        """Prepares one more start. Raises UsageError where the scheduler's port stays in use.

        On one host it has one worker fewer, where --min_worker_num lets it: what failed is the memory, perhaps.
        """
        self.round += 1
        if self.socket is not None:
            self.socket = _listen_with_retries(self.address, self.options.master_port)
        workers = max(self.options.worker_num - 1, self.options.min_worker_num)
        if not self.several_hosts and workers < self.options.worker_num:
            self._set_workers(workers, workers, 0)

    def follow(self, agreement: Agreement) -> None:
        """The part of this host in a start that launchers have agreed on."""
        self.round = agreement.round
        self._set_workers(agreement.worker_num, self.options.local_worker_num, agreement.first_rank)

    def _set_workers(self, total: int, local: int, first_rank: int) -> None:
        self.options = dataclasses.replace(self.options, worker_num=total, local_worker_num=local)
        seeds = {n: v for n, v in self.workers[0].env.items() if n == JOB_SEED}
        self.workers = _workers(self.options, self.address, self.threads, first_rank, seeds)

    @property
    def several_hosts(self) -> bool:
        """Whether launchers on several hosts were to start the job."""
        return self.asked.local_worker_num < self.asked.worker_num

    @property
    def one_host(self) -> bool:
        """Whether the whole job runs here."""
        return self.options.local_worker_num == self.options.worker_num


def make_spec(options: Options) -> JobSpec:
    """Checks the options against this host and makes the specification. Raises UsageError with one line."""
    address = _resolve(options.master_addr)
    on_cpu = check_devices(options)
    _make_folder(options.log_dir)
    server = _listen(address, options.master_port) if _is_master(options, address) else None
    threads = _threads(options.local_worker_num)
    first_rank = options.node_rank * options.local_worker_num if options.node_rank >= 0 else None
    workers = _workers(options, address, threads, first_rank, {})
    scheduler_log = os.path.join(options.log_dir, "scheduler.log")
    return JobSpec(options, address, workers, threads, server, scheduler_log, options, on_cpu)


def _workers(
    options: Options, address: str, threads: int | None, first_rank: int | None, env: dict[str, str]
) -> list[WorkerSpec]:
    """The workers of this host, with ranks from `first_rank` on; None: the scheduler will assign them."""
    if options.local_worker_num == options.worker_num:
        first_rank = 0
    shared, cores = _shared_env(options, address, threads) | env, _cores(options)
    ranks = [
        None if first_rank is None else first_rank + i for i in range(options.local_worker_num)
    ]
    return [_worker(options, i, rank, shared, cores[i]) for i, rank in enumerate(ranks)]


def _resolve(address: str) -> str:
    try:
        return listening.resolve(address)
    except (OSError, IndexError):
        raise UsageError(f"--master_addr {address!r} cannot be resolved to an address") from None


def _is_master(options: Options, address: str) -> bool:
    """Whether the scheduler runs here: on the first host, which has the master's address."""
    local = listening.is_local(address)
    if options.node_rank == 0 and not local and options.local_worker_num < options.worker_num:
        once(
            "master_addr",
            f"msrun: --master_addr {address} is no address of this host, though it has --node_rank=0: no scheduler is "
            "started here.",
        )
    return local and options.node_rank <= 0


def _listen(address: str, port: int) -> socket.socket:
    try:
        return listening.listen(address, port)
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be used on {address} ({error.strerror}); another job may run: "
            "choose another --master_port, or --node_rank=1 and so on for the further launchers of one job"
        ) from None


def _listen_with_retries(address: str, port: int) -> socket.socket:
    """As `_listen`, with retries: processes of the last round may still hold the port."""
    end = time.monotonic() + _PORT_SECONDS
    while True:
        try:
            return _listen(address, port)
        except UsageError:
            if time.monotonic() > end:
                raise
        time.sleep(0.2)


def _make_folder(folder: str) -> None:
    try:
        os.makedirs(folder or ".", mode=0o700, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"--log_dir {folder!r} cannot be made: {error.strerror}; name a folder that you may write"
        ) from None


def _threads(local: int) -> int | None:
    """Threads per worker; None where the user has set OMP_NUM_THREADS."""
    if os.environ.get("OMP_NUM_THREADS"):
        return None
    return max(1, len(os.sched_getaffinity(0)) // local)


def _shared_env(options: Options, address: str, threads: int | None) -> dict[str, str]:
    port, total = str(options.master_port), str(options.worker_num)
    env = {"MS_WORKER_NUM": total, "MS_SCHED_HOST": address, "MS_SCHED_PORT": port}
    env |= {
        "MS_ROLE": "MS_WORKER",
        "MS_TOPO_TIMEOUT": str(options.cluster_time_out),
        "RANK_SIZE": total,
    }
    env |= {"WORLD_SIZE": total, "LOCAL_WORLD_SIZE": str(options.local_worker_num)}
    # torch's own env:// finds the store in the scheduler, as under torchrun.
    env |= {"MASTER_ADDR": address, "MASTER_PORT": port, "TORCHELASTIC_USE_AGENT_STORE": "True"}
    env |= {"PYTHONUNBUFFERED": "1"}
    # inductor's pool of compile processes would be one per worker.
    env["TORCHINDUCTOR_COMPILE_THREADS"] = os.environ.get("TORCHINDUCTOR_COMPILE_THREADS", "1")
    env |= device_env(options)
    if threads is not None:
        env["OMP_NUM_THREADS"] = str(threads)
    if options.rank_table_file:
        env["RANK_TABLE_FILE"] = options.rank_table_file
    if options.node_rank >= 0:
        env["GROUP_RANK"] = str(options.node_rank)
    if options.local_worker_num == options.worker_num:
        env[JOB_SEED] = os.environ.get(JOB_SEED) or str(secrets.randbits(48))
    return env


def _worker(
    options: Options, local: int, rank: int | None, shared: dict[str, str], cores: list[int] | None
) -> WorkerSpec:
    env = {**shared, "DEVICE_ID": str(local), "LOCAL_RANK": str(local)}
    if rank is not None:
        env |= {"MS_NODE_ID": str(rank), "RANK_ID": str(rank), "RANK": str(rank)}
    number = local if rank is None else rank
    log = os.path.join(options.log_dir, f"{_log_name(options)}_{number}.log")
    return WorkerSpec(local, rank, log, env, cores)


def _log_name(options: Options) -> str:
    name = options.worker_log_name or "worker"
    if "{ip}" in name:
        name = name.replace("{ip}", local_address(options.master_addr) or "")
    return name.replace("{hostname}", socket.gethostname())


def _cores(options: Options) -> list[list[int] | None]:
    local, bind = options.local_worker_num, options.bind_core
    if isinstance(bind, dict):
        return [bind.get(f"device{i}") for i in range(local)]
    if not bind:
        return [None] * local
    free = sorted(os.sched_getaffinity(0))
    each = len(free) // local
    if each == 0:
        once(
            "bind_core",
            f"msrun: --bind_core=True has no effect: {len(free)} cores for {local} workers.",
        )
        return [None] * local
    return [free[i * each : (i + 1) * each] for i in range(local)]
