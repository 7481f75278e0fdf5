"""Training: gold in, model files out."""
