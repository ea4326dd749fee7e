"""Decisions: found in sessions, recorded, looked up and judged, each action one commit through the door."""
