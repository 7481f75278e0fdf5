"""Measuring: gold readers, measures, folds. Uses the pipeline; the pipeline does not use it."""
