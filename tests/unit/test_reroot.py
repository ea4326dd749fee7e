"""Words that name commits follow them to their new ids, however long ids are."""

from __future__ import annotations

import pytest

from gitskills.promote.reroot import with_new_ids


@pytest.mark.promise("share-7")
@pytest.mark.parametrize("length", [40, 64])
def test_a_revert_names_the_new_id_and_other_ids_stay(length: int) -> None:
    old, new, other = "a" * length, "b" * length, "c" * length
    said = f"Undo\n\nThis reverts commit {old}.\nThis reverts commit {other}.\nNot {old}.\n"
    assert with_new_ids(said, {old: new}) == said.replace(f"commit {old}", f"commit {new}")
