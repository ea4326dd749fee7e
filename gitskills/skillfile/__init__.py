"""A skill on disk as text and back: SKILL.md, sidecar, evidence; and what makes two names or two texts alike.

Reading is tolerant of BOM and CRLF and of nothing else; what is written is canonical, so that equal skills are equal bytes.
"""
