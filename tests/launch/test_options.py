"""msrun's command line: what it understands and how it refuses."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

import msacc
from msacc.launch import command, job_spec, msrun, options
from msacc.launch.options import UsageError
from tests.launch.helpers import cores, free_port


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text("")
    return "train.py"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["train.py", "--lr", "1"], ("train.py", ["--lr", "1"], False, [])),
        (["python", "train.py", "x"], ("train.py", ["x"], False, [])),
        (["/usr/bin/python3.11", "-u", "train.py"], ("train.py", [], False, [])),
        (
            ["python", "-W", "error", "-O", "train.py"],
            ("train.py", [], False, ["-W", "error", "-O"]),
        ),
        (["pytest", "-s", "train.py"], ("pytest", ["-s", "train.py"], True, [])),
        (["python", "-m", "pytest", "train.py"], ("pytest", ["train.py"], True, [])),
        (["-m", "package.module", "-v"], ("package.module", ["-v"], True, [])),
    ],
)
def test_commands(script: str, words: list[str], expected: tuple[object, ...]) -> None:
    found = command.parse(words)
    assert (found.target, found.args, found.is_module, found.flags) == expected


def test_the_command_begins_where_the_options_end() -> None:
    assert options.parse(["--join=True", "-m", "pack", "-v"]).command == ["-m", "pack", "-v"]
    assert options.parse(["python", "-m", "pack"]).command == ["python", "-m", "pack"]
    assert options.parse(["train.py", "-m", "x"]).command == ["train.py", "-m", "x"]


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["--worker_num=0", "train.py"], "--worker_num must be greater than 0, but got 0"),
        (
            ["--worker_num=2", "train.py"],
            "--local_worker_num must be from 1 to --worker_num=2, but got 8",
        ),
        (["--master_port=80", "train.py"], "--master_port must be from 1024 to 65535, but got 80"),
        (["--worker_num=x", "train.py"], "argument --worker_num: invalid int value: 'x'"),
        (["--join=maybe", "train.py"], "must be True or False, but got 'maybe'"),
        (["--max_restarts=-1", "train.py"], "--max_restarts must not be negative, but got -1"),
        (["--grace=-1", "train.py"], "--grace must not be negative, but got -1.0"),
        (["--hang_time_out=nan", "train.py"], "--hang_time_out must not be negative, but got nan"),
        (
            ["--local_worker_num=4", "--max_restarts=2", "train.py"],
            "--max_restarts and MS_ENABLE_RECOVERY=1 on several hosts need --node_rank",
        ),
        (
            ["--min_worker_num=9", "train.py"],
            "--min_worker_num must be from 1 to --worker_num=8, but got 9",
        ),
        (["--nonsense=1", "train.py"], "unrecognized arguments: --nonsense=1"),
        (
            ["--tail_worker_log=9", "train.py"],
            "--tail_worker_log must be -1 or worker numbers below 8",
        ),
        (
            ["--worker_num=8", "--local_worker_num=4", "--node_rank=2", "train.py"],
            "--node_rank must be below 2",
        ),
        (["--sim_level=1", "train.py"], "there is no dry run"),
        (["--bind_core=[1]", "train.py"], "must be True, False or a dict"),
        (["--master_addr=no.such.host.invalid", "train.py"], "cannot be resolved"),
        ([], "name what to run"),
        (["python"], "name a script or module"),
        (["other.py"], "there is no file 'other.py'"),
    ],
)
def test_wrong_options_are_one_line_and_exit_2(
    script: str, argv: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert msrun.main(argv) == 2
    error = capsys.readouterr().err
    assert text in error
    assert error.count("\n") == 1


def test_port_in_use(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert msrun.main([f"--master_port={port}", script]) == 2
    error = capsys.readouterr().err
    assert f"port {port} cannot be used on 127.0.0.1" in error
    assert "--master_port" in error


@pytest.fixture
def two_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)


@pytest.mark.parametrize(
    ("variable", "remedy"),
    [(None, "--worker_num=2 --local_worker_num=2"), ("WORKERS", "WORKERS=2")],
)
def test_more_workers_than_gpus_run_on_the_cpu(
    script: str,
    two_gpus: None,
    monkeypatch: pytest.MonkeyPatch,
    variable: str | None,
    remedy: str,
) -> None:
    if variable is not None:
        monkeypatch.setenv("MSACC_WORKERS_VARIABLE", variable)
    made = _plan("--worker_num=3", "--local_worker_num=3")
    cpu = f"2 GPUs, 3 processes: running on the CPU; {remedy} or fewer trains on the GPUs"
    assert made.on_cpu == cpu
    assert [worker.env["CUDA_VISIBLE_DEVICES"] for worker in made.workers] == ["", "", ""]


def test_as_many_workers_as_gpus_keep_them(script: str, two_gpus: None) -> None:
    made = _plan("--worker_num=2", "--local_worker_num=2")
    assert made.on_cpu is None
    assert "CUDA_VISIBLE_DEVICES" not in made.workers[0].env


_TOO_FEW = (
    "--local_worker_num=3, but this host has 2 GPUs; start at most 2, or set CUDA_VISIBLE_DEVICES= "
    "to run on the CPU."
)


@pytest.mark.parametrize("target", ["GPU", "Ascend"])
def test_a_script_that_asks_for_a_device_ends(
    script: str, two_gpus: None, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    env = _plan("--worker_num=3", "--local_worker_num=3").workers[0].env
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)  # as in the worker
    for name in ("CUDA_VISIBLE_DEVICES", "MSACC_TOO_FEW_GPUS"):
        monkeypatch.setenv(name, env[name])
    msacc.set_device("CPU")
    with pytest.raises(RuntimeError, match=f"is '{target}', and msrun was .*{re.escape(_TOO_FEW)}"):
        msacc.set_device(target)


def test_more_workers_than_gpus_of_one_of_several_hosts(
    script: str, two_gpus: None, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--worker_num=6", "--local_worker_num=3", f"--master_port={free_port()}", script]
    assert msrun.main(argv) == 2
    assert capsys.readouterr().err == f"msrun: {_TOO_FEW}\n"


def _plan(*argv: str) -> job_spec.JobSpec:
    made = job_spec.make_spec(options.parse([*argv, f"--master_port={free_port()}", "train.py"]))
    if made.socket is not None:
        made.socket.close()
    return made


def test_environment_of_a_worker(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    made = _plan("--worker_num=2", "--local_worker_num=2", "--cluster_time_out=7")
    env = made.workers[1].env
    mindspore = {
        "MS_WORKER_NUM": "2",
        "MS_NODE_ID": "1",
        "MS_ROLE": "MS_WORKER",
        "MS_TOPO_TIMEOUT": "7",
    }
    mindspore |= {"MS_SCHED_HOST": "127.0.0.1", "RANK_ID": "1", "RANK_SIZE": "2", "DEVICE_ID": "1"}
    torchs = {"RANK": "1", "WORLD_SIZE": "2", "LOCAL_RANK": "1", "MASTER_ADDR": "127.0.0.1"}
    assert env.items() >= (mindspore | torchs).items()
    assert env["MASTER_PORT"] == env["MS_SCHED_PORT"]
    assert env["OMP_NUM_THREADS"] == str(max(1, cores() // 2))


def test_the_users_thread_count_stays(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert "OMP_NUM_THREADS" not in _plan().workers[0].env


def test_ranks_and_logs_of_a_second_host(script: str) -> None:
    made = _plan("--worker_num=4", "--local_worker_num=2", "--node_rank=1", "--log_dir=logs")
    assert [w.rank for w in made.workers] == [2, 3]
    assert [w.log for w in made.workers] == ["logs/worker_2.log", "logs/worker_3.log"]
    unknown = _plan("--worker_num=4", "--local_worker_num=2")
    assert [w.rank for w in unknown.workers] == [None, None]
    assert [w.log for w in unknown.workers] == ["worker_0.log", "worker_1.log"]
    assert "RANK_ID" not in unknown.workers[0].env


def test_log_names(script: str) -> None:
    made = _plan("--worker_num=1", "--local_worker_num=1", "--worker_log_name=w_{ip}_{hostname}")
    assert made.workers[0].log == f"w_127.0.0.1_{socket.gethostname()}_0.log"


def test_cores_by_device(script: str) -> None:
    bind = '--bind_core={"device0": ["0-2", "5"], "scheduler": ["1"]}'
    made = _plan("--worker_num=2", "--local_worker_num=2", bind)
    assert [w.cores for w in made.workers] == [[0, 1, 2, 5], None]
    assert made.options.bind_core["scheduler"] == [1]


def test_no_file_and_no_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="there is no file 'nothing.py'"):
        command.parse(["python", "nothing.py"])
