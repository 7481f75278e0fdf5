"""Step 1: bytes, from a file, standard input, a URL or MHTML, to a Source."""

from rubricator.load.encoding import decode_sheet
from rubricator.load.loader import load
from rubricator.load.source import NoResources, Resource, Resources, Source

__all__ = ["NoResources", "Resource", "Resources", "Source", "decode_sheet", "load"]
