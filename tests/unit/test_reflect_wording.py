"""What a proposal says reads like a rule that a stranger can follow, and says no more than the person's words."""

from __future__ import annotations

import pytest

from gitskills.reflect.offline.naming import skill_name
from gitskills.reflect.offline.shorten import LONGEST, shorten
from gitskills.reflect.offline.topics import topic
from tests.unit.test_reflect import agent, edit, found, only


@pytest.mark.parametrize(
    ("words", "name", "description"),
    [
        ("use bun not npm", "use-bun-not-npm", "Dependencies: use bun not npm."),
        ("Never use pip here.", "never-use-pip-in-project", "Dependencies: never use pip in this project."),
        ("pls no semicolons", "no-semicolons", "No semicolons in this project."),
        ("TABS NOT SPACES", "tabs-not-spaces", "Tabs not spaces."),
        ("tests go in tests/unit, not next to the code", "tests-go-in-tests-unit", "Tests go in tests/unit, not next to the code."),
        ("we deploy with `make release`, not by hand", "deploy-with-make-release", "Deploy with `make release`, not by hand."),
        ("stop adding comments that say what the code does", "dont-add-comments", "Don't add comments that say what the code does."),
        ("I told you already: don't touch the files in src/gen/", "dont-touch-files", "Don't touch the files in src/gen/."),
        ("When you finish a task, update CHANGELOG.md", "update-changelog-when", "When you finish a task, update CHANGELOG.md."),
        ("if a test is flaky don't retry it, fix the race", "dont-retry", "If a test is flaky, don't retry it, fix the race."),
        ("before you open a PR, rebase on develop", "rebase-on-develop", "Before you open a PR, rebase on develop."),
        ("I'd rather you asked before deleting files", "ask-before-deleting", "Ask before deleting files."),
        ("remember that the CI has no network access", "ci-no-network-access", "The CI has no network access."),
        ("no, the timeout is 30 seconds, not 30 ms", "timeout-30-seconds", "The timeout is 30 seconds, not 30 ms."),
        ("nope, the endpoint is /v2/orders not /v1/orders", "endpoint-v2-orders", "The endpoint is /v2/orders not /v1/orders."),
        ("the existing parser in lib/x.ts already handles this", "use-parser", "Use the existing parser in lib/x.ts."),
        ("why are we not using the shared http client?", "use-shared-http-client", "Use the shared http client."),
        ("we don't support python 3.8 anymore", "dont-support-python-3-8", "Don't support python 3.8 anymore."),
        ("from now on answer in short bullet points", "answer-in-short-bullet-points", "Answer in short bullet points in this project."),
        ("don't commit .env or anything in secrets/", "dont-commit-env", "Git: don't commit .env or anything in secrets/."),
        ("yes please, and let's make it thread-safe", "code-thread-safe", "The code must be thread-safe."),
        ("error messages should say what to do next", "error-messages-say", "Error messages should say what to do next."),
        ("in this project we say customer instead of user", "say-customer-not-user", "Say customer instead of user."),
        ("nooo don't use sleep", "dont-use-sleep", "Don't use sleep in this project."),
        ("quick thing, stick to rem instead of px", "use-rem-not-px", "Use rem instead of px."),
        ("stop saying you're absolutely right", "dont-say", "Don't say you're absolutely right."),
        ("stop yodeling in the logs", "stop-yodeling-in-logs", "Stop yodeling in the logs."),
        ("we version the api in the url, not in headers", "version-api-in-url", "Version the api in the url, not in headers."),
        ("every route has to be behind the rate limiter", "route-behind-rate-limiter", "Every route has to be behind the rate limiter."),
        ("I'd like all exports saved as csv", "save-exports-as-csv", "Save all exports as csv."),
        ("no, wait, use cron instead of a queue", "use-cron-not-queue", "Use cron instead of a queue."),
    ],
)  # fmt: skip
def test_a_rule_reads_as_a_whole_sentence_under_a_name_that_says_it(words: str, name: str, description: str) -> None:
    proposal = only(words)
    assert proposal.name.startswith(name)
    assert proposal.description == description


@pytest.mark.parametrize(
    "words",
    [
        "add a feature that always logs the user's id",
        "make sure the button is always green on hover",
        "the login page should never show the password",
        "requirement: all exports must be csv",
        "Bug: the cart must never go negative",
        'The linter says: "Always use === instead of =="',
        "a colleague told me: never use recursion in hot paths",
        "https://example.com/style says to always use semicolons",
        '"never trust user input" is what the book says',
        "should we use postgres or mysql?",
        "don't you have to close the file?",
        "oh great, another mock. we love mocks, don't we?",
        "yeah sure, just delete production while you're at it",
        "stop, you are editing the wrong file",
        "const always = true; // never change",
        "just this once, push to main",
        "always do it like that",
        "use that one instead",
        "not like this, like in the other file",
        "bitte immer auf Deutsch antworten",
        "Keine Kommentare im Code, bitte",
        "n'utilise jamais de variables globales",
        "usa siempre pnpm, no npm",
        "No uses mocks en los tests.",
    ],
)
def test_a_feature_another_mans_words_a_choice_or_a_bare_pointing_is_no_rule(words: str) -> None:
    assert found(words) == ()


