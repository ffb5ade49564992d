"""msrun's command line."""

from __future__ import annotations

import argparse
import json
import os
import re
from dataclasses import dataclass, field
from typing import Any

from msacc.common.warn_once import no_effect
from msacc.communication._environment import DEFAULT_PORT

# Under MS_ENABLE_RECOVERY=1, which names no number.
_DEFAULT_RESTARTS = 3
# No host has more.
_MAX_CORES, _MAX_WORKERS = 1 << 16, 1 << 12


class UsageError(Exception):
    """A wrong command line or an impossible job: one line for the user, exit code 2."""


@dataclass
class Options:
    """What the user asked for; see `msrun --help`."""

    worker_num: int
    local_worker_num: int
    master_addr: str
    master_port: int
    node_rank: int
    log_dir: str
    join: bool
    cluster_time_out: int
    bind_core: Any
    rank_table_file: str
    worker_log_name: str
    tail_worker_log: list[int]
    max_restarts: int
    min_worker_num: int
    grace: float
    hang_time_out: float
    command: list[str] = field(default_factory=list)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise UsageError(f"{message} (see msrun --help)")


def _boolean(text: str) -> bool:
    if text in ("True", "true"):
        return True
    if text in ("False", "false"):
        return False
    raise argparse.ArgumentTypeError(f"must be True or False, but got {text!r}")


