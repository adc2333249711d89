#!/usr/bin/env bash
# Puts the jars of a Kafka broker in tools/kafka/target/libs (44 MB from Maven Central), once; safe to run in parallel.
# Needs Java 17 or newer to run them, and Maven to fetch them; on Debian as root it installs what is missing.
set -euo pipefail
cd "$(dirname "$0")"

die() { printf 'tools/kafka/fetch.sh: %s\n' "$*" >&2; exit 1; }

java_major() { java -version 2>&1 | sed -n 's/^[a-z]* version "\([0-9]*\).*/\1/p'; }
has_java() { command -v java > /dev/null && [ "$(java_major)" -ge 17 ]; }
has_maven() { command -v mvn > /dev/null; }

install_packages() {
  if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
    die "missing: $*. Install Java 17 or newer and Maven (Debian, as root: apt-get install maven openjdk-17-jre-headless)"
  fi
  printf 'tools/kafka/fetch.sh: installing %s\n' "$*" >&2
  export DEBIAN_FRONTEND=noninteractive
  local get=(apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends "$@")
  "${get[@]}" > /dev/null 2>&1 && return
  apt-get update -qq > /dev/null || die 'apt-get update failed'
  "${get[@]}" > /dev/null || die "apt-get could not install $*"
}

fetched() { [ -e target/libs/.complete ] && [ ! pom.xml -nt target/libs/.complete ]; }

mkdir -p target
exec 9> target/lock
flock 9
missing=()
has_java || missing+=(openjdk-17-jre-headless)
fetched || has_maven || missing+=(maven)
[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
has_java || die 'java is still older than 17: put a newer one first in PATH'
fetched && exit 0
rm -rf target/libs
mvn -q -B -Dstyle.color=never dependency:copy-dependencies || die 'mvn could not fetch the jars from Maven Central'
touch target/libs/.complete
