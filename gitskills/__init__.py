"""gitskills: what a coding session taught becomes a commit."""

__version__ = "0.1.0"
