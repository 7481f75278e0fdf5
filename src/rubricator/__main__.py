"""`python -m rubricator` is the command `rubricator`."""

import sys

from rubricator.cli import main

sys.exit(main())
