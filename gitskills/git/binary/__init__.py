"""The port over the git program alone, for repositories that libgit2 can't open or can't read whole."""
