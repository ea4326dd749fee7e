"""Many clones, one branch: fetched, judged, united and sent; and what goes to the project as a pull request."""
