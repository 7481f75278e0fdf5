"""`packaging/audit.py`, asked against an index on this machine."""

from __future__ import annotations

import importlib.util
import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / "packaging" / "audit.py"
HOLE = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fixed_in": ["2.1"], "summary": "A  hole", "withdrawn": None}


def page(version: str, *vulnerabilities: dict[str, Any]) -> dict[str, Any]:
    return {"info": {"version": version}, "vulnerabilities": vulnerabilities}


PAGES = {
    "/sound/1.0/json": page("1.0"),
    "/newest/3.0/json": None,
    "/newest/json": page("3.0"),
    "/older/json": page("9.9"),
    "/holed/2.0/json": page("2.0", HOLE, HOLE | {"id": "PYSEC-2", "withdrawn": "2026-01-01"}),
}


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)

    sys.modules["audit"] = module  # data classes look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def index() -> Iterator[str]:
    class Index(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told = PAGES.get(self.path)
            self.send_response(200 if told else 404)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *given: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def install(folder: Path, **versions: str) -> str:
    for name, version in versions.items():
        place = folder / f"{name}-{version}.dist-info"
        place.mkdir()
        (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    return str(folder)


def test_all_is_sound(audit: ModuleType, index: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = install(tmp_path, sound="1.0", newest="3.0", rubricator="0.0")
    assert audit.main([place, "--index", index]) == 0
    assert capsys.readouterr() == ("2 of 2 packages asked for, 0 with known vulnerabilities\n", "")


def test_a_vulnerability_is_told(
    audit: ModuleType, index: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([install(tmp_path, sound="1.0", holed="2.0", older="1.0"), "--index", index]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "holed 2.0: PYSEC-1 (CVE-1), mended in 2.1: A hole"
    assert told[1:] == ["2 of 3 packages asked for, 1 with known vulnerabilities"]


def test_what_the_index_does_not_tell_of_is_told(
    audit: ModuleType, index: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([install(tmp_path, sound="1.0", older="1.0", absent="1"), "--index", index]) == 3
    told = capsys.readouterr().err
    assert "older 1.0: the index tells of 9.9 only" in told and "absent 1: the index does not have it" in told


def test_without_a_connection_nothing_is_audited(
    audit: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([install(tmp_path, sound="1.0"), "--index", "http://127.0.0.1:1"]) == 3
    told = capsys.readouterr().err
    assert "NOTHING WAS AUDITED: no answer: " in told and "Run it where https://pypi.org/pypi/" in told
