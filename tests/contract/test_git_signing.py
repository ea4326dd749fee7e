"""A commit is signed as git itself would sign it, and a signer that fails, asks or sleeps is ended and said to have."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitskills.errors import SigningFault
from gitskills.git.commits import CommitText, composed, parsed, sealed
from gitskills.git.port import Landed
from gitskills.git.signing import signer
from gitskills.model.changeset import ChangeSet, Message
from tests.support.adapters import open_repository
from tests.support.changes import skill
from tests.support.processes import dies
from tests.support.repos import RepoBuilder
from tests.support.signers import asking, needs, script, with_ssh

pytestmark = pytest.mark.promise("share-7")

SECONDS = 20
WHO = "Ada <ada@example.invalid>"
LOOPBACK = ("gpg", "--batch", "--pinentry-mode", "loopback")


@pytest.fixture
def made(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# Project\n"})
    return repo


@pytest.fixture
def gnupg() -> Iterator[Path]:
    """A GnuPG of this test's own; the path of its sockets must be short."""
    needs("gpg")
    home = Path(subprocess.check_output(["mktemp", "-d", "/tmp/gs-XXXXXX"], text=True).strip())
    os.environ["GNUPGHOME"] = str(home)
    yield home
    subprocess.run(["gpgconf", "--kill", "all"], check=False, capture_output=True)
    subprocess.run(["rm", "-rf", home], check=True)


def land(made: RepoBuilder, *changes: ChangeSet, seconds: float = SECONDS) -> Landed:
    repo = open_repository(str(made.path), seconds)
    batch = repo.batch("skills", repo.tip("skills") or repo.default_tip())
    for change in changes:
        batch.add(change)
    landed = batch.land()
    assert isinstance(landed, Landed)
    return landed


def verified(made: RepoBuilder, *commits: str) -> None:
    for commit in commits:
        made.git("verify-commit", commit)
    made.fsck()


@pytest.mark.usefixtures("adapter")
def test_every_commit_of_a_batch_bears_a_good_signature(made: RepoBuilder, tmp_path: Path) -> None:
    with_ssh(made, tmp_path / "keys")
    landed = land(made, skill("one"), skill("two"), skill("three"))
    verified(made, *landed.commits)
    assert (b"\ngpgsig-sha256 " in made.run("cat-file", "commit", landed.tip).stdout) is (len(landed.tip) == 64)
    assert made.git("log", "--format=%G? %GS", "main..skills").split("\n") == ["G ada@example.invalid"] * 3
    assert open_repository(str(made.path)).signed(landed.commits) == set(landed.commits)


@pytest.mark.usefixtures("adapter")
def test_merges_and_what_is_carried_over_are_signed_too(made: RepoBuilder, tmp_path: Path) -> None:
    with_ssh(made, tmp_path / "keys")
    fork = made.tip("main")
    land(made, skill("one"))
    made.commit("second", {"a": "1"})
    repo = open_repository(str(made.path), SECONDS)
    batch = repo.batch("skills", repo.tip("skills"))
    batch.merge_in(made.tip("main"), ChangeSet(Message("Join")))
    landed = batch.land()
    assert isinstance(landed, Landed)
    assert len(made.git("rev-list", "--no-walk", "--parents", landed.tip).split()) == 3
    verified(made, landed.tip)
    carried = repo.carried_batch("skills", made.tip("main"), fork, frozenset({"one"}))
    first = made.git("rev-list", "--reverse", "main..skills").split()[0]
    new = carried.carry(first, [made.tip("main")], "skill: add one", empty=False)
    assert isinstance(carried.land(), Landed)
    verified(made, new)


@pytest.mark.usefixtures("adapter")
def test_a_commit_reads_as_the_same_with_its_signature(made: RepoBuilder, tmp_path: Path) -> None:
    with_ssh(made, tmp_path / "keys")
    odd = ChangeSet(Message("skill: add odd", ("Caf\u00e9.", "gpgsig is a word", " indented")))
    landed = land(made, odd)
    plain = land(made, odd, seconds=0)
    told = [made.git("log", "-1", "--format=%s|%b|%an|%ae|%cn|%ce|%T", each.tip) for each in (landed, plain)]
    assert told[0] == told[1]
    assert b"gpgsig" not in made.run("cat-file", "commit", plain.tip).stdout.partition(b"\n\n")[0]
    raw = made.run("cat-file", "commit", landed.tip).stdout
    assert parsed(raw).message == parsed(made.run("cat-file", "commit", plain.tip).stdout).message


