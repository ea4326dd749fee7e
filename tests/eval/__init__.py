"""What the offline reflector finds in real transcripts, measured with their own scorer, and how its weights are trained."""
