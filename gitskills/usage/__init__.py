"""From a session's turns to what was used, read and listed; and from all that was counted to numbers. Pure."""
