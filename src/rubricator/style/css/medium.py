"""The medium that pages are styled for: a 1280 x 1024 screen with a mouse, in light colours."""

WIDTH = 1280.0
HEIGHT = 1024.0
