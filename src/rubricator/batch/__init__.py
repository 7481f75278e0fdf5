"""Many pages: web archives, tables and folders to rows, on one machine or on a cluster. Needs the extra `batch`."""

from rubricator.batch.rows import structure_of_row
from rubricator.batch.settings import Settings

__all__ = ["Settings", "structure_of_row"]
