"""The studio: look at pages, read, compare, correct and search them, in the browser."""
