"""Most of what people say to an agent steers or reports the work at hand: none of it is a rule. What looks like it and lasts is one."""

from __future__ import annotations

import pytest

from tests.unit.test_reflect import agent, found, only, said

HOW_TO_GO_ON = (
    "don't edit anything yet, only tell me where the totals are summed",
    "do not change files yet",
    "no code changes, just findings",
    "don't write any code, I want to hear the plan",
    "please don't run anything, just explain the failure",
    "let's keep going with the remaining invoices",
    "keep going and work through all of them",
    "let's go ahead and finish the importer",
    "sounds good, let's keep moving",
    "let's switch gears for a while",
    "I think let's add a ticket for this",
    "you don't need to check, the key is in the vault",
    "let's not worry about the cache yet",
)
NEXT_PIECES = (
    "compare the sample to the schema and ensure they line up",
    "resolve all conflicts, take ours for everything",
    "rename all the files in the reports folder and drop the prefix",
    "update the guide at docs/usage.md with the new flag",
    'change the label of the total to be "Sum" and make it the first row of each table',
    "use the sample invoices to build a small report",
    "use /planner to build a parser based on the notes",
    "can you use the browser to take a look at the settings and help me clean them up?",
    "let's use the short form for (3)",
    "let's take the strict mode for improvement 2",
    "fix the 2 version issues that you found",
    "write me a rule file that stops the agent from running several commands at once",
    "review each rounding replacement you made and explain why you chose the mode",
    "orders.py should be invoices.py, so it reads better",
    "the threshold should be updated and committed",
    "users should be able to download the report as a zip",
    'an invoice should appear as "Paid", not only as "Done"',
    "we need some more logging on the import so we can see what goes wrong",
    "I'd like to see the command for the nightly run",
    "instead of finishing the report, I would like to merge and publish",
    "let's go with your suggestion",
)
REPORTS = (
    "all tests passed, but the page that called the old name failed in the browser",
    "the totals have already been checked",
    "the flag is set on the watch command but never read",
    "the existing tests in orders already follow the table style",
    "the importer only adds rows for the current month",
    "no errors, just no change",
    "looks like I can only have two projects for free",
    "the token should be ready for you to use, try again",
    "the last entry was from a different supplier, not from ours",
    "short invoices is not a goal",
    "is there an issue raised already in the upstream project to allow other currencies",
    "can you ask me questions to get what you need to be sure",
    "specific to the totals not the currency rules",
    "rather than creating another project for the reports...",
    "Consider adding a nil check here, otherwise it panics",
    "Unable to load the invoice, unexpected token, it is not valid JSON",
)
LASTING = (
    ("Money is always integer cents in this code base, never floats.", "Money is always integer cents, never floats."),
    (
        "Always name database migrations with the ticket number.",
        "Always name database migrations with the ticket number.",
    ),
    ("Keep in mind, always round at the end, never per line", "Always round at the end, never per line."),
    ("we don't want each report to have its own stylesheet", "No report may have its own stylesheet."),
    ("we don't need any mapping between the two currencies", "No mapping between the two currencies."),
    ("DO NOT EVER USE the live ledger in tests", "Do not ever use the live ledger in tests."),
    ("rename a column only when a migration goes with it", "Naming: rename a column only when a migration goes"),
    ("totals must not be rounded twice", "Totals must not be rounded twice."),
    ("no changes to the ledger schema without a migration", "No changes to the ledger schema without a migration."),
    ("the parser should return a result, not throw", "The parser should return a result, not throw."),
    ("use ripgrep to search the code, not grep", "Use ripgrep to search the code, not grep."),
    ("due dates should be displayed in UTC", "Due dates should be displayed in UTC."),
    ("update the guide whenever you change a flag", "Update the guide whenever you change a flag."),
    ("before writing any report, show your outline and confirm it each time", "Before writing any report, show"),
)


@pytest.mark.promise("P7")
@pytest.mark.parametrize("words", [*HOW_TO_GO_ON, *NEXT_PIECES, *REPORTS])
def test_how_to_go_on_the_next_piece_of_work_and_a_report_are_no_rules(words: str) -> None:
    assert found(words) == ()


@pytest.mark.parametrize(("words", "description"), LASTING)
def test_what_has_the_shape_of_an_errand_and_lasts_is_a_rule(words: str, description: str) -> None:
    assert only(words).description.startswith(description)


