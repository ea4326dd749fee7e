"""What one run of a model took, and how much a day may take."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Spend:
    """One run. `fresh` and `cached` are input tokens; `microdollars` is UNKNOWN where nobody said; `ended` is "" while it runs.

    `proposals` are the ids of what it proposed. While a run lasts, `fresh` is the estimate that it began with.
    """

    run: str
    day: str
    reflector: str
    fresh: int
    cached: int = 0
    output: int = 0
    rounds: int = 0
    milliseconds: int = 0
    microdollars: int = UNKNOWN
    proposals: tuple[str, ...] = ()
    ended: str = ""

    @property
    def tokens(self) -> int:
        return self.fresh + self.cached + self.output

    @property
    def free(self) -> bool:
        """Whether it failed before it took anything."""
        return bool(self.ended) and not self.tokens

    @property
    def dollars(self) -> float | None:
        return None if self.microdollars == UNKNOWN else self.microdollars / 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """What models may take in a day."""

    tokens: int
    runs: int

    def complaint(self, today: tuple[Spend, ...], tokens: int) -> str:
        """Why a run of about `tokens` is one too many, "" where it is not."""
        if sum(not spend.free for spend in today) >= self.runs:
            return f"the day's {self.runs:,} runs of a model are used up (gitskills.budget.runsPerDay)"
        if sum(spend.tokens for spend in today) + tokens > self.tokens:
            return f"the day's {self.tokens:,} tokens are used up (gitskills.budget.tokensPerDay)"
        return ""
