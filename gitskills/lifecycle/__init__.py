"""Which skills leave the live tree for the archive, from use and policy alone. Pure."""
