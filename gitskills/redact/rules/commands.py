"""Secrets that a command is given: behind a short option, by standard input, or as one of its words."""

from __future__ import annotations

from gitskills.redact.accept import given, piped, url_password, user_and_password
from gitskills.redact.rule import Rule, View, noise

# The words of a command line or of a JSON list of arguments, and what stands between two of them.
_ARGUMENTS = r"[^\n\x00|;]{0,120}?"
_NEXT = r"[\s\"',\\]{1,6}"
_GIVEN = r"(?P<secret>[^\s\"'`\\\x00$<>{-][^\s\"'`\\\x00<>]{3,127})"
# Commands that read a secret from standard input: the key that finds them, their pattern, and what stands before it, backwards.
_READERS = (
    ("sudo -S", View.TEXT, "sudo -S", ""),
    ("pass", View.FOLDED, "password-stdin", "--"),
    ("pass", View.FOLDED, "passwd", "hc"),
)


def _option(command: str, option: str, must_match: str, *must_not_match: str) -> Rule:
    """A command with an option that hands it a secret; where its name holds a word that others look for, that is the key."""
    shared = next((key for key in ("pass", "secret") if key in command), "")
    before, _, rest = command.partition(shared) if shared else ("", "", command)
    pattern = rf"{shared}{rest}{_ARGUMENTS}{_NEXT}{option}{_NEXT}{_GIVEN}"
    view = View.FOLDED if shared else View.TEXT
    return Rule(
        "command-password", (shared or command,), pattern, (must_match,), must_not_match, view, given, before[::-1]
    )


# Backwards: the rest of the reading command, the pipe, the secret; then who it is for and the printing command.
_ECHOED = (
    r"[^\n\x00|]{0,60}\|[\"'\\ ]{0,6}(?:n\\{1,2})?[^\s\"'`\\\x00$<>|:]{4,128}"
    r"(?=(?::[A-Za-z0-9._-]{1,32})?[\"'\\]{0,3} {1,3}(?:[\"'\\]{0,3}(?:n\\{1,2})?s%[\"'\\]{0,3} {1,3}|[neE]{1,2}- {1,3})?(?:ohce|ftnirp))"
)


def _by_input(key: str, view: View, reader: str, before: str) -> tuple[Rule, Rule]:
    name = before[::-1] + reader
    shown = name[:3] + "¦" + name[3:]
    return (
        Rule(
            id="password-by-input",
            keys=(key,),
            pattern=rf"{reader}[^\n\x00|<;]{{0,60}}<<< {{0,3}}[\"'\\]{{0,3}}(?:[A-Za-z0-9._-]{{1,32}}:)?{_GIVEN}",
            before=before,
            must_match=(f"{shown} <<< '«hunter22»' ls", f'{shown} <<< "anna:«hunter22»"'),
            must_not_match=(f'{name} <<< "$PW"', f"{name} ls; grep x <<< 'hunter22'"),
            view=view,
            accept=given,
        ),
        Rule(
            id="password-by-input",
            keys=(key,),
            pattern=reader,
            before=before + _ECHOED,
            reach=240,
            must_match=(f"echo «hunter22 | {shown}» ls", f"printf '%s' '«hunter22' | x -u a {shown}»"),
            must_not_match=(f'echo "$PW" | {name}', f"echo done; {name} ls", f"cat f | {name} x"),
            view=view,
            accept=piped,
        ),
    )


_BY_INPUT = tuple(rule for reader in _READERS for rule in _by_input(*reader))

