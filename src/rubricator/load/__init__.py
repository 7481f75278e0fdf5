"""Step 1: bytes, from a file, standard input, a URL or MHTML, to a Source."""

from rubricator.load.encoding import decode_sheet
from rubricator.load.source import NoResources, Resource, Resources, Source
from rubricator.load.target import load

__all__ = ["NoResources", "Resource", "Resources", "Source", "decode_sheet", "load"]
