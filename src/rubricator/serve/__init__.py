"""`rubricator serve`: the HTTP API under /v1, and the studio in front of it, in one process with workers beside it."""
