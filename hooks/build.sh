#!/bin/sh
# Makes gitskills' own Python environment in the plugin's data folder ($1), from the plugin's folder ($2); run in the background.
# Ends with the file `runtime`, which says how to run gitskills, or `missing`, one sentence for the person. Writes nothing outside $1.
data=$1
root=$2
umask 077
mkdir -p "$data" && cd "$root" || exit 0

# One builder at a time; a lock whose holder died is taken over after a quarter of an hour.
find "$data/building" -maxdepth 0 -mmin +15 -exec rmdir {} \; 2>/dev/null
mkdir "$data/building" 2>/dev/null || exit 0
trap 'rmdir "$data/building" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM

log=$data/build.log
new=$data/venv-$$
by_hand='Or install it by hand: pipx install gitskills, then gitskills init.'

# $1: the sentence. Said once: the launcher renames the file when it has told the person.
missing() {
  printf '%s\n' "$1 $by_hand" >"$data/missing.new"
  cmp -s "$data/missing.new" "$data/missing.said" || mv -f "$data/missing.new" "$data/missing"
  rm -rf "$new" "$data/missing.new"
  exit 0
}

find_python() {
  for python in python3 python3.14 python3.13 python3.12 python3.11; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
  done
  missing 'gitskills needs Python 3.11 or newer (or uv), and found none on PATH.'
}

offline() {
  missing 'gitskills could not fetch the packages it needs; it tries again when the next session starts.'
}

with_uv() {
  uv venv --quiet --python '>=3.11' "$new" || offline
  uv pip install --quiet --python "$new/bin/python" '.[secrets,claude]' || offline
}

with_venv() {
  find_python
  # Debian splits ensurepip off: then the pip of the system, if there is one, fills the environment.
  if "$python" -m venv "$new"; then
    set -- "$new/bin/python" -m pip
  elif "$python" -m pip --version && "$python" -m venv --clear --without-pip "$new"; then
    set -- "$python" -m pip --python "$new/bin/python"
  else
    missing 'gitskills could not make a Python environment: install uv, or the package python3-venv.'
  fi
  "$@" install --quiet --disable-pip-version-check --no-input '.[secrets,claude]' || offline
}

build() {
  if command -v uv; then with_uv; else with_venv; fi
  package=$("$new/bin/python" -I -c 'import gitskills, os; print(os.path.dirname(os.path.dirname(gitskills.__file__)))') || offline
}

: >"$log"
build >>"$log" 2>&1
old=$(sed -n 1p "$data/runtime" 2>/dev/null)
printf '%s\n%s\n%s\n' "$new/bin/python" "$package" "$root" >"$data/runtime.new" && mv -f "$data/runtime.new" "$data/runtime"
[ -n "$old" ] || : >"$data/ready"
rm -f "$data/missing" "$data/missing.said"
# The environment just replaced may still be at work; older ones are not.
for folder in "$data"/venv-*; do
  case "$old" in "$folder"/*) continue ;; esac
  [ "$folder" = "$new" ] || rm -rf "$folder"
done
