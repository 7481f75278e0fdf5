"""Other people's frameworks, one module each; nothing of them is imported before its module is."""
