"""Coverage-guided fuzzing with atheris: `python fuzz/guided.py [--minutes 5] [--targets load,css,...]`.

Runs each target (fuzz/targets.py) in a process of its own, from our own seeds, and prints CPU time, inputs, edges and
findings. What is found is saved in `--out`; put its bytes into fuzz/kept/TARGET-NAME and the tests run it from then on.
`--out` also keeps inputs that reach new code: the next run goes on from there. Needs `pip install 'rubricator[fuzz]'`.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SEEDS, KEPT = HERE / "seeds", HERE / "kept"
NAMES = ("load", "css", "selectors", "methods", "emit")
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL | re.IGNORECASE)
_SELECTORS = r"""
p
#main > p.a
h1 + div b
li:nth-child(2n+1)
li:nth-last-child(-n + 2 of .b)
[title]
[lang|=en]
[class~='b' i]
:is(h1, h2):not(.a)
div:has(> p)
a:any-link
:root
details[open] > summary
th ~ td
*|*
:where(p, li):first-child
p:empty
:lang(en)
input:disabled
section :only-child
p:not(:is(.a, .b) *)
\31 0
.\61
""".strip().splitlines()
_MHTML = b"""\
From: <Saved by Blink>
MIME-Version: 1.0
Content-Type: multipart/related; boundary="B"

--B
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable
Content-Location: http://example.org/

<title>=C3=A9</title><link rel=3Dstylesheet href=3D"cid:css">x
--B
Content-Type: text/css
Content-ID: <css>
Content-Transfer-Encoding: base64

cHtjb2xvcjpyZWR9
--B--
"""


def seeds(target: str) -> list[bytes]:
    """Return the inputs that a target begins with: our own pages, what is in them, and earlier findings."""
    pages = [path.read_bytes() for path in sorted(SEEDS.glob("*.html"))]
    kept = [path.read_bytes() for path in sorted(KEPT.glob(f"{target}-*"))]
    if target == "css":
        texts = [text for page in pages for text in _STYLE.findall(page.decode("utf-8"))]
        more = [
            "@media (min-width: 9px){p{color:red}}",
            "a{&:hover{b{font:bold 1em/2 x}}}",
            "@layer a,b;@layer b{*{all:unset}}",
        ]
        return [*(text.encode() for text in [*texts, *more]), *kept]
    if target == "selectors":
        return [*(text.encode() for text in _SELECTORS), *kept]
    if target == "load":
        encoded = [
            page.decode("utf-8").encode(name, "replace")
            for page in pages[:4]
            for name in ("utf-16", "shift_jis", "cp1252")
        ]
        return [*pages, *encoded, _MHTML, *kept]
    return [*pages, *kept]


def fuzz(target: str, out: Path, seconds: int, seed: int) -> None:
    """Fuzz one target until the time is over; this process does not come back."""
    import atheris

    begin = seeds(target)
    with atheris.instrument_imports(include=["rubricator"]):
        import targets

        # Much is imported when it is first needed: what is tried here is guided too, with lengths for each method.
        for data in [*begin, *(begin[0] + b" " * more for more in range(16))]:
            targets.answer(targets.TARGETS[target], data)

    def one(data: bytes) -> None:
        targets.answer(targets.TARGETS[target], data)

    corpus = out / target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(begin):
        (corpus / f"seed-{number}").write_bytes(data)
    options = {
        "max_total_time": seconds,
        "timeout": 120,
        "rss_limit_mb": 4096,
        "max_len": 300 if target == "selectors" else 20_000,
        "artifact_prefix": f"{out}/{target}-",
        "print_final_stats": 1,
        "seed": seed,
    }
    atheris.Setup([sys.argv[0], *(f"-{name}={value}" for name, value in options.items()), str(corpus)], one)
    atheris.Fuzz()


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def drive(target: str, out: Path, seconds: int, seed: int) -> tuple[str, bool]:
    """Fuzz one target in a process of its own; return a line about it, and whether it found nothing."""
    before = _cpu_of_children()
    command = [sys.executable, str(HERE / "guided.py"), "--target", target, "--out", str(out)]
    log = out / f"{target}.log"
    with log.open("wb") as file:
        run = subprocess.run(
            [*command, "--seconds", str(seconds), "--seed", str(seed)], stdout=file, stderr=file, check=False
        )
    told = log.read_text("utf-8", "replace")
    inputs = re.findall(r"stat::number_of_executed_units:\s+(\d+)", told)
    edges = re.findall(r"cov: (\d+)", told)
    found = sorted(path.name for kind in ("crash", "timeout", "oom", "leak") for path in out.glob(f"{target}-{kind}-*"))
    line = f"{target:10} {_cpu_of_children() - before:6.0f} s CPU  {inputs[-1] if inputs else '?':>9} inputs  "
    line += f"{edges[-1] if edges else '?':>6} edges  {', '.join(found) or 'nothing found'}"
    return line, run.returncode == 0 and not found and bool(inputs)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="of all targets together (default: 5)")
    parser.add_argument("--targets", default=",".join(NAMES), help="some of them (default: all)")
    parser.add_argument("--out", type=Path, help="where inputs and findings are kept (default: a new folder)")
    parser.add_argument("--seed", type=int, default=1, help="of the fuzzer (default: 1)")
    parser.add_argument("--target", choices=NAMES, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=int, default=60, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    out = given.out or Path(tempfile.mkdtemp(prefix="rubricator-fuzz-"))
    out.mkdir(parents=True, exist_ok=True)
    if given.target:
        fuzz(given.target, out, given.seconds, given.seed)
    names = given.targets.split(",")
    good = True
    print(f"inputs and findings: {out}")
    for name in names:
        line, fine = drive(name, out, max(1, int(given.minutes * 60 / len(names))), given.seed)
        good &= fine
        print(line, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
