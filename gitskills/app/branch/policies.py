"""The team's policy as the branch has it. One that can't be read forbids everything that it could have forbidden."""

from __future__ import annotations

from gitskills.app.context import Store
from gitskills.errors import GitskillsError
from gitskills.model.policy import Policy
from gitskills.model.skill import POLICY_PATH
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import parse_policy

HINT = f"mend {POLICY_PATH} on the branch; `gitskills check` says what may stand there"


def read_policy(store: Store, tip: str = "") -> Policy | Fault:
    """The policy at `tip`, else at the branch's own; before its birth the one that it will fork with."""
    commit = tip or store.repo.tip(store.branch) or store.repo.default_tip()
    content = store.repo.blob(commit, POLICY_PATH) if commit else None
    return Policy() if content is None else parse_policy(content)


def policy_complaint(fault: Fault) -> str:
    """The one sentence about a policy that can't be read."""
    line = f" (line {fault.line})" if fault.line else ""
    return f"{POLICY_PATH}{line}: {fault.reason}"


def need_policy(store: Store) -> Policy:
    """The policy; where it can't be read, nothing goes on."""
    policy = read_policy(store)
    if isinstance(policy, Fault):
        raise GitskillsError(f"nothing is learned: {policy_complaint(policy)}", HINT)
    return policy
