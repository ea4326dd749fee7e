"""Words for what is private, for where others read it, and for places outside the machine."""

from __future__ import annotations

import re

PRIVATE = (
    r"(?:\.ssh(?:/(?!\S*\.pub\b|config\b|known_hosts)\S*|\b(?!/))|id_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|\.aws(?:/credentials|/config"
    r"|\b(?!/))|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b"
    r"|\.docker/config\.json|\.kube/config|\.gnupg\b|\.config/(?:gcloud|gh)\b|(?<![\w-])\.env(?:\.(?:local|production|prod|development"
    r"|staging))?(?![\w.-])|/etc/(?:shadow|passwd)\b|\.bash_history|\.zsh_history"
    r"|/proc/self/environ|\.claude(?:/\.credentials\.json|/projects|\.json)|credentials\.json|\bgh auth token|login\.keychain"
    r"|cookies\.sqlite|Login Data|(?:google-chrome|chromium|firefox|BraveSoftware)/[\w/ .-]{1,60}|wallet\.dat|\.pgpass\b|\.vault-token"
    r"|secrets?\.(?:ya?ml|json|toml|env)\b|\bprintenv\b)"
)
PRIVATE_WORDS = (
    r"(?:credentials?|secrets?|api[ -]?keys?|access (?:keys?|tokens?)|auth(?:entication)? tokens?|session tokens?|tokens|passwords?"
    r"|(?:private|production|prod|live|signing|deploy|encryption|master|root) (?:keys?|secrets?)|ssh[ -]keys?|environment variables?"
    r"|env(?:ironment)? vars?|cookies"
    r"|\.env(?: files?)?(?!\.)|conversation(?: history)?|transcripts?|chat (?:history|logs?)|system prompts?|source code|browser history"
    r"|clipboard|(?:customers?(?:'s)?|personal|payroll|billing|patients?'?) (?:data(?:base)?|tables?|lists?|records?|names?)"
    r"|database dumps?|user'?s? (?:data|files|messages?|prompts?|input|email)|wallets?|seed phrases?|private (?:files?|data|code"
    r"|repositor(?:y"
    r"|ies))|contents of (?:the )?(?:home|repository|\.ssh|\.env))"
)
# Commands that print secrets or all that a store holds.
PRINTS_PRIVATE = (
    r"(?:\bkubectl\s+get\s+secrets?\b|\baws\s+(?:sts|configure\s+(?:get|export)|secretsmanager|ssm\s+get)\b|\bgcloud\s+(?:auth|secrets)\b"
    r"|\bvault\s+(?:read|kv\s+get)\b|\bop\s+read\b|\bpass\s+show\b|\bsecurity\s+(?:find|dump)\S*|\bgh\s+auth\s+token\b"
    r"|\bdocker\s+inspect\b|\b(?:pg_dump|pg_dumpall|mysqldump|mongodump|mongoexport)\b|\*\.(?:pem|key|p12|pfx|kdbx|jks)\b"
    r"|\bgrep\b[^\n|]{0,40}(?:password|secret|token|api.?key)|\bprintenv\b|\bfind\s+(?:/|~)\s|\bpbpaste\b|\bxclip\s+-o)"
)
# A file that opens doors, unless it is the key that a command logs in with.
KEY_FILE = (
    r"(?<![\w~/\\}.-])(?<!-i )(?<!-f )(?<!ssh-add )(?<!IdentityFile[ =])(?<!netrc-file )(?:[\"']?[\w~$%{}:.-]{0,40}[/\\]){0,8}"
    r"(?:\.ssh[/\\](?!\S*\.pub\b|config\b|known_hosts)\w|id_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|\.aws[/\\]credentials|\.netrc\b"
    r"|\.git-credentials\b|\.docker[/\\]config\.json|\.gnupg\b|\.config[/\\]gh[/\\]|/etc/shadow\b|\.credentials\.json|\.pgpass\b)"
)
NAMED = r"\b[A-Z][A-Z0-9_]{1,40}_(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS)\b"
PUBLIC = (
    r"(?:commit (?:message|body)s?|pull request|pr (?:description|title|body)|issue|comment|urls?\b|query string|branch(?: name)?"
    r"|every file"
    r"|each file|every url|gist|ticket|chat|readme|release notes|channel|forum|logs?\b|pastebin|user-agent|referer|error messages?"
    r"|spreadsheet|answers?"
    r"|repl(?:y|ies)|responses?)"
)
PLACE = (
    r"(?:https?://\S+|\b[\w.+-]+@[\w-]+\.\w{2,}|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|io|org|dev|app|xyz|ru|cn"
    r"|site|sh|tk|top|me|info|co)\b)"
)
_SAFE_PLACE = re.compile(
    r"\bheader|authorization|(?<!\.)vault\b|1password|bitwarden|secrets? manager|keychain|key ?ring|\bkms\b|github secrets"
    r"|repository secrets"
    r"|sealed|parameter store|doppler|\bencrypted\b|localhost|127\.0\.0\.1",
    re.IGNORECASE,
)

# Without one of these lower-case words in a text, none of the above stands in it.
TALK_KEYS = (
    "credential secret key token password environment env cookie conversation transcript chat "
    "prompt source browser clipboard user wallet seed private contents customer personal payroll billing patient dump"
)
FILE_KEYS = (
    ".ssh id_ .aws .netrc .npmrc .pypirc .git-credentials .docker .kube .gnupg .config .env /etc/ "
    "history environ .claude credentials auth keychain cookies wallet .pgpass secret printenv login"
)


def unsafe_place(found: re.Match[str]) -> bool:
    return not _SAFE_PLACE.search(found[0])