def test_the_header_of_longer_ids_is_another() -> None:
    text = CommitText("0" * 64, (), b"a <b> 1 +0000", b"a <b> 1 +0000", b"say\n\nmore\n")
    made = sealed(composed(text), b"one\n\ntwo\n")
    assert b"\ngpgsig-sha256 one\n \n two\n\nsay\n\nmore\n" in made
    assert parsed(made) == text


def test_openpgp_signs_with_the_committers_key_where_none_is_named(made: RepoBuilder, gnupg: Path) -> None:
    subprocess.run(
        ["gpg", "--batch", "--passphrase", "", "--quick-generate-key", WHO, "ed25519", "sign", "never"],
        check=True,
        capture_output=True,
    )
    landed = land(made, skill("one"), skill("two"))
    verified(made.with_environment(GNUPGHOME=str(gnupg)), *landed.commits)


def test_a_key_behind_a_passphrase_asks_nobody(made: RepoBuilder, gnupg: Path) -> None:
    del gnupg
    subprocess.run(
        [*LOOPBACK, "--passphrase", "secret", "--quick-generate-key", WHO, "ed25519", "sign", "never"],
        check=True,
        capture_output=True,
    )
    subprocess.run(["gpgconf", "--kill", "gpg-agent"], check=True)
    with pytest.raises(SigningFault) as told:
        land(made, skill("one"))
    assert "gpg did not sign" in told.value.sentence
    assert made.tip("skills") == ""


@pytest.mark.parametrize("literal", ["{}", "key::{}"])
def test_a_key_that_only_the_agent_has_signs(made: RepoBuilder, tmp_path: Path, literal: str) -> None:
    key = with_ssh(made, tmp_path / "keys")
    socket = subprocess.check_output(["mktemp", "-u", "/tmp/gs-agent-XXXXXX"], text=True).strip()
    agent = subprocess.Popen(["ssh-agent", "-D", "-a", socket], stdout=subprocess.DEVNULL)
    try:
        while not Path(socket).exists():
            assert agent.poll() is None
        os.environ["SSH_AUTH_SOCK"] = socket
        subprocess.run(["ssh-add", "-q", key], check=True, capture_output=True)
        public = key.with_suffix(".pub").read_text().strip()
        key.unlink()
        made.git("config", "user.signingKey", literal.format(public))
        verified(made, *land(made, skill("one")).commits)
        made.git("config", "--unset", "user.signingKey")
        made.git("config", "gpg.ssh.defaultKeyCommand", str(script(tmp_path / "tell", f"echo 'key::{public}'")))
        verified(made, *land(made, skill("two")).commits)
    finally:
        agent.terminate()  # it takes its socket away
        agent.wait()


def test_programs_get_what_git_gives_them(made: RepoBuilder, tmp_path: Path) -> None:
    """As git does it: arguments, and what is to be signed, without a terminal or the caller's GPG_TTY."""
    needs("gpg")
    said = tmp_path / "said"
    signs = (
        "echo '[GNUPG:] SIG_CREATED D' >&2",
        "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'",
    )
    program = script(
        tmp_path / "signer",
        f'{{ echo "$@"; echo "tty=$GPG_TTY"; ( : < /dev/tty ) 2>/dev/null && echo a terminal; cat; }} > {said}.$$',
        *signs,
    )  # fmt: skip
    asking(made, program)
    made.git("config", "user.signingKey", "0xABC")
    theirs = made.with_environment(GPG_TTY="/dev/pts/9")
    theirs.git("commit", "-q", "--allow-empty", "-m", "git's own")
    (first,) = tmp_path.glob("said.*")
    own = first.read_bytes().split(b"\n", 2)
    first.unlink()
    os.environ["GPG_TTY"] = "/dev/pts/9"
    landed = land(made, skill("one"))
    (second,) = tmp_path.glob("said.*")
    ours = second.read_bytes().split(b"\n", 2)
    assert ours[0] == own[0] == b"--status-fd=2 -bsau 0xABC"
    assert (own[1], ours[1]) == (b"tty=/dev/pts/9", b"tty=")
    signed = made.run("cat-file", "commit", landed.tip).stdout
    assert composed(parsed(signed)) == ours[2]


