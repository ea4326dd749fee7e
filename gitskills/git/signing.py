"""Signatures as git is configured to make them (gpg.format, user.signingKey, the programs), by the program that git would start.

It has no terminal to ask on and a bound on time. A signer that asks, sleeps or fails is a SigningFault, and is ended with all
that it started.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gitskills.errors import SigningFault
from gitskills.git.identity import committer
from gitskills.git.process import Finished, end_group, run_git, scrub_environment

Sign = Callable[[bytes], bytes]  # what is to be signed → the signature

SSH = "ssh"
PROGRAMS: Mapping[str, str] = {"openpgp": "gpg", "x509": "gpgsm", SSH: "ssh-keygen"}
HINT = "see that `git commit -S` works without asking, or say `git config gitskills.sign never`"
_CREATED = "[GNUPG:] SIG_CREATED "
_KEYS = r"^(gpg\..*|user\.signingkey)$"
_LONGEST = 200  # characters of what a program said


@dataclass(frozen=True, slots=True)
class Signer:
    """`key` is "" where git names none; `key_command` is what then tells one, for SSH."""

    folder: str
    seconds: float
    format: str
    program: str
    key: str
    key_command: str

    def __call__(self, payload: bytes) -> bytes:
        made = self._by_ssh(payload) if self.format == SSH else self._by_gpg(payload)
        return made.replace(b"\r\n", b"\n")

    def _by_gpg(self, payload: bytes) -> bytes:
        key = self.key or _named(self.folder)
        done = self._run([self.program, "--status-fd=2", "-bsau", key], payload)
        if done.status or not any(line.startswith(_CREATED) for line in done.complaint.splitlines()):
            raise self._failed(done)
        return done.output

    def _by_ssh(self, payload: bytes) -> bytes:
        key = self.key or self._told_key()
        literal = key.removeprefix("key::") if key.startswith(("key::", "ssh-")) else ""
        with tempfile.TemporaryDirectory(prefix="gitskills-sign-") as folder:
            place = Path(folder)
            (place / "commit").write_bytes(payload)
            (place / "key").write_text(f"{literal}\n", "utf-8")
            file = str(place / "key") if literal else os.path.expanduser(key)  # noqa: PTH111  # as git reads it
            by_agent = ["-U"] if literal else []
            words = [self.program, "-Y", "sign", "-n", "git", "-f", file, *by_agent, str(place / "commit")]
            done = self._run(words)
            signature = place / "commit.sig"
            if done.status or not signature.is_file():
                raise self._failed(done)
            return signature.read_bytes()

    def _told_key(self) -> str:
        if not self.key_command:
            raise SigningFault("git names no key to sign with", "set user.signingKey, or gitskills.sign never")
        done = self._run(shlex.split(self.key_command))
        first = next(iter(done.text.splitlines()), "")
        if done.status or not first.startswith(("key::", "ssh-")):
            raise SigningFault("gpg.ssh.defaultKeyCommand tells no key", HINT)
        return first

    def _run(self, words: Sequence[str], given: bytes = b"") -> Finished:
        """Files instead of pipes: what the program leaves behind can't hold us up."""
        scrub_environment()
        os.environ.pop("GPG_TTY", None)  # noqa: TID251  # removed, never read
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            stdin.write(given)
            stdin.seek(0)
            try:
                process = subprocess.Popen(
                    words, cwd=self.folder, stdin=stdin, stdout=out, stderr=errors, start_new_session=True
                )
            except OSError as error:
                raise SigningFault(f"{words[0]} can't be started: {error.strerror}", HINT) from error
            status = _wait(process, words[0], self.seconds)
            out.seek(0)
            errors.seek(0)
            return Finished(status, out.read(), errors.read().decode("utf-8", "replace"))

    def _failed(self, done: Finished) -> SigningFault:
        said = [line for line in done.complaint.splitlines() if line.strip() and not line.startswith("[GNUPG:]")]
        words = said[-1].strip()[:_LONGEST] if said else f"it ended with {done.status}"
        return SigningFault(f"{self.program} did not sign: {words}", HINT)


def signer(folder: str, seconds: float) -> Signer:
    """The signer that git would use in `folder`, with at most so many seconds for each signature."""
    said = _configured(folder)
    form = said.get("gpg.format", "openpgp")
    if form not in PROGRAMS:
        raise SigningFault(f"gpg.format is {form!r}, which is no format of signatures", HINT)
    older = said.get("gpg.program", "") if form == "openpgp" else ""
    program = said.get(f"gpg.{form}.program") or older or PROGRAMS[form]
    return Signer(
        folder=folder,
        seconds=seconds,
        format=form,
        program=os.path.expanduser(program),  # noqa: PTH111  # "gpg" is to stay a word
        key=said.get("user.signingkey", ""),
        key_command=said.get("gpg.ssh.defaultkeycommand", ""),
    )


def _configured(folder: str) -> dict[str, str]:
    """The last word of every key that git asks for."""
    done = run_git(folder, "config", "-z", "--get-regexp", _KEYS)
    settings = (entry.partition("\n") for entry in done.output.decode("utf-8", "surrogateescape").split("\0"))
    return {name: value for name, _, value in settings if name}


def _named(folder: str) -> str:
    """The key that OpenPGP and X.509 find by the committer's name."""
    person = committer(folder)
    return f"{person.name} <{person.email}>"


def _wait(process: subprocess.Popen[bytes], program: str, seconds: float) -> int:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired as error:
        raise SigningFault(
            f"{program} did not sign within {seconds:g} seconds", f"{HINT}; gitskills.sign.seconds allows more time"
        ) from error
    finally:
        if process.poll() is None:
            end_group(process)
