#!/bin/sh
# Without words: one hook event for gitskills. Whatever is missing, the host hears a reply and exit 0.
# With words: the plugin's data folder, then a gitskills command, as the plugin's own commands run it.
#
# The file `runtime` names in its first line the interpreter by its real path, in its second the folder that holds the
# package, in its third, where build.sh wrote it, the plugin's folder that it was built from. It lies in the plugin's data
# folder, or beside this plugin where `gitskills init` put it there. Where there is none, build.sh makes one in the
# background; what it has to say (`ready`, `missing`) is told once.

command=
data=${1:-${CLAUDE_PLUGIN_DATA:-}}
root=${CLAUDE_PLUGIN_ROOT:-${0%/hooks/launch.sh}}
root=${root%/}
[ $# -gt 0 ] && shift && command=yes

# $1: the file with the news, renamed so that one hook alone tells it. $2: what to say where the file is empty.
tell() {
    [ -n "$data" ] && mv "$data/$1" "$data/$1.said" 2>/dev/null || return
    said=$(tr -d '\\"\000-\037' <"$data/$1.said")
    cat >/dev/null
    printf '{"systemMessage": "gitskills: %s"}\n' "${said:-$2}"
    exit 0
}

build() {
    [ -n "$data" ] && [ -f "$root/hooks/build.sh" ] || return
    (trap '' HUP; sh "$root/hooks/build.sh" "$data" "$root" </dev/null >/dev/null 2>&1 &)
}

for place in "$data" "$root"; do
    [ -n "$place" ] && [ -f "$place/runtime" ] || continue
    python='' package='' from=''
    { IFS= read -r python && IFS= read -r package && IFS= read -r from; } <"$place/runtime"
    entry=$package/gitskills/hookrun/__main__.py
    [ -x "$python" ] && [ -f "$entry" ] || continue
    # Built from a plugin folder that an update has replaced since: built anew in the background, the old one serves until then.
    [ -z "$from" ] || [ "$from" = "$root" ] || build
    [ -n "$command" ] && exec "$python" -P -m gitskills "$@"
    if [ -f "$data/ready" ]; then
        said=$("$python" -I -S -X utf8 "$entry" 2>/dev/null)
        [ "${said:-{\}}" = '{}' ] && tell ready 'ready. /gitskills:on lets it learn in this repository.'
        printf '%s\n' "${said:-{\}}"
        exit 0
    fi
    "$python" -I -S -X utf8 "$entry" 2>/dev/null || echo '{}'
    exit 0
done

if [ -n "$command" ]; then
    said=$(cat "$data/missing" "$data/missing.said" 2>/dev/null)
    printf '%s\n' "${said:-gitskills is not ready yet: it is being set up.}"
    exit 3
fi
build
tell missing ''
cat >/dev/null 2>&1
echo '{}'
exit 0
