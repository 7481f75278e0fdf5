"""An object store on this machine: lists and gives the files of a folder as S3 does, all that reading needs."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

_LISTED = "<ListBucketResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'><IsTruncated>false</IsTruncated>{}</ListBucketResult>"


class _Store(BaseHTTPRequestHandler):
    folder: Path

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        asked = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(asked.query).items()}
        bucket, _, key = unquote(asked.path).lstrip("/").partition("/")
        if "list-type" in query:
            found = _listed(self.folder / bucket, query.get("prefix", ""), query.get("delimiter", ""))
            self._send(200, _LISTED.format(found).encode())
        elif key and (self.folder / bucket / key).is_file():
            self._send_part((self.folder / bucket / key).read_bytes())
        else:
            self._send(404, b"<Error><Code>NoSuchKey</Code></Error>")

    def _send_part(self, data: bytes) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if asked is None:
            self._send(200, data)
            return
        part = data[int(asked[1]) : int(asked[2]) + 1]
        place = f"bytes {asked[1]}-{int(asked[1]) + len(part) - 1}/{len(data)}"
        self._send(206, part, ("Content-Range", place))

    def _send(self, status: int, data: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in (("Content-Length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    def log_message(self, *given: object) -> None:
        pass


def _listed(bucket: Path, prefix: str, delimiter: str) -> str:
    """Return the keys with a prefix; those that go on after a delimiter are told up to it, once."""
    keys = {path.relative_to(bucket).as_posix(): path.stat().st_size for path in bucket.rglob("*") if path.is_file()}
    here, below = [], set()
    for key, size in sorted(keys.items()):
        if not key.startswith(prefix):
            continue
        first, more, _ = key[len(prefix) :].partition(delimiter) if delimiter else (key, "", "")
        if more:
            below.add(prefix + first + delimiter)
        else:
            here.append(f"<Contents><Key>{key}</Key><Size>{size}</Size></Contents>")
    folders = [f"<CommonPrefixes><Prefix>{one}</Prefix></CommonPrefixes>" for one in sorted(below)]
    return "".join([*here, *folders])


@contextmanager
def object_store(folder: Path) -> Iterator[dict[str, str]]:
    """Serve the folders in a folder as buckets; yield the environment that leads programs to them."""

    class Here(_Store):
        pass

    Here.folder = folder
    with ThreadingHTTPServer(("127.0.0.1", 0), Here) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}",
            "AWS_ACCESS_KEY_ID": "nobody",
            "AWS_SECRET_ACCESS_KEY": "nothing",
            "AWS_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        server.shutdown()
