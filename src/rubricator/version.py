"""The version of the library, the command and the JSON it writes."""

__version__ = "0.1.0"
