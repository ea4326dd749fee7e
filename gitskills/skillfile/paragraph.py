"""Words of others in a commit message: one paragraph each, so that none can pass for a trailer or a second message."""

from __future__ import annotations

import textwrap
import unicodedata

WIDTH = 72


def plain(text: str) -> str:
    """One paragraph: control and format characters gone, white space folded, wrapped as git wants it."""
    kept = "".join(
        " " if char.isspace() else char for char in text if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    return textwrap.fill(" ".join(kept.split()), WIDTH, break_long_words=False, break_on_hyphens=False)


def quoted(text: str) -> str:
    """The beginning of a quote, each line marked as one."""
    quote = textwrap.shorten(plain(text).replace("\n", " "), 3 * WIDTH, placeholder=" …")
    return "\n".join(f"> {line}" for line in textwrap.wrap(quote, WIDTH - 2, break_long_words=False))