RULES: tuple[Rule, ...] = (
    _option(
        "redis-cli",
        "-a",
        "redis¦-cli -h c -a «hunter22» ping",
        "redis-cli -a $PW ping",
        "redis-cli --scan",
    ),
    _option(
        "ldapsearch",
        "-w",
        "ldap¦search -D cn=a -w «hunter22» -b dc=x",
        "ldapsearch -D cn=a -W -b dc=x",
    ),
    _option(
        "docker login",
        "-p",
        "docker¦ login -u anna -p «hunter22» r.io",
        "docker login -p $PW r.io",
    ),
    _option(
        "openssl enc",
        "-k",
        "openssl¦ enc -aes-256-cbc -k «hunter22» -in a",
        "openssl enc -k $PW",
    ),
    _option(
        "secret set",
        "(?:--body|-b)",
        "gh secret¦ set TOKEN --body «Zx81Qq77»",
        "gh secret set TOKEN --body $T",
    ),
    _option(
        "htpasswd",
        rf"-[a-zA-Z]{{0,4}}b[a-zA-Z]{{0,2}}{_NEXT}[^\s\"']{{1,80}}{_NEXT}[^\s\"']{{1,40}}",
        "htpas¦swd -cb .htpasswd anna «hunter22»",
        "htpasswd -c .htpasswd anna",
    ),
    Rule(
        id="curl-user",
        keys=("-u",),
        pattern=(
            r"(?:(?<![\w-])-u|(?<=-|y)-user) {1,3}[\"'\\]{0,3}[^\s:\"'$\\/\x00-][^\s:\"'\\/\x00]{0,63}:"
            r"(?P<secret>[^\s\"'`\\\x00]{3,128})"
        ),
        must_match=("curl -¦u anna:«hunter2» https:/¦/h.org", "curl -s -¦u 'anna:«p:w!9»' h"),
        must_not_match=("docker run -u 1000:1000 x", "git push -u origin main", "curl -u $U:$P h", "date -u +%H:%M:%S"),
        accept=user_and_password,
    ),
    Rule(
        id="ssh-password",
        keys=("pass",),
        pattern=r"(?<=ssh)pass {1,4}-p {0,3}(?:\\{0,2}[\"'])?(?P<secret>[^\s\"'`\\\x00]{3,128})",
        must_match=("sshp¦ass -p '«hunter2»' ssh h", "sshp¦ass -p«Q1w2e3r4» ssh h"),
        must_not_match=("sshpass -e ssh h", 'sshpass -p "$PW" ssh h'),
        view=View.FOLDED,
        accept=url_password,
    ),
    Rule(
        id="mysql-password",
        keys=("mysql",),
        pattern=(
            r"mysql[a-z]{0,12}[ \"',\\]{1,6}[^\n\x00|;]{0,100}?-p(?:\\{0,2}[\"'])?"
            r"(?P<secret>[^\s\"'\\\x00=:-][^\s\"'\\\x00]{3,63})(?=\s|[\"'\\]|\Z)"
        ),
        must_match=(
            "mys¦ql -¦u root -p«S3cr3tPw» shop",
            "mys¦qldump -h db -p«hunter22»",
            "mys¦qldump -p'«hun!ter22»' x",
            '"mys¦ql", "-p«hunter22»"',
        ),
        must_not_match=(
            "mysql -u root -p shop",
            "mysql --port 3306 -P3306",
            "mysql -p$PW shop",
            "mysql runs in-process",
        ),
        accept=lambda secret, lead: user_and_password(secret, lead) and not secret.isalpha(),
    ),
    *_BY_INPUT,
    Rule(
        id="password-at-prompt",
        keys=("pass",),
        pattern=(
            r"pass(?:word|phrase) for (?:\\{0,2}['\"][^\n'\"\x00]{1,120}['\"]|[a-z0-9_.@-]{1,40}): {0,2}"
            r"(?P<secret>[^\s\"'\\\x00]{4,128})"
        ),
        must_match=("[sudo] pass¦word for anna: «hunter22»", "Pass¦word for 'https:/¦/a@h.org': «Zx81Qq»"),
        must_not_match=("[sudo] password for anna: \n", "password for anna: must be reset"),
        view=View.FOLDED,
        accept=lambda secret, lead: given(secret, lead) and not secret.isalpha(),
    ),
    Rule(
        id="password-hash",
        keys=("0$",),
        pattern=r"[0-9]\$(?:(?:[A-Za-z0-9./=]{1,40}\$){1,2}[A-Za-z0-9./]{22,90}|[A-Za-z0-9./]{50,56})",
        before=r"(?:[0-9]\$[yba]2)?\$(?!\w)",
        must_match=(f"root:«$6$¦{noise(8)}${noise(86)}»:19000:0", f"hash = '«$2b$12$¦{noise(53)}»'"),
        must_not_match=("echo $6$x", "$2b$ is bcrypt"),
        view=View.DIGITS,
    ),
)