def _cores(text: str) -> Any:
    """True, False, or {"device0": ["0-3", "8"], "scheduler": ["4"]}."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        table = json.loads(text)
        return {
            name: sorted({c for part in parts for c in _core_range(part)})
            for name, parts in table.items()
        }
    except (ValueError, AttributeError, TypeError):
        raise argparse.ArgumentTypeError(
            f'must be True, False or a dict like \'{{"device0": ["0-3"], "scheduler": ["4"]}}\', but got {text!r}'
        ) from None


def _core_range(text: str) -> list[int]:
    cores: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        span = range(int(first), int(last or first) + 1)
        if not 0 <= span.start < span.stop <= _MAX_CORES:
            raise ValueError(f"{part!r} names no cores")
        cores += span
    return cores


def _parser() -> argparse.ArgumentParser:
    p = _Parser(
        prog="msrun",
        description="Start a program in several processes that work together.",
        epilog="The command is `train.py args`, `python train.py args`, `pytest -s train.py` or `-m module args`; "
        "in it, `import mindspore` means msacc.",
    )
    p.add_argument("--worker_num", type=int, default=8, help="processes in the whole job (8)")
    p.add_argument("--local_worker_num", type=int, default=8, help="processes on this host (8)")
    p.add_argument(
        "--master_addr", default="127.0.0.1", help="address of the host of rank 0 (127.0.0.1)"
    )
    p.add_argument(
        "--master_port",
        type=int,
        default=DEFAULT_PORT,
        help=f"port of the scheduler ({DEFAULT_PORT})",
    )
    p.add_argument(
        "--node_rank",
        type=int,
        default=-1,
        help="number of this host; -1: ranks by order of arrival",
    )
    p.add_argument(
        "--log_dir", default="", help="folder of worker_<rank>.log and scheduler.log (here)"
    )
    p.add_argument(
        "--join",
        type=_boolean,
        default=False,
        help="True: wait, show the logs, report failures (False)",
    )
    p.add_argument(
        "--cluster_time_out",
        type=int,
        default=600,
        help="seconds to wait for all workers; negative: for ever (600)",
    )
    p.add_argument(
        "--bind_core", type=_cores, default=False, help="True, or a dict of cores by device"
    )
    p.add_argument("--bind_numa", default="False", help="no effect here; use --bind_core")
    p.add_argument("--sim_level", type=int, default=-1, help="not supported: there is no dry run")
    p.add_argument("--sim_rank_id", type=int, default=-1, help="not supported: there is no dry run")
    p.add_argument(
        "--rank_table_file", default="", help="exported as RANK_TABLE_FILE; no other effect"
    )
    p.add_argument(
        "--worker_log_name", default="", help="log name; {ip} and {hostname} are replaced (worker)"
    )
    p.add_argument(
        "--tail_worker_log",
        default="-1",
        help="with --join=True: the workers to show, such as 0,3; -1: all",
    )
    p.add_argument(
        "--max_restarts",
        type=int,
        default=None,
        help="how often a job that failed is started again; only msacc's (0; with MS_ENABLE_RECOVERY=1: 3)",
    )
    p.add_argument(
        "--min_worker_num",
        type=int,
        default=None,
        help="with --max_restarts: so few processes may be in a further start; only msacc's (--worker_num)",
    )
    p.add_argument(
        "--grace",
        type=float,
        default=20.0,
        help="seconds that workers have to save and end after SIGTERM or SIGINT; only msacc's (20)",
    )
    p.add_argument(
        "--hang_time_out",
        type=float,
        default=300.0,
        help="seconds without a sign of life after which a worker counts as failed, 0: for ever; only msacc's (300)",
    )
    p.add_argument(
        "-m", dest="module", nargs=argparse.REMAINDER, help="a module, with its arguments"
    )
    p.add_argument("command", nargs=argparse.REMAINDER, help="what to run, with its arguments")
    return p


def parse(argv: list[str]) -> Options:
    """Parses the command line. Raises UsageError for options that cannot be; `--help` ends the program."""
    arguments = vars(_parser().parse_args(argv))
    numa, level, rank_id = (
        arguments.pop("bind_numa"),
        arguments.pop("sim_level"),
        arguments.pop("sim_rank_id"),
    )
    if level != -1 or rank_id != -1:
        raise UsageError(
            "--sim_level and --sim_rank_id are not supported: there is no dry run without devices here"
        )
    if numa.lower() != "false":
        no_effect("msrun", "--bind_numa", numa, "use --bind_core")
    if arguments["rank_table_file"]:
        no_effect(
            "msrun",
            "--rank_table_file",
            arguments["rank_table_file"],
            "it is only exported to the workers",
        )
    _check_numbers(arguments)
    arguments["max_restarts"] = _restarts(arguments)
    arguments["min_worker_num"] = _min_workers(arguments)
    module = arguments.pop("module")
    if module is not None:
        arguments["command"] = ["-m", *module]
    arguments["tail_worker_log"] = _tail_workers(
        arguments["tail_worker_log"], arguments["local_worker_num"]
    )
    options = Options(**arguments)
    if not options.command:
        raise UsageError(
            "name what to run: msrun --worker_num=2 --local_worker_num=2 train.py (see msrun --help)"
        )
    return options


def _check_numbers(arguments: dict[str, Any]) -> None:
    total, local, port = (
        arguments["worker_num"],
        arguments["local_worker_num"],
        arguments["master_port"],
    )
    if total < 1:
        raise UsageError(f"--worker_num must be greater than 0, but got {total}")
    if not 1 <= local <= total:
        raise UsageError(
            f"--local_worker_num must be from 1 to --worker_num={total}, but got {local}"
        )
    if not 1024 <= port <= 65535:
        raise UsageError(f"--master_port must be from 1024 to 65535, but got {port}")
    if local > _MAX_WORKERS:
        raise UsageError(f"--local_worker_num must be at most {_MAX_WORKERS}, but got {local}")
    nodes = -(-total // local)
    if local < total and arguments["node_rank"] >= nodes:
        raise UsageError(
            f"--node_rank must be below {nodes} with {total} workers, {local} per host, but got "
            f"{arguments['node_rank']}"
        )


def _restarts(arguments: dict[str, Any]) -> int:
    """The number of restarts: the option's, else that of MindSpore's recovery variable."""
    for name in ("max_restarts", "grace", "hang_time_out"):
        if arguments[name] is not None and not arguments[name] >= 0:
            raise UsageError(f"--{name} must not be negative, but got {arguments[name]}")
    recovery = os.environ.get("MS_ENABLE_RECOVERY", "0")
    if recovery not in ("0", "1"):
        raise UsageError(f"MS_ENABLE_RECOVERY must be 0 or 1, but is {recovery!r}")
    times = arguments["max_restarts"]
    if times is None:
        times = _DEFAULT_RESTARTS if recovery == "1" else 0
    if (
        times
        and arguments["local_worker_num"] < arguments["worker_num"]
        and arguments["node_rank"] < 0
    ):
        raise UsageError(
            "--max_restarts and MS_ENABLE_RECOVERY=1 on several hosts need --node_rank, by which launchers know "
            "each other"
        )
    return int(times)


def _min_workers(arguments: dict[str, Any]) -> int:
    """How few workers a start after the first may have."""
    least, total = arguments["min_worker_num"], arguments["worker_num"]
    if least is None:
        return int(total)
    if not 1 <= least <= total:
        raise UsageError(
            f"--min_worker_num must be from 1 to --worker_num={total}, but got {least}"
        )
    if least < total and not arguments["max_restarts"]:
        no_effect("msrun", "--min_worker_num", least, "give --max_restarts too")
    return int(least)


def _tail_workers(text: str, local: int) -> list[int]:
    if text == "-1":
        return list(range(local))
    if not re.fullmatch(r"\d+(,\d+)*", text) or any(int(t) > local for t in text.split(",")):
        raise UsageError(
            f"--tail_worker_log must be -1 or worker numbers below {local} such as 0,1, but got {text!r}"
        )
    return [int(t) for t in text.split(",")]
