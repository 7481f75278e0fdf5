"""Reading a page: what is asked for is checked first."""

from __future__ import annotations

import math

import pytest

import rubricator
from rubricator.errors import UsageError


@pytest.mark.parametrize("timeout", [0, -1, math.nan])
def test_a_time_that_is_none_is_wrong_use(timeout: float) -> None:
    with pytest.raises(UsageError, match="give a time above 0"):
        rubricator.read("<p>a", timeout=timeout)
