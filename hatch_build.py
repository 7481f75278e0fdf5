"""Builds the compiled twins (`src/rubricator/kernel`) into the package; without a compiler it stays pure Python.

`python hatch_build.py` builds them in place, as an editable install does. RUBRICATOR_PURE=1 leaves them out.
"""

from __future__ import annotations

import os
import sys
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
"""No fused arithmetic: the twins in Python round after each step."""
_MISSING = """
Rubricator is installed without its compiled twins (%s).
Everything works, but takes more than twice the time. To have them: a C compiler and the headers of Python
(Debian: gcc python3-dev), then install again.
"""


class Hook(BuildHookInterface):
    """Compiles before a wheel is put together or an editable install is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the interface's
        if not os.environ.get("RUBRICATOR_PURE") and build():
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            # Git ignores them, and a wheel of pure Python must not have those of an earlier build.
            build_data["artifacts"] += ["src/rubricator/**/*.so", "src/rubricator/**/*.pyd"]


def build() -> bool:
    """Compile what has changed, beside its source; say so and return False where that cannot be done."""
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
        print(_MISSING % error, file=sys.stderr)
        return False
    finally:
        os.chdir(before)
    return True


if __name__ == "__main__":
    sys.exit(0 if build() else 1)
