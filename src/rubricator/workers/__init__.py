"""Processes that can be killed: a pool of them for `batch` and `serve`, each with one task at a time.

Nothing is imported here: a child process loads this package, too.
"""
