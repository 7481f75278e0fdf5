"""Tokens: how a text is counted against a limit of tokens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rubricator.emit.words import count_tokens
from rubricator.errors import MissingExtraError, UsageError


def token_counter(tokenizer: str | Callable[[str], int] | None) -> Callable[[str], int]:
    """Return what counts tokens: words without a tokenizer, the given function, or a tiktoken encoding by name."""
    if tokenizer is None:
        return count_tokens
    if isinstance(tokenizer, str):
        return _encoding(tokenizer)
    if not callable(tokenizer):
        raise UsageError("tokenizer must be the name of a tiktoken encoding or a function from str to int")
    return tokenizer


@cache
def _encoding(name: str) -> Callable[[str], int]:
    try:
        import tiktoken
    except ImportError as error:
        raise MissingExtraError(f"the tokenizer {name!r}", "tokens") from error
    try:
        encoding = tiktoken.get_encoding(name)
    except ValueError as error:
        known = ", ".join(tiktoken.list_encoding_names())
        raise UsageError(f"no tokenizer is named {name!r}; there are: {known}") from error
    except OSError as error:
        why = error.strerror or type(error).__name__
        advice = "tiktoken downloads it at its first use and keeps it; get on line once, or set TIKTOKEN_CACHE_DIR"
        raise UsageError(f"the tokenizer {name!r} could not be loaded ({why}): {advice}") from error
    return lambda text: len(encoding.encode(text, disallowed_special=()))
