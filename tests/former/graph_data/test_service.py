"""A graph that one process serves: clients get what a local graph gives, and the server ends with the last of them."""

from __future__ import annotations

import gc
import io
import json
import socket
import struct
import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc.former import graph_data
from msacc.former.graph_data.messages import packed, read
from tests.former.graph_data.cases import CASES
from tests.former.graph_data.graph_files import two_sided
from tests.former.graph_data.record import plain
from tests.former.graph_data.test_recorded import RECORDED


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(f"no server at {port}")


class _Servers:
    """Starts servers in threads, and waits for their end."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.failed: list[str] = []

    def start(self, make: Callable[..., Any], *args: Any, **settings: Any) -> int:
        port = _free_port()

        def run() -> None:
            server = make(*args, working_mode="server", port=port, **settings)
            try:
                server.graph_info()
            except Exception as error:
                self.failed.append(str(error))

        self.threads.append(threading.Thread(target=run, daemon=True))
        self.threads[-1].start()
        _wait_for(port)
        return port

    def end(self) -> None:
        gc.collect()  # of clients
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()
        assert set(self.failed) <= {"This method is not supported when working mode is server."}
        assert len(self.failed) == len(self.threads)


@pytest.fixture
def servers() -> Iterator[_Servers]:
    seed = ms.dataset.config.get_seed()
    started = _Servers()
    yield started
    started.end()
    ms.dataset.config.set_seed(seed)


@pytest.mark.parametrize(
    "name",
    ["nodes_and_edges", "neighbors", "features", "sampled", "walks", "arrays", "wrong_calls"],
)
def test_a_client_gets_what_is_recorded(name: str, tmp_path: Path, servers: _Servers) -> None:
    def client(make: Any) -> Any:
        def made(*args: Any, **settings: Any) -> Any:
            port = servers.start(make, *args, **settings)
            return make(*args, working_mode="client", port=port, **settings)

        return made

    own = {key: getattr(graph_data, key) for key in ("OutputFormat", "SamplingStrategy")}
    makers = {key: client(getattr(graph_data, key)) for key in ("Graph", "GraphData")}
    package = types.SimpleNamespace(**own, **makers)
    found = [plain(value) for value in CASES[name](ms, package, str(tmp_path))]
    assert json.loads(json.dumps(found)) == RECORDED[name]


def test_it_waits_for_its_clients(tmp_path: Path, servers: _Servers) -> None:
    path = two_sided(ms, str(tmp_path))
    port = servers.start(graph_data.GraphData, path, num_client=2)
    first = graph_data.GraphData(path, working_mode="client", port=port)
    assert first.get_all_nodes(1).tolist() == [10, 11, 12, 13]
    del first
    gc.collect()
    with pytest.raises(RuntimeError, match="cannot be served"):  # the port is still in use
        graph_data.GraphData(path, working_mode="server", port=port)
    second = graph_data.GraphData(path, working_mode="client", port=port)
    assert second.get_all_nodes(2).tolist() == [20, 21, 22, 23, 24]


class _Rows:
    def __init__(self, graph: Any) -> None:
        self.graph = graph

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> Any:
        return self.graph.get_all_neighbors([10 + index % 4, 10], 2)[0]


def test_processes_of_a_client_ask_too(tmp_path: Path, servers: _Servers) -> None:
    path = two_sided(ms, str(tmp_path))
    port = servers.start(graph_data.GraphData, path)
    client = graph_data.GraphData(path, working_mode="client", port=port)
    rows = ms.dataset.GeneratorDataset(_Rows(client), ["n"], shuffle=False, num_parallel_workers=2)
    found = [row[0].asnumpy()[0] for row in rows.create_tuple_iterator(num_epochs=1)]
    assert found == [10, 11, 12, 13] * 2


def test_a_client_without_a_server_says_how_to_start_one(tmp_path: Path) -> None:
    path, port = two_sided(ms, str(tmp_path)), _free_port()
    with pytest.raises(
        RuntimeError, match=rf"working_mode='server', hostname='127.0.0.1', port={port}"
    ):
        graph_data.GraphData(path, working_mode="client", port=port)


def test_the_server_is_a_process_that_ends(tmp_path: Path) -> None:
    """Interrupted while it serves without end, it raises what MindSpore raises; its client says that it has gone."""
    path, port = two_sided(ms, str(tmp_path)), _free_port()
    # A shell that starts the tests in the background has its programs ignore the signal.
    program = f"""
import signal
import msacc.dataset as ds
signal.signal(signal.SIGINT, signal.default_int_handler)
ds.GraphData({path!r}, working_mode="server", port={port}, auto_shutdown=False)
"""
    server = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
    _wait_for(port)
    client = graph_data.GraphData(path, working_mode="client", port=port)
    assert client.graph_info()["node_num"] == {1: 4, 2: 5}
    server.send_signal(2)
    assert "Graph data server receives KeyboardInterrupt." in server.communicate(timeout=60)[1]
    with pytest.raises(RuntimeError, match="has gone"):
        client.graph_info()


def test_operations_alone_are_answered(tmp_path: Path, servers: _Servers) -> None:
    path = two_sided(ms, str(tmp_path))
    port = servers.start(graph_data.GraphData, path)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        stream = connection.makefile("rwb")
        for question in (
            "me",
            ["__class__"],
            ["call", "info"],
            ["_sample", 1],
            ["all_nodes", 1, 2, 3],
        ):
            stream.write(packed(question))
            stream.flush()
        assert read(stream) == "ready"
        assert [read(stream)[0] for _ in range(4)] == ["error"] * 4
        stream.close()


def test_messages() -> None:
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    value = [1, 2.5, "x", None, {1: [array, {"n": array[0]}], "k": 2}, np.array(3.0)]
    found = read(io.BytesIO(packed(value)))
    assert found[:4] == value[:4]
    assert np.array_equal(found[4][1][0], array)
    assert found[4][1][1]["n"].tolist() == [0, 1, 2]
    assert found[5] == 3.0
    with pytest.raises(EOFError):
        read(io.BytesIO(packed(value)[:-1]))
    with pytest.raises(ValueError, match="pickle"):
        read(io.BytesIO(_with_objects()))


def _with_objects() -> bytes:
    """A message with a pickled array, which must not be read."""
    body, text = io.BytesIO(), json.dumps({"array": 1}).encode()
    np.save(body, np.array([{}]), allow_pickle=True)
    return struct.pack("<QI", 4 + len(text) + body.tell(), len(text)) + text + body.getvalue()
