"""Most of what people say to an agent steers or reports the work at hand: none of it is a rule. What looks like it and lasts is one."""

from __future__ import annotations

import pytest

from tests.unit.test_reflect import found, only

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
    ("Keep in mind, always round at the end, never per line", "Always round at the end, never per line."),
    ("we don't want each report to have its own stylesheet", "No report may have its own stylesheet."),
    ("we don't need any mapping between the two currencies", "No mapping between the two currencies."),
    ("DO NOT EVER USE the live ledger in tests", "Do not ever use the live ledger in tests."),
    ("rename a column only when a migration goes with it", "Naming: rename a column only when a migration goes"),
    ("totals must not be rounded twice", "Totals must not be rounded twice."),
    ("before writing any report, show your outline and confirm it each time", "Before writing any report, show"),
)


@pytest.mark.promise("P7")
@pytest.mark.parametrize("words", [*HOW_TO_GO_ON, *NEXT_PIECES, *REPORTS])
def test_how_to_go_on_the_next_piece_of_work_and_a_report_are_no_rules(words: str) -> None:
    assert found(words) == ()


@pytest.mark.parametrize(("words", "description"), LASTING)
def test_what_has_the_shape_of_an_errand_and_lasts_is_a_rule(words: str, description: str) -> None:
    assert only(words).description.startswith(description)
