#!/bin/sh
# Without words: one hook event for gitskills. Whatever is missing, the host hears a reply and exit 0.
# With words: the plugin's data folder, then a gitskills command, as the plugin's own commands run it.
#
# The file `runtime` names in its first line the interpreter by its real path, in its second the folder that holds the
# package. It lies in the plugin's data folder, or beside this plugin where `gitskills init` put it there. Where there is none,
# build.sh makes one in the background; what it has to say (`ready`, `missing`) is told once.

command=
data=${1:-${CLAUDE_PLUGIN_DATA:-}}
root=${CLAUDE_PLUGIN_ROOT:-${0%/hooks/launch.sh}}
[ $# -gt 0 ] && shift && command=yes

# $1: the file with the news, renamed so that one hook alone tells it. $2: what to say where the file is empty.
tell() {
    [ -n "$data" ] && mv "$data/$1" "$data/$1.said" 2>/dev/null || return
    said=$(tr -d '\\"\000-\037' <"$data/$1.said")
    cat >/dev/null
    printf '{"systemMessage": "gitskills: %s"}\n' "${said:-$2}"
    exit 0
}

for place in "$data" "$root"; do
    [ -n "$place" ] && [ -f "$place/runtime" ] || continue
    python='' package=''
    { IFS= read -r python && IFS= read -r package; } <"$place/runtime"
    entry=$package/gitskills/hookrun/__main__.py
    [ -x "$python" ] && [ -f "$entry" ] || continue
    [ -n "$command" ] && exec "$python" -P -m gitskills "$@"
    [ -f "$data/ready" ] && tell ready 'ready. /gitskills:on lets it learn in this repository.'
    "$python" -I -S -X utf8 "$entry" 2>/dev/null || echo '{}'
    exit 0
done

if [ -n "$command" ]; then
    cat "$data/missing" "$data/missing.said" 2>/dev/null || echo 'gitskills is not ready yet: it is being set up.'
    exit 3
fi
if [ -n "$data" ] && [ -f "$root/hooks/build.sh" ]; then
    (trap '' HUP; sh "$root/hooks/build.sh" "$data" "$root" </dev/null >/dev/null 2>&1 &)
fi
tell missing ''
cat >/dev/null 2>&1
echo '{}'
exit 0
