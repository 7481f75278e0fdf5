"""Measuring: gold readers, measures, folds. Uses the way of the data; nothing in the way uses it."""
