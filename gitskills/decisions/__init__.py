"""Decisions: their topics, records, ladder, transitions, index and merging. Values in, values out."""