@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "opening",
    ["How about this one?", "What do you think of this?", "And this one?", "Address this:", "Got it. How about?"],
)
def test_what_is_handed_over_for_an_opinion_is_not_the_persons_rule(opening: str) -> None:
    text = f"{opening}\n\nThe total must never be rounded here.\nUse the currency table when rendering the sum."
    assert found(text) == ()


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("i thought we no longer use strikes we just use flags", "Use flags, no longer strikes."),
        ("I thought the pattern was to use make test, not a path", "Use make test, not a path."),
        ("i thought we agreed to keep amounts in cents?", "Keep amounts in cents."),
        ("I'll run the importer myself whenever needed", "Let the user run the importer."),
        ("i'll run the deploy commands myself. just tell me what to do", "Let the user run the deploy commands."),
        ("update it because there's no need to keep the old API working", "No need to keep the old API working."),
        ("no users yet, so no need for backward compatibility", "No need for backward compatibility."),
        ("Begin by writing tests, then implement the report", "Begin by writing tests, then implement the report."),
        ("be careful not to load the whole ledger into memory", "Don't load the whole ledger into memory."),
        ("Be careful about not overflowing the log", "Avoid overflowing the log."),
        ("for future reference, the seed lives in tools/seed.py", "The seed lives in tools/seed.py."),
    ],
)
def test_what_is_remembered_kept_for_oneself_or_warned_of_is_a_rule(words: str, description: str) -> None:
    assert only(words).description.startswith(description)


@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "words",
    ["I'll do this myself, can you walk me through it", "I'll create the PR myself", "no need to rerun the tests"],
)
def test_one_deed_that_a_person_takes_over_is_no_rule(words: str) -> None:
    assert found(words) == ()


@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "words",
    [
        "let's keep debugging and fix the root of it",
        "let's make sure to finish the totals before we move on to the report",
        "we should continue and get the tests to pass",
        "I don't want to delete the old invoices yet",
        "the importer should literally create a new order, then send it",
        "I need to run a local server for the first check",
        "very few people are going to use the totals",
        "do we need 7 and 8 in the document now?",
        "no concern about the old entries",
        '"a small change to the payload" understates it: three signatures, not one field',
        "Use in workers, functions or other parts of your application.",
    ],
)
def test_more_of_the_hour_is_no_rule(words: str) -> None:
    assert found(words) == ()


def test_what_the_agent_asks_a_person_about_his_own_wish_is_no_sentence_about_him() -> None:
    turns = (agent("Do you want to reset the ledger?"), said("yes"))
    assert not any("you want" in one.description.lower() for one in found(*turns))


def test_a_denial_of_any_verb_is_worded_with_its_verb() -> None:
    assert (
        only("we should not display raw totals in every report").description
        == "Don't display raw totals in every report."
    )


@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "words",
    ["I should have caught that in the audit", "no report yet", "let's make a commit before moving on", "use @plan.md"],
)
def test_an_own_slip_and_the_next_step_are_no_rules(words: str) -> None:
    assert found(words) == ()


def test_what_would_be_a_hole_in_the_sentence_is_not_proposed() -> None:
    assert not any("  " in one.description for one in found("let's use <space> for the preview on both"))


@pytest.mark.parametrize(
    ("first", "then", "description"),
    [
        ("always use single quotes in the CSS files", "hm, no: always use double quotes", "Always use double quotes."),
        ("always use npm in the web folder", "no, always use pnpm", "Dependencies: always use pnpm"),
    ],
)
def test_what_is_set_right_a_turn_later_is_not_learned_beside_it(first: str, then: str, description: str) -> None:
    one = only(said(first), agent("Done."), said(then))
    assert one.description.startswith(description)


def test_a_description_does_not_end_before_the_place_that_it_is_about() -> None:
    one = only("Don't put the fixtures in src/fixtures, the fixtures always go to tests/fixtures.")
    assert one.description == "Don't put the fixtures in src/fixtures."
    assert only("loadTotals should not be in main.go, that's what the totals package is for").description.endswith(
        "in main.go."
    )


@pytest.mark.parametrize(
    ("words", "description"),
    [
        (
            "the API is brand new, no callers yet, so no need for backward compatibility",
            "No need for backward compatibility",
        ),
        (
            "the snapshot must never be updated, it is a picture in time of what a customer saw",
            "The snapshot must never be updated, it is a picture in time.",
        ),
    ],
)
def test_a_description_ends_where_the_words_make_sense(words: str, description: str) -> None:
    assert only(words).description.startswith(description)


def test_a_relief_is_no_rule() -> None:
    assert found("No longer throwing an error, great!") == ()


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("please keep modules under 300 lines in this repo", "Keep modules under 300 lines in this repo."),
        (
            "modules must not know each other's names, we load them in any order at start",
            "Modules must not know each other's names.",
        ),
    ],
)
def test_what_is_asked_of_this_repository_is_a_rule_and_a_clause_goes_as_a_whole(words: str, description: str) -> None:
    assert only(words).description == description
