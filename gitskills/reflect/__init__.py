"""Episode and index in, proposals out: what a model is shown, and what the offline reflector finds by itself."""
