"""From specified to computed values: what elements inherit, and what their display becomes."""

class Resolver:
    """Computes styles for one page: it knows the sizes and colours that elements take from the root and the body."""

    quirks: bool
    def __init__(self, quirks: bool) -> None: ...
