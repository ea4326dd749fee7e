"""V5 destruction: commands and wishes that leave nothing to go back to."""

from __future__ import annotations

import posixpath
import re

from gitskills.validate.family import Family
from gitskills.validate.scan import Pattern, pattern

ID = "safety-destruction"
HINT = "name exactly the generated folder that is to go"

_HOME = re.compile(
    r"^(?:~|\$\{?HOME\}?|\$env:(?:USERPROFILE|HOME)|%USERPROFILE%|\$ENV\{[\"']?HOME[\"']?\}|/home/[^/]+|/Users/[^/]+|/root)(?=/|$)",
    re.IGNORECASE,
)
_WHOLE = frozenset(
    "/ /bin /boot /dev /etc /home /lib /lib64 /opt /proc /root /sbin /srv /sys /usr /usr/bin /usr/lib /usr/local /var /var/lib"
    " /users /system /library /applications /mnt /media /volumes .git .. ../.. ../../.. c: c:/ c:/windows c:/users".split()
)
_DEAR = frozenset(
    "ssh gnupg aws kube config claude git documents desktop library pictures downloads projects code src work".split()
)
_REHEARSED = re.compile(
    r"(?<![a-z])(?:tests?|local(?:ly|host)?|(?<!/)dev(?:elopment)?|sandbox\w*|preview\w*|scratch|tmp|temp|staging|demo|fixtures?"
    r"|ephemeral"
    r"|review)"
    r"(?![a-z])",
    re.IGNORECASE,
)
_GUARDED = re.compile(r"\$\{\w+:\?[^}]*\}")  # fails where it is empty
_UNQUOTED = str.maketrans("", "", "\"'")
_TARGET = re.compile(r"(?:[^\s\"']|\"[^\"]*\"|'[^']*')+")


def _whole(target: str) -> bool:
    """Whether a path stands for a system, a home or a repository as a whole."""
    bare = _GUARDED.sub("x", target.translate(_UNQUOTED)).strip("`,;)]")
    bare = bare if set(bare) <= {".", "/"} else bare.rstrip(".")
    bare = bare.replace("\\", "/")
    if not bare or bare.startswith("-"):
        return False
    bare = re.sub(r"(?:/+(?:\*+|\.\*|\{[^}]*\}))+$", "", bare) or "/"
    path = posixpath.normpath(re.sub("^/+", "/", bare)).casefold()
    home = _HOME.match(bare)
    if home:
        rest = posixpath.normpath("/" + bare[home.end() :]).strip("/").casefold()
        return not rest or rest.lstrip(".") in _DEAR
    return path in _WHOLE or path.startswith("../..") or path.endswith("/.git")


def _removes_whole(found: re.Match[str]) -> bool:
    words = [word.strip("\"'") for word in _TARGET.findall(found["rest"])]
    options = [word for word in words if word.startswith("-")]
    recursive = any(word == "--recursive" or re.match(r"-[a-z]*r", word, re.IGNORECASE) for word in options)
    targets = [word for word in words if not word.startswith("-")]
    return "--no-preserve-root" in options or (recursive and any(_whole(word) for word in targets))


def _removes_all_here(found: re.Match[str]) -> bool:
    words = _TARGET.findall(found["rest"])
    recursive = any(re.match(r"-[a-z]*r", word, re.IGNORECASE) for word in words)
    return recursive and any(word.strip("\"'`") in {"*", ".", "./", "./*", ".*", "$PWD", "$(pwd)"} for word in words)


def _not_rehearsed(found: re.Match[str]) -> bool:
    """What stands in the same line says that only a test's or a developer's own copy goes."""
    start, end = found.string.rfind("\n", 0, found.start()) + 1, found.string.find("\n", found.end())
    return not _REHEARSED.search(found.string[start : end if end >= 0 else None])


def _first_whole(found: re.Match[str]) -> bool:
    return _whole(found["target"])


