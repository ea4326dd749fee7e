"""One YAML scalar, written so that YAML 1.1, YAML 1.2, JSON and strictyaml all read the same text back.

Always double-quoted; `---` is escaped too, since some readers look for the delimiter without regard to quotes.
"""

from __future__ import annotations

import json
import re

# YAML has no other way to hold these, or takes them for line breaks; lone surrogates are left for the encoder to spoil.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|(?<=--)-")
QUOTED = r'"(?:[^"\\\n]|\\.)*"'


def quote(text: str) -> str:
    """`text` as a double-quoted scalar on one line."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def unquote(scalar: str) -> str | None:
    """The text of a scalar that `quote` wrote, None where it wrote no such thing."""
    try:
        text = json.loads(scalar)
    except ValueError:
        return None
    return text if isinstance(text, str) and quote(text) == scalar else None
