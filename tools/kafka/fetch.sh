#!/usr/bin/env bash
# Puts the jars of a Kafka broker in tools/kafka/target/libs (44 MB from Maven Central), once; safe to run in parallel.
# Also makes target/broker.jsa, with which Java starts a broker in half the CPU time; empty if it cannot.
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

# An archive is of one Java and one place of the jars.
archived() { [ "$(cat target/broker.of 2> /dev/null)" = "$PWD $(java -version 2>&1)" ]; }

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

# The classes that a broker loads from its start until it has made a topic, which Java archives at its end.
archive() {
  local work=$1 port controller broker
  local java=(java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Dlog4j2.configurationFile=$PWD/log4j2.properties")
  port=$(free_port) controller=$(free_port)
  cat > "$work/server.properties" << PROPERTIES
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
controller.listener.names=CONTROLLER
controller.quorum.voters=1@127.0.0.1:$controller
log.dirs=$work/data
PROPERTIES
  "${java[@]}" -cp "$PWD/target/libs/*" kafka.tools.StorageTool format --config "$work/server.properties" \
    --cluster-id=4L6g3nShT-eMCtK--X86sw
  "${java[@]}" "-XX:ArchiveClassesAtExit=$work/broker.jsa" -cp "$PWD/target/libs/*" kafka.Kafka "$work/server.properties" &
  broker=$!
  "${java[@]}" -cp "$PWD/target/libs/*" org.apache.kafka.tools.TopicCommand --bootstrap-server "127.0.0.1:$port" \
    --create --topic any
  kill "$broker"
  wait "$broker" || true
  mv -f "$work/broker.jsa" target/broker.jsa
}

mkdir -p target
exec 9> target/lock
flock 9
missing=()
has_java || missing+=(openjdk-17-jre-headless)
fetched || has_maven || missing+=(maven)
[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
has_java || die 'java is still older than 17: put a newer one first in PATH'
if ! fetched; then
  rm -rf target/libs target/broker.of
  mvn -q -B -Dstyle.color=never dependency:copy-dependencies || die 'mvn could not fetch the jars from Maven Central'
  touch target/libs/.complete
fi
archived && exit 0
rm -f target/broker.jsa
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(archive "$work") > "$work/log" 2>&1 9>&- || : > target/broker.jsa
echo "$PWD $(java -version 2>&1)" > target/broker.of
