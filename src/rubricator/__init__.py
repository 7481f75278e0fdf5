"""Rubricator reads a web page as a person does and gives back its logical hierarchy."""
