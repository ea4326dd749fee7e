"""What the hosts read: the live folders of each agent, written after every landing and read for edits first."""
