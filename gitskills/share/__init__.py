"""What is between clones: two lines of the library made one by meaning, and lessons put into the words of a pull request."""
