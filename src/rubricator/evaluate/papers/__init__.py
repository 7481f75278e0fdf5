"""Tables of the papers: their designs run again on our corpora, beside the published figures."""
