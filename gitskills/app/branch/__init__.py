"""The skills branch as it stands, who may say what of it, and the one door through which it moves."""
