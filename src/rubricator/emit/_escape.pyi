"""Texts as JSON strings, and as Markdown without markup."""

def quote_json(text: str) -> str:
    """Return a text as a JSON string."""

def escape_markdown(text: str) -> str:
    """Escape a text so that no part of it is inline markup."""
