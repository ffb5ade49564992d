"""Graphs that one process serves to others over TCP (`working_mode` 'server' and 'client')."""

from __future__ import annotations

import os
import socket
import socketserver
import struct
import threading
import uuid
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

from msacc.dataset.errors import pipeline_error
from msacc.former.graph_data.local_graph import LocalGraph
from msacc.former.graph_data.messages import packed, read
from msacc.former.graph_data.store import GraphStore


def opened(
    load: Callable[[], GraphStore], mode: str, host: str, port: int, clients: int, shutdown: bool
) -> LocalGraph | RemoteGraph | None:
    """The graph to ask; None after it was served."""
    if mode == "local":
        return LocalGraph(load())
    if mode == "client":
        return RemoteGraph(host, port)
    serve(load, host, port, clients if shutdown else None)
    return None


def serve(load: Callable[[], GraphStore], host: str, port: int, clients: int | None) -> None:
    """Answer until so many clients came and all have left; without end if None."""
    try:
        server = _Server((host, port), _Connection)
    except OSError as error:
        raise pipeline_error(
            f"The graph cannot be served at {host}:{port}: {error}. Give a hostname of this machine and a free port."
        ) from error
    with server:
        # Who connects meanwhile waits for the first answer.
        server.graph, server.clients = LocalGraph(load()), clients
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            server.done.wait()
        except KeyboardInterrupt:
            text = "Graph data server receives KeyboardInterrupt."
            raise Exception(text) from None  # MindSpore's class
        finally:
            server.shutdown()


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.graph: LocalGraph
        self.clients: int | None = None
        self.done = threading.Event()
        self.lock = threading.Lock()
        # By client how many connections it has: one for each of its processes.
        self.present: Counter[str] = Counter()

    def count(self, client: str, change: int) -> None:
        with self.lock:
            self.present[client] += change
            came = self.clients is not None and len(self.present) >= self.clients
            if came and not any(self.present.values()):
                self.done.set()

    def answer(self, name: Any, arguments: Any) -> list[Any]:
        if name not in LocalGraph.OPERATIONS:
            return ["error", f"A graph has no operation {name!r}."]
        try:
            with self.lock:  # of the random generators
                return ["result", self.graph.call(name, *arguments)]
        except Exception as error:
            return ["error", str(error)]


class _Connection(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        try:
            client = str(read(self.rfile))
        except (
            EOFError,
            OSError,
            ValueError,
            struct.error,
        ):  # it asked only whether the port is open
            return
        self.server.count(client, 1)
        try:
            self.wfile.write(packed("ready"))
            while True:
                name, *arguments = read(self.rfile)
                self.wfile.write(packed(self.server.answer(name, arguments)))
        except (EOFError, OSError, ValueError, struct.error):  # it has gone, or is no client
            pass
        finally:
            self.server.count(client, -1)


class RemoteGraph:
    """A graph that a server has. A forked process connects anew."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._client = uuid.uuid4().hex
        self._connect()

    def _connect(self) -> None:
        self._process, self._lock = os.getpid(), threading.Lock()
        try:
            connection = socket.create_connection(self._address)
        except OSError as error:
            raise pipeline_error(
                f"failed to connect to a graph's server at {self._where()}: {error}. Start one there first, "
                f"GraphData(file, working_mode='server', hostname={self._address[0]!r}, port={self._address[1]})."
            ) from error
        self._stream = connection.makefile("rwb")
        connection.close()  # with the stream
        weakref.finalize(self, self._stream.close)
        self._ask(self._client)

    def _where(self) -> str:
        return "{}:{}".format(*self._address)

    def _ask(self, question: Any) -> Any:
        try:
            self._stream.write(packed(question))
            self._stream.flush()
            return read(self._stream)
        except (EOFError, OSError) as error:
            raise pipeline_error(
                f"The graph's server at {self._where()} has gone. Start it again, and the clients after it."
            ) from error

    def call(self, name: str, *args: Any) -> Any:
        """The result of a method of LocalGraph there."""
        if self._process != os.getpid():
            self._connect()
        with self._lock:
            kind, answer = self._ask([name, *args])
        if kind == "error":
            raise RuntimeError(answer)
        return answer
