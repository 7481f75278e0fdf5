"""WARC: web archives, plain or packed, read without losing a record where they are damaged."""

from rubricator.batch.warc.records import WarcRecord, read_records

__all__ = ["WarcRecord", "read_records"]
