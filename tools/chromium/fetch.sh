#!/usr/bin/env bash
# Prints the path of the Chromium that the tests of studio run in; safe to run in parallel. On Debian as root it installs
# what is missing (package chromium, 290 MB with what it needs).
set -euo pipefail
cd "$(dirname "$0")"

die() { printf 'tools/chromium/fetch.sh: %s\n' "$*" >&2; exit 1; }

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

install_packages() {
  if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
    die "missing: $*. Install Chromium (Debian, as root: apt-get install chromium)"
  fi
  printf 'tools/chromium/fetch.sh: installing %s\n' "$*" >&2
  export DEBIAN_FRONTEND=noninteractive
  local get=(apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends "$@")
  "${get[@]}" > /dev/null 2>&1 && return
  apt-get update -qq > /dev/null || die 'apt-get update failed'
  "${get[@]}" > /dev/null || die "apt-get could not install $*"
}

mkdir -p target
exec 9> target/lock
flock 9
browser > /dev/null || install_packages chromium
browser || die 'chromium is installed, but not in PATH'