@pytest.mark.parametrize("form", ["openpgp", "x509", "ssh"])
def test_a_program_of_ones_own_is_started_for_its_format(made: RepoBuilder, tmp_path: Path, form: str) -> None:
    program = script(tmp_path / "own", "echo it was me >&2", "exit 7")
    made.git("config", "gpg.format", form)
    made.git("config", f"gpg.{form}.program", str(program))
    made.git("config", "user.signingKey", "~/key")
    with pytest.raises(SigningFault) as told:
        land(made, skill("one"))
    assert told.value.sentence == f"{program} did not sign: it was me"
    assert "gitskills.sign never" in told.value.hint


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"gpg.format": "pigeon"}, "gpg.format is 'pigeon', which is no format of signatures"),
        ({"gpg.format": "ssh"}, "git names no key to sign with"),
        ({"gpg.format": "ssh", "gpg.ssh.defaultKeyCommand": "false"}, "gpg.ssh.defaultKeyCommand tells no key"),
        ({"gpg.program": "/nowhere/gpg"}, "/nowhere/gpg can't be started: No such file or directory"),
        ({"gpg.program": "true"}, "true did not sign: it ended with 0"),
        ({"gpg.program": "false"}, "false did not sign: it ended with 1"),
    ],
)
def test_what_is_missing_is_said(made: RepoBuilder, settings: dict[str, str], sentence: str) -> None:
    for name, value in settings.items():
        made.git("config", name, value)
    with pytest.raises(SigningFault) as told:
        land(made, skill("one"))
    assert (told.value.sentence, told.value.exit_code) == (sentence, 3)
    assert made.tip("skills") == ""


@pytest.mark.promise("case-12")
def test_a_signer_that_sleeps_is_ended_with_all_that_it_started(made: RepoBuilder, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    program = script(
        tmp_path / "sleepy", f"trap '' TERM; echo $$ >> {pids}", f"sleep 600 & echo $! >> {pids}", "wait; sleep 600"
    )
    asking(made, program)
    with pytest.raises(SigningFault, match=r"did not sign within 4 seconds"):
        signer(str(made.path), 4)(b"payload")
    assert [dies(int(pid)) for pid in pids.read_text().split()] == [True, True]


def test_what_a_signer_leaves_running_holds_nobody_up(made: RepoBuilder, tmp_path: Path) -> None:
    """Agents are started by the way and stay: they hold our files open."""
    pids = tmp_path / "pids"
    program = script(
        tmp_path / "starter", f"sleep 600 & echo $! > {pids}", "echo '[GNUPG:] SIG_CREATED D' >&2", "echo signed"
    )
    asking(made, program)
    assert signer(str(made.path), SECONDS)(b"payload") == b"signed\n"
    os.kill(int(pids.read_text()), 9)


def test_a_signer_that_reads_nothing_and_says_much_holds_nobody_up(made: RepoBuilder, tmp_path: Path) -> None:
    program = script(tmp_path / "loud", "head -c 300000 /dev/zero | tr '\\0' x >&2", "exit 1")
    asking(made, program)
    with pytest.raises(SigningFault) as told:
        signer(str(made.path), SECONDS)(b"p" * 300_000)
    assert len(told.value.sentence) < 400


@pytest.mark.promise("case-12")
@pytest.mark.usefixtures("adapter")
def test_nothing_is_signed_and_no_program_started_where_nobody_asked(made: RepoBuilder, tmp_path: Path) -> None:
    asking(made, script(tmp_path / "never", f"touch {tmp_path / 'started'}", "sleep 600"))
    land(made, skill("one"), seconds=0)
    assert not (tmp_path / "started").exists()
