"""Readers of session transcripts and the plain-text projection of what an agent did."""

OUR_MARK = "[gitskills:reflection]"  # stands in every prompt of ours, so that we never learn from ourselves
