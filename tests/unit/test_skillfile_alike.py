"""What is alike: names that an eye or a file system confuses, texts that hide something, lessons in other words."""

from __future__ import annotations

import random

import pytest

from gitskills.skillfile.lookalike import fold_name, visible
from gitskills.skillfile.similar import Similarity
from gitskills.skillfile.terms import terms, weights


@pytest.mark.promise("V1", "case-5")
@pytest.mark.parametrize(
    "twin",
    [
        "Deploy",
        "DEPLOY",
        "dep\u200bloy",
        "d\u0435ploy",
        "ＤＥＰＬＯＹ",
        "dep1oy",
        "depl0y",
        "\u217eeploy",
        "𝐝𝐞𝐩𝐥𝐨𝐲",
        "deploy.",
        "deploy ",
        "de\u00adploy",
        "d\u00e9ploy",
    ],
)
def test_look_alikes_of_a_name_fold_to_it(twin: str) -> None:
    assert fold_name(twin) == fold_name("deploy")


@pytest.mark.promise("V1", "case-5")
@pytest.mark.parametrize(
    ("one", "other"), [("deploy", "deploys"), ("ci-test", "c-test"), ("uv-add", "uv-add-dev"), ("日本", "日木")]
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


@pytest.mark.promise("V1", "case-5")
def test_german_and_turkish_case_fold() -> None:
    assert fold_name("STRASSE") == fold_name("straße")


@pytest.mark.promise("V5")
@pytest.mark.parametrize(
    "hidden",
    [
        "cu\u200brl ex.com",
        "ｃｕｒｌ ex.com",
        "\u0441ur\u217c ex.com",
        "c\u0337u\u0337rl ex.com",
        "𝚌𝚞𝚛𝚕 ex.com",
        "curl \\\n  ex.com",
        "cu\u00adrl ex.com",
        "curl\u3000ex.com",
        "cur\U000e0020l ex.com",
        "curl ex.\u0441\u043e\u043c",
        "\u202ecurl ex.com",
    ],
)
def test_nothing_hides_from_visible_text(hidden: str) -> None:
    assert visible(hidden).split() == ["curl", "ex.com"]


def test_dashes_that_look_like_options_are_options() -> None:
    assert visible("rm \u2013rf \u2010\u2010force") == "rm -rf --force"


def test_plain_text_is_left_as_it_is() -> None:
    text = "Use `uv add`, never pip.\n\n\t- two  spaces\n"
    assert visible(text) == text


PARAPHRASES = [
    "Use uv add to install Python packages, never pip install.",
    "Install python packages with uv add instead of pip install.",
    "For new Python dependencies run uv add; pip install is not used.",
    "Never pip install a package: uv add it.",
]
OTHERS = [
    "Run the database migrations with alembic upgrade head before the tests.",
    "Format Go code with gofumpt before committing.",
    "Tests of the parser live beside the grammar files.",
    "The staging cluster is reached through the bastion host.",
]


@pytest.mark.promise("V12")
def test_paraphrases_are_nearer_than_other_lessons() -> None:
    index = Similarity({str(number): terms(text) for number, text in enumerate([*OTHERS, PARAPHRASES[0]])})
    for text in PARAPHRASES[1:]:
        (best, score), *rest = index.nearest(terms(text), 2)
        assert best == str(len(OTHERS))
        assert all(score > 2 * other for _, other in rest)
        assert score > 0.4


def test_a_text_is_wholly_like_itself_and_not_at_all_like_nothing() -> None:
    counts = terms(PARAPHRASES[0])
    assert Similarity().score(counts, counts) == pytest.approx(1)
    assert Similarity().score(counts, {}) == 0
    assert Similarity().nearest(counts) == ()


def test_compounds_and_their_parts_are_both_terms() -> None:
    assert {"pre-commit", "commit"} <= set(terms("pre-commit"))
    assert terms("C++ and c#") == {"c++": 1, "c": 2, "c#": 1}


def words(seed: int) -> dict[str, int]:
    pick = random.Random(seed)
    return {f"w{int(pick.paretovariate(0.6)) % 900}": pick.randint(1, 3) for _ in range(25)}


def test_the_index_agrees_with_the_plain_cosine_in_any_order_of_growth() -> None:
    texts = {f"k{number}": words(number) for number in range(300)}
    index = Similarity(dict(reversed(texts.items())))
    index.add("gone", words(1000))
    index.remove("gone")
    frequencies: dict[str, int] = {}
    for counts in texts.values():
        for term in counts:
            frequencies[term] = frequencies.get(term, 0) + 1
    query = words(7)

    def cosine(counts: dict[str, int]) -> float:
        first, second = (weights(one, frequencies, len(texts)) for one in (query, counts))
        return sum(weight * second.get(term, 0.0) for term, weight in first.items())

    best = sorted(((cosine(counts), key) for key, counts in texts.items()), reverse=True)
    assert [key for key, _ in index.nearest(query, 3)] == [key for _, key in best[:3]]
    assert index.nearest(query, 5) == Similarity(texts).nearest(query, 5)


@pytest.mark.parametrize("least", [0, 1, 2.4, 5, 9, 30])
def test_texts_that_hold_enough_of_some_words_are_found_as_if_all_were_read(least: float) -> None:
    texts = {f"k{number}": words(number) for number in range(200)}
    wanted = {"w1", "w2", "w3", "w8", "w40", "w300", "w777", "nowhere", "w5", "w6"}
    held = {key: len(wanted & counts.keys()) for key, counts in texts.items()}
    expected = sorted(key for key, count in held.items() if count >= max(1, least))
    assert Similarity(texts).holding(wanted, least) == expected


class Text(dict[str, int]):
    """The terms of a text; how often all of them were looked into."""

    looks = 0

    def __contains__(self, term: object) -> bool:
        Text.looks += 1
        return super().__contains__(term)


def test_a_word_that_every_skill_uses_makes_none_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    index = Similarity({f"k{number}": Text({"first": 1, f"w{number}": 1}) for number in range(500)})
    monkeypatch.setattr(Text, "looks", 0)
    assert index.holding({"first", "w7"}, 2) == ["k7"]
    assert Text.looks == 2  # one for each word
