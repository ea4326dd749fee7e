"""The one place that names reflectors: which one is chosen, what it needs, and when the offline one stands in for it."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib.util import find_spec

from gitskills.app.context import Context
from gitskills.errors import EnvironmentFault, UsageError
from gitskills.llm.port import Cause, Model, ModelFault
from gitskills.model.episode import Episode
from gitskills.model.proposal import Proposal
from gitskills.model.settings import REFLECTORS
from gitskills.state.environment import child_environment, variables

AUTO, CLAUDE, ANTHROPIC, OPENAI, OFFLINE = REFLECTORS
ANTHROPIC_KEY = "GITSKILLS_ANTHROPIC_API_KEY"
OPENAI_KEY = "GITSKILLS_OPENAI_API_KEY"
PROGRAM = "claude"

Reflect = Callable[[Episode], tuple[Proposal, ...]]


@dataclass(slots=True)
class Reflector:
    """Reads windows. `reading` has the settings under which a window fits; `notes` say when and why offline stood in."""

    context: Context
    offline: Reflect
    model: Model | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def reading(self) -> Context:
        if self.model is None:
            return self.context
        from gitskills.app.reflection.thinking import fitted

        return replace(self.context, settings=fitted(self.context.settings))

    def __call__(self, episode: Episode) -> tuple[Proposal, ...]:
        """What it proposes. Raises ModelFault where another try may help or a person must act."""
        if self.model is None:
            return self.offline(episode)
        from gitskills.app.reflection.thinking import (  # brings all rules along, which `status` can do without
            OverBudget,
            think,
        )

        try:
            return think(self.context, self.model, episode)
        except OverBudget as over:
            self._stand_in(over.sentence)
        except ModelFault as fault:
            if fault.cause is not Cause.REQUEST:
                raise
            self._stand_in(fault.sentence)
        return self.offline(episode)

    def _stand_in(self, why: str) -> None:
        note = f"read offline: {why}"
        if note not in self.notes:
            self.notes.append(note)


def reflector(context: Context, name: str, offline: Reflect, *, background: bool) -> Reflector:
    """The reflector of that name. Nobody watches in the background, and `auto` promises nothing: there offline stands in."""
    if name not in REFLECTORS:
        raise UsageError(f"there is no reflector {name!r}", f"choose one of {', '.join(REFLECTORS)}")
    wanted = chosen(context, name)
    if wanted == OFFLINE:
        return Reflector(context, offline)
    missing = lacking(context, wanted)
    if not missing:
        return Reflector(context, offline, model(context, wanted))
    if background or name == AUTO:
        return Reflector(context, offline, notes=[f"read offline: {missing}"])
    raise EnvironmentFault(missing, "or choose another: gitskills.reflector")


def named_model(context: Context) -> Model | None:
    """The model that was named for gitskills, ready to be asked; None where none was, or where it lacks something."""
    wanted = chosen(context, context.settings.reflector)
    return None if wanted == OFFLINE or lacking(context, wanted) else model(context, wanted)


def chosen(context: Context, name: str) -> str:
    """`auto` is the first that was named for gitskills; a key that is there for others is never used."""
    if name != AUTO:
        return name
    if context.settings.claude:
        return CLAUDE
    if _key(ANTHROPIC_KEY):
        return ANTHROPIC
    return OPENAI if context.settings.openai_url else OFFLINE


def lacking(context: Context, name: str) -> str:
    """What the reflector still needs, in one sentence that names the step; "" where nothing."""
    if name == CLAUDE and not shutil.which(PROGRAM):
        return f"the reflector claude needs the program `{PROGRAM}` on the PATH"
    if name == CLAUDE and not find_spec("mcp"):
        return f"the reflector claude needs `{_installing('mcp')}`"
    if name == ANTHROPIC and not find_spec("anthropic"):
        return f"the reflector anthropic needs `{_installing('anthropic')}`"
    if name == ANTHROPIC and not _key(ANTHROPIC_KEY):
        return f"the reflector anthropic needs a key in {ANTHROPIC_KEY}"
    if name == OPENAI and not context.settings.openai_url:
        return "the reflector openai needs `git config gitskills.openai.url http://…/v1`"
    return ""


def _installing(package: str) -> str:
    """The command that brings a package to the very interpreter that runs this: a plugin's or pipx's is not the shell's."""
    python = shlex.quote(sys.executable)
    return f"{python} -m pip install {package}" if find_spec("pip") else f"uv pip install --python {python} {package}"


def model(context: Context, name: str) -> Model:
    """The back end of that name with its settings; imported at the first need."""
    settings = context.settings
    if name == ANTHROPIC:
        from gitskills.llm.anthropic_sdk import AnthropicModel

        return AnthropicModel(settings.anthropic_url, _key(ANTHROPIC_KEY), settings.model_name)
    if name == OPENAI:
        from gitskills.llm.openai_http import OpenAIModel

        return OpenAIModel(settings.openai_url, _key(OPENAI_KEY), settings.model_name)
    from gitskills.llm.claude_child import ClaudeModel

    return ClaudeModel(shutil.which(PROGRAM) or PROGRAM, settings.model_name, child_environment())


def _key(name: str) -> str:
    return variables([name]).get(name, "")