_RM = r"(?<![\w./-])(?:\S{0,20}/)?rm\s+(?P<rest>(?:(?!\s(?:is|are|would|means)\s)[^\n;|&)`#]){1,200})"
_FIND = (
    r"\bfind\s+(?:-[HLP]\s+)?(?P<target>\S+)\s(?=[^\n]{0,200}?(?:-delete\b|-exec(?:dir)?\s+(?:sudo\s+)?(?:rm|shred|unlink)\b"
    r"|\|\s*xargs\s+(?:-\S+\s+)*(?:sudo\s+)?(?:rm|shred)\b))[^\n]{1,200}"
)
_DISK = r"/dev/(?:r?disk\d|sd[a-z]\d?\b|hd[a-z]|nvme\d|vd[a-z]|xvda|mmcblk\d|mapper/)"
_RAW = (
    rf"\bdd\b[^\n]{{0,120}}\bof={_DISK}|\bmkfs(?:\.\w+)?\b[^\n]{{0,60}}{_DISK}|>\s*{_DISK}|\b(?:wipefs|blkdiscard|sgdisk\s+-Z|shred|fdisk"
    rf"|parted)\b[^\n]{{0,60}}{_DISK}"
    rf"|\b(?:cp|cat|tee)\b[^\n]{{0,60}}\s{_DISK}"
)
_CODE = (
    r"\b(?:shutil\.rmtree|rmtree|(?:fs\S{0,20}|promises)\.rm(?:Sync|dirSync)?|rmSync|rmdirSync|rimraf(?:\.sync)?|FileUtils\.rm_rf|rm_rf"
    r"|os\.RemoveAll|remove_dir_all|remove_tree|unlink(?:Sync)?\s*\(?glob|deltree)\s*\(?\s*[fr]?"
    r"(?:(?:os\.path\.expanduser\(|Path\(|pathlib\.Path\()?\s*[fr]?(?P<target>[\"'][^\"'\n]{1,40}[\"'])"
    r"|[^;\n]{0,40}?(?:(?:Path\.home|homedir|Dir\.home|home_dir|UserHomeDir)\(\)|\$?ENV[{\[][\"']?HOME[\"']?[}\]]|process\.env\.HOME"
    r"|environ(?:\.get)?[\[(][\"']HOME[\"'][\])])(?!\s*(?:[/+]|,\s*[\"'])))"
)
_WINDOWS = (
    r"\bremove-item\b(?=[^\n]{0,120}-recurse)[^\n]{0,120}?\s[\"']?(?:[a-z]:\\?(?=[\s\"'*`]|$)|~|\$home|\$env:userprofile"
    r"|[a-z]:\\(?:windows|users))"
    r"|\b(?:rd|rmdir|del|erase)\b(?=[^\n]{0,60}/s)[^\n]{0,60}\s(?:[a-z]:\\?(?=[\s*`]|$)|%userprofile%|[a-z]:\\(?:windows|users))"
    r"|\b(?:Get-ChildItem|gci|dir)\s+(?:[a-z]:\\?|~|\$home)(?=[\s\"'])[^\n]{0,80}\|\s*Remove-Item\b"
    r"|\bformat\s+[a-z]:|\bvssadmin\s+delete\s+shadows|\bcipher\s+/w:"
)
_EVERYTHING = (
    r"\b(?:delete|remove|wipe|erase|destroy|purge|nuke|clear out|trash|shred|overwrite|encrypt)\b(?:\s+(?:out|away|every\s?thing|all|the"
    r"|every|each|entire|whole|complete|of|in|on|from|under|inside|within|files?|data|contents?|user'?s?|your|their|and|folders?"
    r"|directory|directories|it)){0,9}\s+"
    r"(?:home (?:directory|folder)|root (?:directory|folder|file ?system)|file ?system|hard (?:disk|drive)|disks?\b(?! (?:cache|image))"
    r"|drive\b|operating system|git history|backups|\.git (?:directory|folder)|(?:entire |whole )(?:repository|repo|project|codebase"
    r"|database|machine|computer)|production (?:database|data))"
)
_SAID = (
    r"\b(?:delete|remove|wipe|erase|destroy|shred|overwrite|encrypt)\b[^.!?\n]{0,20}\b(?:all|every|each)\b[^.!?\n]{0,20}\b(?:files?"
    r"|data|documents?|folders?)\b[^.!?\n]{0,20}"
    r"\b(?:on|in|from|of)\s+(?:the\s+|this\s+|your\s+|their\s+)?(?:user'?s?\s+)?(?:machine|computer|laptop|system|server|host|disk"
    r"|drive|home)\b"
    r"|\bformat\s+(?:the|your|this|all|every)\s+(?:\w+\s+)?(?:disks?|drives?|partitions?)\b(?!\s+(?:image|usage))"
    r"|\b(?:delete|remove|wipe|erase|destroy|shred|overwrite|encrypt)\b[^.!?\n]{0,30}\b(?:files?|data|documents?|photos?"
    r"|folders?)\s+of\s+"
    r"(?:the\s+|this\s+|every\s+|each\s+|all\s+)?(?:user|person|owner|people)s?\b"
)
_SHRED = r"\bshred\b[^\n]{0,60}\s[\"']?(?:~|\$HOME|/home|/etc|/root|\.ssh)"
_ENTERED = (
    r"\bcd\s+(?P<target>\S+?)\s*(?:&&|;|\n)\s*(?:sudo\s+)?(?:rm\s+(?:-\w+\s+)*-\w*r\w*\s+(?:-\w+\s+)*(?:--\s+)?[\"']?(?:\./)?(?:\*|\.)"
    r"|find\s+(?:\.\s+)?-delete)"
)
_MIRRORED = r"\b(?:rsync|rclone)\b(?=[^\n]{0,160}(?:--delete|\bsync\b))[^\n;|&]{0,160}\s(?P<target>[~/$][^\s;&|`]*)[`\"']?\s*(?:$|[;&|)])"
_STORES = (
    r"\bdropDatabase\(|\bdocker\s+volume\s+(?:rm|prune)\b|\bdocker\s+system\s+prune\b(?=[^\n]{0,40}--volumes)|/dev/(?:zero"
    r"|u?random)\s*>\s*[~/](?!dev/)"
    r"|\bos\.walk\(\s*[\"'](?:/|~)[\"'][\s\S]{0,160}\b(?:remove|unlink|rmtree)\b"
    r"|\b(?:terminate-instances|delete-(?:bucket|db-instance|stack|cluster|table)|instances\s+delete|sql\s+instances\s+delete)\b"
    r"|\bkill\s+-(?:9|KILL)\s+-1\b|\bupdate\s+\w+\s+set\b(?![^;\n]*\bwhere\b)[^;\n]{0,80};"
    r"|\b(?:delete|remove|drop|wipe|purge|erase)\s+(?:every|all|each)\s+(?:of\s+)?(?:the\s+)?(?!merged|unused|stale|old|empty|temp"
    r"|generated|local|orphan)"
    r"(?:\w+\s+)?(?:remote\s+)?(?:branch(?:es)?|tags?|repositor(?:y|ies)|buckets?|volumes?|users?|customers?|records?|backups?"
    r"|databases?|snapshots?)\b"
)
_MACHINE = (
    r"\bdiskutil\s+(?:erase|zero|secureErase|apfs\s+delete)\w*|/proc/sysrq-trigger|\bhdparm\b[^\n]{0,60}--security-erase"
    r"|\bcryptsetup\b[^\n]{0,40}"
    r"(?:luksErase|luksFormat)|\bClear-Disk\b|\bFormat-Volume\b|\bdiskpart\b|\bnvme\s+format\b|\bfirmware\s+erase\b|\blvremove\b"
    r"|\bzpool\s+destroy"
)
_WEAK = (
    r"\bgit\s+push\b(?=[^\n]{0,120}(?:\s--force(?!-with-lease|-if-includes)\b|\s-\w*f\b|\s\+(?:\S+:)?(?:refs/heads/)?(?:main"
    r"|master)))[^\n]{0,120}\b(?:main|master"
    r"|trunk|production)\b|\bgit\s+push\b[^\n]{0,60}(?:--mirror|--force[^\n]{0,20}--(?:all|tags)|--(?:all|tags)[^\n]{0,20}(?:--force"
    r"|\s-f)\b|--delete\s+(?:main|master)|\s:(?:main|master)\b)"
    r"|\bgit\s+reflog\s+expire\b[^\n]{0,60}--all|\bgit\s+update-ref\s+-d\s+refs/heads/(?:main|master)|\bdrop\s+(?:database|schema)\b"
    r"|\bdropdb\b|\bterraform\s+destroy\b[^\n]{0,60}-auto-approve|\bkubectl\s+delete\b[^\n]{0,60}(?:\s--all\b|\bnamespaces?\b|\bns\b)"
    r"|\baws\s+s3\s+(?:rb\b[^\n]{0,60}--force|rm\s+s3://[^\s/]+/?(?=\s)[^\n]{0,80}--recursive)|\b(?:gh|glab)\s+(?:repo"
    r"|project)\s+delete\b"
    r"|\bgcloud\s+projects\s+delete\b|\baz\s+group\s+delete\b|\bgit\s+filter-branch\b[^\n]{0,160}--all|\bhelm\s+(?:uninstall"
    r"|delete)\b[^\n]{0,60}prod"
    r"|\bgsutil\b[^\n]{0,40}\brm\s+-r\s+gs://[^\s/]+/?(?=\s|$)|\bpulumi\s+destroy\b[^\n]{0,60}(?:--yes|-y\b)"
    r"|\bdelete\s+from\s+\w+\s*(?:;|$)|\bflushall\b|\bhistory\s+-c\b|\bunset\s+HISTFILE"
    r"|\btruncate\s+(?:-s\s*0|table)\b"
)

