"""One HTTP request over a connection on which every wait ends at the deadline."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from rubricator.errors import FetchError
from rubricator.load.address import Address, Place, resolve
from rubricator.load.deadline import Deadline

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class TimedReader(io.RawIOBase):
    """Reads from a socket, each time with what is left until the deadline: a slow drip cannot stretch it."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._sock.settimeout(self._deadline.left())
        return self._sock.recv_into(buffer)


class TimedSocket:
    """What http.client needs of a socket."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._deadline.left())
        self._sock.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:  # noqa: ARG002 - http.client's call
        return io.BufferedReader(TimedReader(self._sock, self._deadline))

    def close(self) -> None:
        """Leave the socket open: http.client closes it before the body is read; its owner closes it after."""


@contextmanager
def ask(
    place: Place, headers: dict[str, str], deadline: Deadline, *, allow_private: bool
) -> Iterator[tuple[http.client.HTTPResponse, bool]]:
    """Send a GET request; give the response, and whether it came from a private address."""
    address, sock = _connect(_allowed(place, resolve(place, deadline), allow_private), deadline)
    with sock, _secured(sock, place, deadline) as secured:
        connection = http.client.HTTPConnection(place.host, place.port)
        connection.sock = TimedSocket(secured, deadline)
        connection.request("GET", place.target, headers={"Host": place.authority, "Connection": "close"} | headers)
        with connection.getresponse() as response:
            yield response, address.private


def _allowed(place: Place, addresses: Sequence[Address], allow_private: bool) -> list[Address]:
    allowed = [address for address in addresses if allow_private or not address.private]
    if not allowed:
        raise FetchError(
            f"{place.url} was refused: {place.host} is in a private network, and those are not allowed here"
        )
    return allowed


def _connect(addresses: Sequence[Address], deadline: Deadline) -> tuple[Address, socket.socket]:
    """Connect to the first address that answers."""
    failure: OSError = ConnectionError("no address")
    for address in addresses:
        sock = socket.socket(address.family, socket.SOCK_STREAM)
        try:
            sock.settimeout(deadline.left())
            sock.connect(address.socket_address)
        except OSError as error:
            sock.close()
            failure = error
        else:
            return address, sock
    raise failure


def _secured(sock: socket.socket, place: Place, deadline: Deadline) -> socket.socket:
    if place.scheme == "http":
        return sock
    sock.settimeout(deadline.left())
    return _tls().wrap_socket(sock, server_hostname=place.host)


@cache
def _tls() -> ssl.SSLContext:
    """Read the certificates of the system once: it takes longer than many a fetch."""
    return ssl.create_default_context()
