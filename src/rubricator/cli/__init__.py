"""The command line: a thin layer over the library."""

import sys

try:
    from rubricator.cli.main import command, main
except KeyboardInterrupt:
    # Modules take longer to load than some people to change their mind.
    print("rubricator: interrupted", file=sys.stderr)
    sys.exit(130)

__all__ = ["command", "main"]
