"""Orders, habits and facts that bind are rules, in the shortest chat too; what was seen or is to be done today is none."""

from __future__ import annotations

import pytest

from gitskills.reflect.offline import nothing_known, reflect
from tests.unit.test_reflect import WEIGHTS, agent, episode, found, only, said

BINDING = (
    ("don't ever force-push to main", "Git: don't ever force-push to main."),
    ("nope, revert that. we keep the config in TOML", "Settings: keep the config in TOML."),
    ("We deploy from the release branch, not from main", "Deploy from the release branch, not from main."),
    ("the port is 8081 not 8080", "The port is 8081 not 8080."),
    ("write the test first", "Write the test first."),
    ("write the test first, then the code", "Write the test first, then the code."),
    ("run the linter before you commit", "Run the linter before you commit."),
    ("line length is 100 here", "Line length is 100 in this project."),
    ("we're on Python 3.12", "The project is on Python 3.12."),
    ("always run make fmt before you push", "Always run make fmt before you push."),
    ("Please stop adding comments to every function.", "Don't add comments to every function."),
    ("No. Use the logger, not print.", "Logging: use the logger, not print."),
    (
        "You should have run the migrations first. Always run them before the tests.",
        "Run the migrations first; always run them before the tests.",
    ),
    (
        "don't mock the database in the service tests. Use the testcontainers fixture instead.",
        "Don't mock the database in the service tests.",
    ),
    (
        "Every error that leaves the service layer must be an InventoryError",
        "Errors leaving the service layer must be an InventoryError.",
    ),
    ("no, undo that. our dates are in UTC", "Our dates are in UTC."),
    ("we're still on Node 18", "The project is on Node 18."),
    ("this project targets Java 17", "The project targets Java 17."),
    ("max line length is 88", "Max line length is 88."),
    ("our indent is two spaces", "Our indent is two spaces."),
    ("indentation is 4 spaces in this repo", "Indentation is 4 spaces in this repo."),
    ("the staging port is 5433, not 5432", "The staging port is 5433, not 5432."),
    ("the default branch is called trunk", "The default branch is called trunk."),
    ("the main branch is develop, not master", "The main branch is develop, not master."),
    ("run the type checker before pushing", "Run the type checker before pushing."),
    ("bump the version before you tag a release", "Bump the version before you tag a release."),
    ("update the changelog before opening a PR", "Reviews: update the changelog before opening a PR."),
    ("regenerate the client after you change the schema", "Regenerate the client after you change the schema."),
    ("run the migrations before the tests", "Run the migrations before the tests."),
    ("read the ADR before you touch the scheduler", "Read the ADR before you touch the scheduler."),
    ("commit the lockfile together with package.json", "Commit the lockfile together with package.json."),
    ("start with the test, then the code", "Start with the test, then the code."),
    ("tests first, code second", "Tests first, code second."),
    ("ask before adding a dependency", "Dependencies: ask before adding a dependency."),
    ("we keep migrations in db/changes", "Keep migrations in db/changes."),
    ("we ship from tags, never from branches", "Ship from tags, never from branches."),
    ("our API is versioned in the path", "Our API is versioned in the path."),
    (
        "don't use print for debugging. Use the tracer instead.",
        "Don't use print for debugging; use the tracer instead.",
    ),
    (
        "never edit the generated client. Change the schema and regenerate it instead.",
        "Never edit the generated client; change the schema.",
    ),
    (
        "don't catch Exception there. Catch the narrow one.",
        "Errors: don't catch Exception there; catch the narrow one.",
    ),
    ("we don't use docker compose. Use podman instead.", "Don't use docker compose; use podman instead."),
    ("no default exports. Named ones instead.", "No default exports; named ones instead."),
    ("nope. we name branches after the ticket", "Name branches after the ticket."),
    ("wrong, the queue is called jobs, not tasks", "The queue is called jobs, not tasks."),
    ("we support Python 3.9 and up", "Support Python 3.9 and up."),
    ("the minimum supported version is Go 1.21", "The minimum supported version is Go 1.21."),
    ("we're using pydantic v2", "The project is on pydantic v2."),
    ("this repo uses tabs", "Use tabs in this project."),
    ("the CI runs on Python 3.11", "The CI runs on Python 3.11."),
    ("commit messages are max 50 characters", "Git: commit messages are max 50 characters."),
    ("timeouts are in milliseconds, not seconds", "Timeouts are in milliseconds, not seconds."),
    ("amounts are stored in cents", "Amounts are stored in cents."),
    (
        "every handler that touches the ledger must take the lock first",
        "Every handler touching the ledger must take the lock first.",
    ),
    (
        "all functions that are exported from the core package need a doc comment with an example",
        "All functions need a doc comment with an example.",
    ),
    (
        "never log the full request body in the payment module because it contains card numbers",
        "Never log the full request body in the payment module.",
    ),
    (
        "Use the retry decorator from the shared package for every call to a partner API because theirs are flaky",
        "Use the retry decorator from the shared package.",
    ),
    ("before you push, run the whole test suite", "Before you push, run the whole test suite."),
    ("after changing a proto file run make proto", "After changing a proto file, run make proto."),
    ("coverage must not drop below 85 percent", "Tests: coverage must not drop below 85 percent."),
)
NOTHING_BINDING = (
    "write the test for the parser",
    "run the linter",
    "run the linter and show me the output",
    "run the tests before we continue",
    "fix the build first",
    "commit this before you go on",
    "do the login page first, then the settings page",
    "start with the header, then the footer",
    "first look at the logs",
    "check the port before you start",
    "the server is running on port 8081",
    "the port is already in use",
    "the build is 10 minutes now",
    "we're on it",
    "we're on the same page",
    "we're done here",
    "we are almost there",
    "we're at 80 percent",
    "the test is red, not green",
    "the page is blank, not broken",
    "the file is empty",
    "the branch is behind main",
    "the output is 100 lines here",
    "the list is 20 entries long",
    "the user is logged in, not out",
    "the error is 404 not 500",
    "the status is 500 instead of 200",
    "it returns 3 not 4",
    "the total is 12 not 10",
    "the margin is 8px not 10px",
    "why is the port 8081 and not 8080?",
    "is line length 100 here?",
    "are we on Python 3.12?",
    "we deploy tomorrow",
    "we deploy to staging now",
    "we keep getting the same error",
    "we keep seeing timeouts in CI",
    "we use the wrong key here",
    "we name it later",
    "I'm on Python 3.12 on this laptop",
    "the max upload size is 10 MB and the upload fails",
    "the default colour of the button is blue",
    "the price is 10 euros not 12",
    "the docs say the port is 8080",
    "line 100 is wrong",
    "create a migration before you run the seed",
    "add a login form before the checkout",
    "update the README and commit",
    "run the migrations, then the seed, then start the server",
    "use the first one, then the second",
    "don't worry about the tests",
    "never seen that before",
    "our build is broken",
    "our tests are red",
    "the CI is down",
    "the deploy is from yesterday",
    "change the port to 8081",
    "set the line length to 100 in pyproject.toml",
    "upgrade to Python 3.12",
    "INFO the port is 8081 not 8080",
    "I think we're on the wrong branch",
    "we're on main, right?",
    "the customer is on plan B, not plan A",
    "they deploy from main, not from release",
    "it broke again before the release",
    "revert that before you continue",
    "we run out of memory before the job ends",
)


@pytest.mark.parametrize(("words", "description"), BINDING)
def test_an_order_a_habit_or_a_fact_that_binds_is_one_skill(words: str, description: str) -> None:
    assert only(words).description == description


@pytest.mark.promise("P7")
@pytest.mark.parametrize("words", NOTHING_BINDING)
def test_a_task_a_report_or_a_question_of_the_same_shape_is_no_rule(words: str) -> None:
    assert found(words) == ()


def test_a_rule_counts_where_no_tool_ran_and_a_deed_undone_later_does_not_take_it_back() -> None:
    turns = (said("don't ever force-push to main"), agent("ok"), said("nope, revert that. we keep the config in TOML"))
    names = {one.name for one in reflect(episode(*turns), nothing_known, WEIGHTS)}
    assert names == {"dont-ever-force-push", "keep-config-in-toml"}


def test_what_leans_on_a_ban_stands_in_its_skill() -> None:
    proposal = only("don't mock the database in the service tests. Use the testcontainers fixture instead.")
    assert "testcontainers fixture" in proposal.body
    assert len(proposal.name.split("-")) <= 5
