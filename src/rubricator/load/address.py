"""Web addresses: URLs taken apart, host names resolved, private ranges known."""

from __future__ import annotations

import ipaddress
import queue
import socket
import threading
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urlsplit

from rubricator.errors import FetchError
from rubricator.load.deadline import Deadline

SCHEMES = ("http", "https")

_DEFAULT_PORTS = {"http": 80, "https": 443}
_PATH_CHARACTERS = "/%:@!$&'()*+,;=~"
_QUERY_CHARACTERS = _PATH_CHARACTERS + "?"
_RELAYS = ipaddress.ip_network("192.88.99.0/24")
"""The way to relays of 6to4, when there were some."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
SocketAddress = tuple[str | int | bytes, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """An http(s) URL without its fragment, in the parts that a request needs; all of them ASCII."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


@dataclass(frozen=True, slots=True)
class Address:
    """One address of a host: what was checked is what is connected to, so a second answer of DNS changes nothing."""

    family: int
    socket_address: SocketAddress
    private: bool


def parse_place(url: str) -> Place:
    """Take a URL apart; raise FetchError for one that is not to be fetched."""
    try:
        parts = urlsplit(url.strip())
        host, port = _host(parts), parts.port
    except ValueError as error:
        raise FetchError(f"{url!r} is not a proper URL: {error}") from None
    if parts.scheme not in SCHEMES:
        raise FetchError(f"{url!r} cannot be fetched: only http and https URLs can")
    if not host:
        raise FetchError(f"{url!r} names no host; write it as https://host/path")
    if "@" in parts.netloc:
        raise FetchError(f"the URL for {host} holds a user name or password, which are never sent; leave them out")
    query = f"?{quote(parts.query, safe=_QUERY_CHARACTERS)}" if parts.query else ""
    path = quote(parts.path, safe=_PATH_CHARACTERS) or "/"
    return Place(parts.scheme, host, _DEFAULT_PORTS[parts.scheme] if port is None else port, path + query)


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return host if host.isascii() else host.encode("idna").decode("ascii")


def resolve(place: Place, deadline: Deadline) -> list[Address]:
    """Look up the addresses of a host. A thread asks, as the system's resolver knows no deadline."""
    answers: queue.SimpleQueue[list[Address] | Exception] = queue.SimpleQueue()
    threading.Thread(target=_ask, args=(place, answers), daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except queue.Empty:
        raise TimeoutError(f"the name {place.host} was not resolved in time") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _ask(place: Place, answers: queue.SimpleQueue[list[Address] | Exception]) -> None:
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        answers.put([Address(entry[0], entry[4], is_private(str(entry[4][0]))) for entry in found])
    except (OSError, ValueError) as error:
        answers.put(error)


def is_private(text: str) -> bool:
    """Whether an IP address is anything but one of the public internet."""
    address = _inner(ipaddress.ip_address(text))
    if isinstance(address, ipaddress.IPv6Address) and address.is_site_local:
        return True
    # is_global alone is true for multicast, and for what older Pythons do not know as reserved.
    special = address.is_private or address.is_multicast or address.is_reserved or address.is_unspecified
    return special or not address.is_global or address in _RELAYS


def _inner(address: IPAddress) -> IPAddress:
    """Return the IPv4 address that an IPv6 one carries to a gateway: it is the one that is reached."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64:
        return ipaddress.IPv4Address(address.packed[-4:])
    return address
