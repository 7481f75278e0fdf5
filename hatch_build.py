"""Compiles the Cython modules into the package; without a C compiler and Python's headers it ends with what to install.

`python hatch_build.py` builds them in place, as an editable install does.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCE = Path("src")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": True,  # pages are hostile: an index that is wrong is an exception, not a read of other memory
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
FLAGS = ["-O3", "-g0", "-ffp-contract=off"]
"""No fused arithmetic: results are the same on every processor."""
_MISSING = (
    "Rubricator is compiled when it is installed from source: it needs a C compiler and the headers of Python "
    "(Debian: apt-get install gcc python3-dev; macOS: xcode-select --install)."
)


class Hook(BuildHookInterface):
    """Compiles before a wheel is put together or an editable install is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the interface's
        build()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        # Git ignores them.
        build_data["artifacts"] += ["src/rubricator/**/*.so", "src/rubricator/**/*.pyd"]


def build() -> None:
    """Compile what has changed, beside its source."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.errors import BaseError, CCompilerError

    before = Path.cwd()
    os.chdir(ROOT)
    extensions = [
        Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [str(path)], extra_compile_args=FLAGS)
        for path in sorted((SOURCE / "rubricator").rglob("*.pyx"))
    ]
    try:
        modules = cythonize(extensions, build_dir="build/compiled", compiler_directives=DIRECTIVES, quiet=True)
        distribution = Distribution({"name": "rubricator", "ext_modules": modules, "package_dir": {"": "src"}})
        command = distribution.get_command_obj("build_ext")
        command.inplace = True
        command.parallel = os.cpu_count()
        command.build_temp = "build/compiled"
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError) as error:
        raise SystemExit(f"{error}\n{_MISSING}") from error
    finally:
        os.chdir(before)


if __name__ == "__main__":
    build()
