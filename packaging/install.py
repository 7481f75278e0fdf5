"""Install the wheel in clean environments: `python packaging/install.py [--pythons 3.11,3.12,3.13] [--sizes]`.

For each Python that is here: build the wheel with it, install it in an empty environment from binaries alone, and run
the Python lines of the README there against what they print. No compiler is on PATH in that environment. `--sizes`
installs each extra in turn and prints what it adds, as a table for the documentation.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LEFT_OUT = frozenset({"dev", "docs", "fuzz"})
"""Extras that are not for users."""


def run(*command: str | Path, **environment: str) -> str:
    """Run a command and return what it printed; a failure shows all of it."""
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def build(python: str, folder: Path) -> Path:
    """Build the wheel for one Python."""
    builder = environment(python, folder / "builder")
    run(builder, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


def environment(python: str, folder: Path) -> Path:
    """Make an empty environment and return its Python."""
    if python == sys.executable:
        venv.create(folder, with_pip=True)
    else:
        run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


def install(python: Path, *what: str) -> None:
    """Install from binaries alone, with no compiler on PATH."""
    command = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:")
    run(*command, *what, PATH=str(python.parent))


def check(python: str, wheel: Path, folder: Path) -> str:
    """Install the wheel for one Python, use it without a compiler, and return a line about it."""
    inside = environment(python, folder)
    no_compiler = {"PATH": str(inside.parent)}
    install(inside, str(wheel))
    blocks = _BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
    code = next(text for kind, text in blocks if kind == "python")
    expected = next(text for kind, text in blocks if kind == "text")
    printed = run(inside, "-c", code, **no_compiler)
    if printed != expected:
        sys.exit(f"the README's lines print something else with {python}:\n{printed}")
    outline = run(inside.parent / "rubricator", "outline", "examples/kiln.html", **no_compiler)
    if not outline.startswith("Sharing the big kiln\n"):
        sys.exit(f"rubricator outline prints with {python}:\n{outline}")
    typed = run(
        inside, "-c", "import rubricator, pathlib as p; print((p.Path(rubricator.__file__).parent/'py.typed').exists())"
    )
    manual = (folder / "share" / "man" / "man1" / "rubricator.1").exists()
    version = run(inside, "-c", "import sys; print(sys.version.split()[0])").strip()
    return (
        f"Python {version}: {wheel.name} installed without a compiler, README runs, typed: {typed.strip()}, "
        f"manual: {manual}"
    )


def has_headers(python: str) -> bool:
    """Say whether a Python runs and can compile modules for itself."""
    code = (
        "import pathlib, sysconfig as s; raise SystemExit(not pathlib.Path(s.get_path('include'), 'Python.h').exists())"
    )
    return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0


def megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


def sizes(wheel: Path, folder: Path) -> list[str]:
    """Return a table of what each extra adds to an environment with the base package."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    base = folder / "base"
    python = environment(sys.executable, base)
    empty = megabytes(base)
    install(python, str(wheel))
    before = megabytes(base)
    lines = [
        "| extra | MB | brings |",
        "|---|---|---|",
        f"| (none) | {before - empty:.0f} | numpy, turbohtml, webencodings |",
    ]
    for name, needs in extras.items():
        if name in _LEFT_OUT:
            continue
        place = folder / name
        python = environment(sys.executable, place)
        install(python, f"{wheel}[{name}]")
        brought = ", ".join(re.split(r"[<>=\[]", need)[0] for need in needs)
        lines.append(f"| `{name}` | {megabytes(place) - before:.0f} | {brought} |")
        shutil.rmtree(place)
    return lines


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pythons", default="3.11,3.12,3.13", help="versions to try (default: %(default)s)")
    parser.add_argument("--sizes", action="store_true", help="print the sizes of the extras instead")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="rubricator-install-") as name:
        folder = Path(name)
        if given.sizes:
            print("\n".join(sizes(build(sys.executable, folder), folder)))
            return 0
        for version in given.pythons.split(","):
            python = shutil.which(f"python{version}")
            if not python or not has_headers(python):
                print(f"Python {version}: not here, or without its headers")
                continue
            wheel = build(python, folder / f"wheel-{version}")
            print(check(python, wheel, folder / version), f"{wheel.stat().st_size / 1e6:.1f} MB", sep=", ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
