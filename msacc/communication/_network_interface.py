"""Which network interface leads to the other hosts of a job."""

from __future__ import annotations

import fcntl
import os
import socket
import struct

from msacc.communication._environment import LaunchInfo

_SIOCGIFADDR = 0x8915


def choose(place: LaunchInfo) -> None:
    """Have gloo use the interface that leads to the master, unless the user has named one.

    By itself gloo asks what the host's name resolves to, which on many hosts is a loopback address that no
    other host can reach, and on others one that strangers can. A job on an address of version 6 is left alone.
    """
    if place.kind == "alone" or os.environ.get("GLOO_SOCKET_IFNAME"):
        return
    address = own_address(place.host)
    if address is None or ":" in address:
        return
    name = _interface_of(address)
    if name is not None:
        os.environ["GLOO_SOCKET_IFNAME"] = name


def own_address(towards: str) -> str | None:
    """This host's address on the way to another; connecting a UDP socket sends nothing. None for no way."""
    try:
        family, kind, _, _, target = socket.getaddrinfo(towards, 9, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as probe:
            probe.connect(target)
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _interface_of(address: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # it has no address of version 4
            if socket.inet_ntoa(answer[20:24]) == address:
                return name
    return None
