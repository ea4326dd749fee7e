"""Why nothing lands although it could: commits are to be signed, and the last one was not. Remembered until one is again."""

from __future__ import annotations

from gitskills.app.context import Context, Store
from gitskills.errors import SigningFault
from gitskills.state.durable import read_whole, remove, write_whole

UNSIGNED = "unsigned"  # in state: what the signer said, and the next step


def note_unsigned(store: Store, fault: SigningFault) -> None:
    write_whole(store.state.file(UNSIGNED), f"{fault.sentence}\n{fault.hint}".encode("utf-8", "replace"))


def signed_again(store: Store) -> None:
    if read_whole(store.state.peek(UNSIGNED)) is not None:
        remove(store.state.file(UNSIGNED))


def why_unsigned(context: Context, store: Store) -> tuple[str, str] | None:
    """What the signer said last, and the next step; None where commits are signed or are not to be."""
    said = read_whole(store.state.peek(UNSIGNED)) if context.settings.signing else None
    if said is None:
        return None
    sentence, _, hint = said.decode("utf-8", "replace").partition("\n")
    return f"{sentence}: what is learned waits", hint
