"""Sockets that other processes of a job connect to: bound to the job's address only."""

from __future__ import annotations

import ipaddress
import socket

from msacc.common.warn_once import once


def resolve(host: str) -> str:
    """The address a name stands for. Raises OSError where there is none."""
    addresses = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    return str(addresses[0][4][0])


def is_local(address: str) -> bool:
    """Whether this host has the address."""
    with socket.socket(_family(address), socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this host's processes can reach the address."""
    try:
        return ipaddress.ip_address(resolve(host)).is_loopback
    except OSError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host`; on every address, with a warning, where `host` is not an address of this host.

    An address that a router or a container translates is not the host's own. Raises OSError for a port in use.
    """
    address = resolve(host)
    if is_local(address):
        return socket.create_server((address, port), family=_family(address), backlog=2048)
    once(
        "listen",
        f"{host} is no address of this host, so the scheduler listens on all of its addresses; any host that "
        "reaches them can connect.",
    )
    return socket.create_server(("", port), backlog=2048)


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET
