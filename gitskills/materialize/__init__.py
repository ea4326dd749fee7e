"""From the library to what the host reads: a plan, decided before anything is touched."""