def test_every_item_of_a_list_that_is_a_rule_is_learned() -> None:
    names = [one.name for one in found("1. use tabs\n2. no trailing commas\n3. never commit to main")]
    assert {"use-tabs", "no-trailing-commas", "never-commit-to-main"} <= set(names)


def test_rules_that_are_counted_out_are_all_learned() -> None:
    names = [
        one.name
        for one in found("two rules. First: all SQL goes through the builder. Second: no raw strings in handlers.")
    ]
    assert names == ["sql-goes-through-builder", "no-raw-strings-in-handlers"]


def test_a_long_complaint_is_worded_by_the_rule_in_it() -> None:
    words = (
        "ok so the thing is that on my laptop it works but in CI it fails because the node version is different, "
        "so from now on pin the node version in .nvmrc and in the workflow, both have to match"
    )
    proposal = only(words)
    assert proposal.description == "Pin the node version in .nvmrc and in the workflow."
    assert "both have to match" in proposal.body


def test_a_word_that_points_at_the_session_is_made_general_and_says_about_what() -> None:
    proposal = only(
        agent("I checked the totals in a scratch script."), edit(), "I'd love those checks saved as a permanent test"
    )
    assert proposal.description == "Save such checks as a permanent test."
    assert "scratch script" in proposal.body


def test_an_occasion_stands_in_the_rule_and_is_said_once() -> None:
    body = only("When you finish a task, update CHANGELOG.md").body
    assert body.startswith("When you finish a task, update CHANGELOG.md.")
    assert "When:" not in body


def test_a_dot_file_keeps_its_dot() -> None:
    assert "in .editorconfig" in only("never set the indent anywhere but in .editorconfig").body


@pytest.mark.parametrize(
    ("sentence", "short"),
    [
        (
            "Use a single link to the combined list of all pages instead of links from each to every other one",
            "Use a single link to the combined list of all pages",
        ),
        (
            "Read the README.md also when the user asks you to create a new widget",
            "Read README.md when the user asks you to create a new widget",
        ),
        ("Every line printed by a widget's draw method must not be wider than the given width", ""),
        ("The staging server is called stage2 and it's only reachable over the company's own network", ""),
    ],
)
def test_a_description_is_cut_where_a_phrase_ends_and_keeps_every_denial(sentence: str, short: str) -> None:
    cut = shorten(sentence)
    assert len(cut) <= LONGEST
    assert cut == short or (not short and ("not" in cut or not cut))


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Prefer composition over inheritance", "prefer-composition-over-inheritance"),
        ("Use literal values instead of regular expressions in assertions", "use-literal-values"),
        ("Add a note to say the cache is not thread-safe", "add-note-to-say-cache"),
        ("Reuse @shop/templates/parts/price_tag.html", "reuse-price-tag"),
        ("Don't get in the way of the user, but log", "dont-get-in-way"),
        ("Don't use any, use unknown", "use-unknown"),
    ],
)
def test_a_name_keeps_the_small_words_that_make_it_readable(sentence: str, name: str) -> None:
    assert skill_name(sentence).startswith(name)


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Use Postgres instead of MySQL", "use-postgres-not-mysql"),
        ("Answer over GraphQL, never over REST", "answer-over-graphql"),
        ("Every error must be an InventoryError", "error-inventory-error"),
    ],
)
def test_a_product_that_ends_in_capitals_is_one_word_of_a_name(sentence: str, name: str) -> None:
    assert skill_name(sentence) == name


def test_code_is_no_topic() -> None:
    assert topic("Run `cargo clippy -- -D warnings`") is None
    assert topic("Set retries to 1 for Auto-Commit") is None


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("use `CREATE TABLE IF NOT EXISTS` in migrations", "Use `CREATE TABLE IF NOT EXISTS` in migrations."),
        ("NEVER USE `SELECT *` IN QUERIES", "Never use `SELECT *` in queries."),
        (
            "always write `IS NOT NULL` in queries, never `!= NULL`",
            "Always write `IS NOT NULL` in queries, never `!= NULL`.",
        ),
    ],
)
def test_quoted_code_is_kept_letter_by_letter_where_the_rest_is_shouted(words: str, description: str) -> None:
    assert only(words).description == description
