"""Selection of the network interface that reaches the other hosts of a job."""

from __future__ import annotations

import fcntl
import os
import socket
import struct

from msacc.communication._environment import LaunchInfo

_SIOCGIFADDR = 0x8915


def select_interface(launch: LaunchInfo) -> None:
    """Lets gloo use the interface that reaches the master, unless GLOO_SOCKET_IFNAME is set.

    By default gloo resolves the host's name, which on many hosts is a loopback address that no other host can
    reach, and on others a public one. A job on an IPv6 address is left as it is.
    """
    if launch.kind == "alone" or os.environ.get("GLOO_SOCKET_IFNAME"):
        return
    address = local_address(launch.host)
    if address is None or ":" in address:
        return
    name = _interface_with(address)
    if name is not None:
        os.environ["GLOO_SOCKET_IFNAME"] = name


def local_address(towards: str) -> str | None:
    """The address of this host from which it reaches another, None without a route; a UDP connect sends nothing."""
    try:
        family, kind, _, _, target = socket.getaddrinfo(towards, 9, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as probe:
            probe.connect(target)
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _interface_with(address: str) -> str | None:
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
