"""Figures of T. Manabe and K. Tajima, Proceedings of the VLDB Endowment 8(12), 2015: P_H, R_H, F_H, P_B, R_B, F_B."""

from __future__ import annotations

Six = tuple[float | None, float | None, float | None, float | None, float | None, float | None]

COLUMNS = ("P_H", "R_H", "F_H", "P_B", "R_B", "F_B")

HEPS: Six = (0.638, 0.569, 0.602, 0.586, 0.563, 0.574)
TABLE_3: dict[str, Six] = {
    "training": (0.691, 0.564, 0.621, 0.617, 0.539, 0.575),
    "test": HEPS,
    "total": (0.656, 0.567, 0.608, 0.596, 0.555, 0.575),
}
TABLE_4: dict[str, Six] = {
    "annotator B": (0.692, 0.610, 0.648, 0.651, 0.603, 0.626),
    "annotator C": (0.616, 0.582, 0.599, 0.594, 0.589, 0.591),
    "annotator D": (0.556, 0.486, 0.519, 0.484, 0.468, 0.476),
    "annotator F": (0.573, 0.527, 0.549, 0.565, 0.548, 0.556),
    "annotator G": (0.705, 0.608, 0.653, 0.592, 0.579, 0.585),
}
TABLE_5: dict[str, Six] = {
    "tree": (0.084, 0.884, 0.154, None, None, None),
    "tags": (0.668, 0.320, 0.433, None, None, None),
    "vips": (None, None, None, 0.215, 0.070, 0.106),
}
TREE_TEN_FOLD = 0.865
TABLE_6: dict[str, Six] = {
    "All text nodes": (0.118, 0.871, 0.208, None, None, None),
    "All IMG nodes": (0.110, 0.086, 0.097, None, None, None),
    "All text and IMG nodes": (0.108, 0.896, 0.193, None, None, None),
    "All HTML nodes": (0.026, 0.928, 0.051, None, None, None),
    "Leave breaking nodes": (0.492, 0.578, 0.532, 0.453, 0.570, 0.505),
    "Without tag path": (0.647, 0.548, 0.593, 0.591, 0.541, 0.565),
    "Without computed style": (0.612, 0.539, 0.573, 0.562, 0.532, 0.547),
    "Without image height": (0.630, 0.571, 0.599, 0.579, 0.564, 0.571),
    "Only by document order": (0.635, 0.568, 0.600, 0.566, 0.555, 0.560),
    "Without condition 1": (0.636, 0.573, 0.603, 0.581, 0.565, 0.573),
    "Without condition 2": (0.638, 0.582, 0.609, 0.583, 0.577, 0.580),
    "Without condition 3": (0.545, 0.563, 0.554, 0.361, 0.551, 0.436),
    "Without condition 4": (0.597, 0.562, 0.579, 0.561, 0.561, 0.561),
    "Without condition 5": (0.606, 0.574, 0.590, 0.550, 0.567, 0.558),
}
BLOCK_GIVEN_HEADING = 0.769
TABLE_7: dict[str, Six] = {
    "ancestor": (0.810, 0.582, 0.678, 0.542, 0.431, 0.480),
    "parent": (0.808, 0.580, 0.675, 0.542, 0.431, 0.480),
    "sibling": (0.879, 0.813, 0.845, 0.757, 0.719, 0.737),
    "child": (0.489, 0.582, 0.532, 0.504, 0.563, 0.532),
    "descendant": (0.476, 0.585, 0.525, 0.504, 0.567, 0.534),
}
OPENS, OWN_STYLE, ONE_STYLE = 0.946, 0.736, 0.764
"""Section 5.4.5: headings at the beginning of their block; with a style of their own; lists of one style."""