PATTERNS: tuple[Pattern, ...] = (
    pattern("delete a whole system, home or repository", _RM, "rm", accept=_removes_whole),
    pattern("delete everything where it happens to stand", _RM, "rm", strong=False, accept=_removes_all_here),
    pattern("delete whatever it finds in a whole system or home", _FIND, "find", accept=_first_whole),
    pattern("delete everything below the folder", r"\bfind\s+(?:\./?\s+)?-delete\b", "-delete"),
    pattern(
        "overwrite a disk",
        _RAW,
        "/dev/",
        accept=lambda found: not re.search("/dev/(?:sd|hd|vd|r?disk|nvme)[XNY]", found[0]),
    ),
    pattern(
        "overwrite a disk or format a file system",
        r"\bdd\b[^\n]{0,120}\bof=/dev/(?!null|zero|stdout|stderr|shm)|\bmkfs(?:\.\w+)?\s",
        "of=/dev mkfs",
        strong=False,
        accept=lambda found: not re.match(r"[^\n]{0,60}\.(?:img|iso|raw|qcow2)\b", found.string[found.start() :]),
    ),
    pattern(
        "delete a whole system or home from code",
        _CODE,
        "rmtree rmsync .rm rmdirsync rimraf rm_rf removeall remove_dir_all remove_tree unlink deltree",
        accept=lambda found: not found["target"] or any(map(_whole, found["target"].split())),
    ),
    pattern("delete a whole system or home", _WINDOWS, "remove-item rd rmdir del erase format vssadmin cipher"),
    pattern("fork without end", r"([\w:]+)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&", "()"),
    pattern(
        "open a whole system to everyone or to nobody",
        r"\bch(?:mod|own)\b(?=[^\n]{0,80}\s(?:-\w*R|--recursive))[^\n;&|]{0,80}?\s(?P<target>[/~$][^\s;&|`]*)",
        "chmod chown",
        accept=_first_whole,
    ),
    pattern(
        "move a whole system or home away",
        r"\bmv\s+(?:-\w+\s+)*(?P<target>\S+)\s+/dev/null",
        "/dev/null",
        accept=_first_whole,
    ),
    pattern(
        "overwrite the system's files",
        r"(?<![0-9&])>\s*/etc/(?:passwd|shadow|sudoers|fstab|hosts)\b|\btruncate\b[^\n]{0,40}/etc/(?:passwd|shadow)",
        "/etc/",
    ),
    pattern(
        "destroy what can't be brought back",
        _EVERYTHING,
        "delete remove wipe erase destroy purge nuke trash shred overwrite encrypt clear",
        spoken=True,
    ),
    pattern(
        "destroy what can't be brought back",
        _SAID,
        "delete remove wipe erase destroy shred overwrite encrypt format",
        spoken=True,
    ),
    pattern("destroy private files", _SHRED, "shred"),
    pattern("overwrite a whole system or home", _MIRRORED, "rsync rclone", accept=_first_whole),
    pattern(
        "overwrite a disk or stop the machine",
        _MACHINE,
        "diskutil sysrq hdparm cryptsetup disk volume nvme firmware lvremove zpool",
        strong=False,
    ),
    pattern("delete a whole system, home or repository", _ENTERED, "cd+rm cd+-delete", accept=_first_whole),
    pattern(
        "destroy what others may need",
        _WEAK,
        "push reflog update-ref drop terraform kubectl s3 flushall history histfile truncate delete filter-branch helm gsutil pulumi",
        strong=False,
        accept=_not_rehearsed,
    ),
    pattern(
        "destroy what others may need",
        _STORES,
        "dropdatabase docker /dev/ os.walk delete terminate kill update remove drop wipe purge erase",
        strong=False,
        accept=_not_rehearsed,
    ),
)


RULE = Family(
    ID,
    "A skill destroys no system, home, disk, history or repository.",
    HINT,
    PATTERNS,
    must_match=(
        "Clean with `rm -fr /`.",
        "Clean with `rm -r -f ~` when disk space is short.",
        "Free space by `find / -name '*' -delete`.",
        "Never run `rm -rf /`.",
    ),
    must_not_match=(
        "Remove `rm -rf node_modules build dist/*` before a clean build.",
        "Clear bytecode with `find . -name '*.pyc' -delete`.",
        "Push with `git push --force-with-lease` after a rebase.",
    ),
).rule()
