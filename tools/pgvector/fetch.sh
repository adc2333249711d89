#!/usr/bin/env bash
# Puts pgvector for the Postgres 18 of the tests in tools/pgvector/target/18 (a wheel of 25 MB from PyPI that carries it), once;
# safe to run in parallel. Needs Python 3 with pip; on Debian as root it installs what is missing.
set -euo pipefail
cd "$(dirname "$0")"

die() { printf 'tools/pgvector/fetch.sh: %s\n' "$*" >&2; exit 1; }

has_pip() { python3 -m pip --version > /dev/null 2>&1; }

install_packages() {
  if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
    die "missing: $*. Install Python 3 with pip (Debian, as root: apt-get install python3-pip)"
  fi
  printf 'tools/pgvector/fetch.sh: installing %s\n' "$*" >&2
  export DEBIAN_FRONTEND=noninteractive
  local get=(apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends "$@")
  "${get[@]}" > /dev/null 2>&1 && return
  apt-get update -qq > /dev/null || die 'apt-get update failed'
  "${get[@]}" > /dev/null || die "apt-get could not install $*"
}

# The wheel is the same for every Python: what is taken from it is no Python.
download() {
  python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
    --python-version 3.11 --implementation cp --abi cp311 --platform "manylinux_2_28_$(uname -m)" \
    -d target/wheel -r requirements.txt
}

# Postgres looks for extension/vector.control below one directory, and for vector.so in another.
unpack() {
  python3 - << 'END'
import glob, os, pathlib, zipfile

root = pathlib.Path('target/unfinished')
with zipfile.ZipFile(glob.glob('target/wheel/*.whl')[0]) as wheel:
    for name in wheel.namelist():
        path = pathlib.PurePath(name)
        if 'pginstall18' not in path.parts or not path.name.startswith('vector') or path.suffix not in ('.so', '.sql', '.control'):
            continue
        target = root / ('lib' if path.suffix == '.so' else 'extension') / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(wheel.read(name))
END
}

fetched() { [ -e target/18/lib/vector.so ] && [ ! requirements.txt -nt target/18/lib/vector.so ]; }

[ "$(uname -s)" = Linux ] || die 'the wheel that is read is for Linux'
mkdir -p target
exec 9> target/lock
flock 9
fetched && exit 0
has_pip || install_packages python3-pip
rm -rf target/wheel target/18 target/unfinished
download || die 'pip could not fetch the wheel from PyPI'
unpack
[ -e target/unfinished/lib/vector.so ] && [ -e target/unfinished/extension/vector.control ] || die 'the wheel holds no pgvector'
mv target/unfinished target/18
rm -rf target/wheel
