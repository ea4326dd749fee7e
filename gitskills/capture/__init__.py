"""Turns since the cursor → episodes: what may leave the process for one reflection, and nothing else."""
