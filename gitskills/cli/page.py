"""The report as one page of HTML: no script, no address, no file beside it. Every word from outside is escaped.

What folds does so by the browser's own means; colours follow the reader's light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from itertools import groupby
from string import Template

from gitskills.cli.chart import chart, key
from gitskills.cli.render import SHORT, count, day, visible
from gitskills.hosts.assets import asset
from gitskills.model.overview import Cost, Listing, SkillLine
from gitskills.model.picture import Happening, Picture

TEMPLATE = "templates/report.html"
LONGEST, SHORTER = 400, 120  # characters of a text, of an older commit's; `gitskills why` has the whole
RECENT = 100  # commits that are told at length
OPEN_ROWS = 60  # of a longer list the rest is folded
COLUMNS = ("skill", "what it says", "state", "used", "read", "turns listed", "said again", "tokens", "changed")


def page(picture: Picture) -> str:
    """The whole page."""
    found = picture.overview
    return Template(asset(TEMPLATE)).substitute(
        branch=text(found.branch),
        under=f"branch <code>{text(found.branch)}</code> {text(found.tip[:SHORT])}, drawn on {day(picture.drawn)}",
        facts=_facts(picture),
        problems="".join(f'<p class="bad">{text(problem)}</p>' for problem in found.problems),
        chart=chart(picture.happenings),
        key=key(picture.happenings),
        listing=_listing(found.listing),
        skills=_skills(picture.skills),
        commits=_commits(picture.happenings),
    )


def text(words: str, longest: int = LONGEST) -> str:
    """A text from outside as it may stand in the page: no mark-up, nothing invisible, not too long."""
    folded = " ".join(visible(words).split())
    return escape(folded if len(folded) <= longest else f"{folded[: longest - 1]}…")


def _facts(picture: Picture) -> str:
    found, thinking = picture.overview, picture.overview.thinking
    facts = [(str(number), name) for name, number in found.counts]
    facts += [
        (str(found.queued + found.in_review + found.edits), "waiting"),
        (f"{len(picture.happenings):,}", "commits"),
    ]
    spent = sum(cost.tokens // max(1, cost.of) for cost in _costs(picture.happenings))
    facts += [(f"{spent:,}", "tokens of models, all told"), (f"{thinking.tokens:,}", "tokens of models today")]
    return "".join(f"<div><b>{escape(number)}</b>{escape(name)}</div>" for number, name in facts)


def _costs(happenings: Iterable[Happening]) -> list[Cost]:
    return [one.cost for one in happenings if one.cost is not None]


def _listing(listing: Listing) -> str:
    taken = f"{listing.tokens:,} of the {listing.budget:,} tokens that the host keeps for the list of all"
    said = f"{count(listing.skills, 'skill')}, which may take {taken}."
    share = min(1.0, listing.tokens / listing.budget) if listing.budget else 0
    names = text(", ".join(listing.dispensable))
    first = f'<p class="soft">First to go, by use and age: {names}</p>' if names else ""
    return f'<meter value="{share:.3f}" high="0.8" optimum="0">{share:.0%}</meter><p>{said}</p>{first}'


def _skills(skills: Sequence[SkillLine]) -> str:
    live = [line for line in skills if line.status != "archived"]
    away = [line for line in skills if line.status == "archived"]
    live.sort(key=lambda line: (-line.uses, -line.views, line.name))
    more = _folded(live[OPEN_ROWS:], "more")
    return (_table(live[:OPEN_ROWS]) if live else "<p>None yet.</p>") + more + _folded(away, "in the archive")


def _folded(lines: Sequence[SkillLine], what: str) -> str:
    return f"<details><summary>{count(len(lines), 'skill')} {what}</summary>{_table(lines)}</details>" if lines else ""


def _table(lines: Sequence[SkillLine]) -> str:
    head = "".join(f"<th>{name}" for name in COLUMNS)
    return f'<div class="wide"><table><thead><tr>{head}<tbody>{"".join(map(_row, lines))}</table></div>\n'


def _row(line: SkillLine) -> str:
    marks = [line.status, *([line.owner] if line.owner != "agent" else []), *(["pinned"] if line.pinned else [])]
    marks += ["yours"] if line.scope == "user" else []
    numbers = (line.uses, line.views, line.turns, line.relapses, line.tokens)
    cells = (line.name, line.description, ", ".join(marks), *(f"{number:,}" for number in numbers), day(line.changed))
    return f"<tr>{''.join(f'<td>{text(cell)}' for cell in cells)}\n"


def _commits(happenings: Sequence[Happening]) -> str:
    """Month by month, the newest first and open."""
    months = groupby(reversed(happenings), key=lambda one: datetime.fromtimestamp(one.time, UTC).strftime("%B %Y"))
    parts, told = [], 0
    for month, found in months:
        listed = list(found)
        events = "".join(
            _event(one, LONGEST if told + number < RECENT else SHORTER) for number, one in enumerate(listed)
        )
        opened, told = "" if told else " open", told + len(listed)
        title = f"{month}: {count(len(listed), 'commit')}"
        parts.append(f'<details class="month"{opened}><summary>{title}</summary>{events}</details>\n')
    return "".join(parts) or "<p>None yet.</p>"


def _event(one: Happening, longest: int) -> str:
    """The words of an older commit are its quote, or else its reason."""
    told = text(one.reason, longest) if longest == LONGEST or not one.quote else ""
    told += f"<q>{text(one.quote, longest)}</q>" if one.quote else ""
    told += f"<i class=map>{text(one.clauses)}</i>" if one.clauses else ""
    by = " ".join(filter(None, (one.commit[:SHORT], one.reflector, _cost(one.cost))))
    return (
        f"<details class={one.kind}><summary><time>{day(one.time)}</time>{text(one.subject)}</summary>"
        f"<p>{told}<small>{text(by)}</small></details>\n"
    )


def _cost(cost: Cost | None) -> str:
    if cost is None:
        return ""
    money = "" if cost.dollars is None else f", ${cost.dollars / max(1, cost.of):.4f}"
    return f"{cost.tokens // max(1, cost.of):,} tokens{money}"
