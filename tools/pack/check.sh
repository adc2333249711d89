#!/usr/bin/env bash
# Packs what is released to npm, checks exports and types, and uses the server's package as a new user does: install it
# in an empty folder without install scripts, start it, store a memory and recall it, make a key, stop it.
# Dependencies come from the registry. Keeps the packages in FOLDER, if given: tools/pack/check.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
packages=${1:-$work/packages}
service=''

finish() {
  local rc=$?
  [ -z "$service" ] || kill -TERM "$service" 2> /dev/null || true
  [ -z "$service" ] || wait "$service" || true
  [ "$rc" = 0 ] || [ ! -e "$work/log" ] || cat "$work/log"
  rm -rf "$work"
  exit "$rc"
}
trap finish EXIT

say() { echo "pack: $* ($SECONDS s)"; }
fail() { echo "pack: $*" >&2; exit 1; }

free_port() {
  node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'
}

# until_true SECONDS WHAT COMMAND…
until_true() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || fail "not within its time: $what"
    kill -0 "$service" || fail 'the service ended'
    sleep 0.3
  done
}

npm run -s pack -- "$packages" > "$work/files"
version=$(node -p 'require("./package.json").version')
server=$packages/engraph-$version.tgz
say "packed $(wc -l < "$work/files") packages"

while read -r file; do
  npx --no-install publint --strict "$file" > "$work/log" || fail "publint: $file"
  npx --no-install attw "$file" --profile esm-only --no-color > "$work/log" || fail "attw: $file"
done < "$work/files"
rm "$work/log"
say 'publint and attw find nothing'

mkdir "$work/empty" "$work/home"
cd "$work/empty"
npm install --no-audit --no-fund --ignore-scripts "$server" > "$work/log" 2>&1
say "installed, $(du -sm node_modules | cut -f1) MB"
[ "$(npx --no-install engraph --version)" = "$version" ] || fail 'engraph --version gives another version'

port=$(free_port)
url=http://127.0.0.1:$port
# As a user has it: settings of this machine are not those of the service.
HOME=$work/home PORT=$port METRICS_PORT=0 DATABASE_URL='' DATA_DIR='' node_modules/.bin/engraph start > "$work/log" 2>&1 &
service=$!
until_true 90 'ready' curl -sf "$url/health/ready"
until_true 10 'the demo key' test -s "$work/home/.engraph/demo.key"
read -r first < "$work/log"
[ "$first" = "Data directory: $work/home/.engraph (DATA_DIR)" ] || fail "the first line is: $first"
say 'ready'

script=$(curl -sf "$url/v1/studio/" | sed -n 's/.*src="\.\/\(index-[^"]*\.js\)".*/\1/p')
[ -n "$script" ] && curl -sf "$url/v1/studio/$script" > "$work/script" || fail 'studio is not in the package'
say 'studio is served'

key=$(cat "$work/home/.engraph/demo.key")
call() { curl -sf "$url/v1/$1" -H "X-API-Key: $key" -H 'Content-Type: application/json' "${@:2}"; }
call memories -H 'Prefer: wait=30' -d '{"text": "Alice Chen works at Acme Corp in Lisbon."}' > /dev/null
call recall -d '{"query": "Where does Alice work?", "format": "context"}' > "$work/answer"
grep -q 'Facts:.*Alice Chen works at Acme Corp' "$work/answer" || fail "recall: $(cat "$work/answer")"
HOME=$work/home DATABASE_URL='' DATA_DIR='' npx --no-install engraph keys create --namespace a --agent b > "$work/key"
grep -q '"namespace":"a"' "$work/key" || fail "keys create: $(cat "$work/key")"
say 'stored, extracted, recalled'

if npx --no-install engraph --help | grep '^  mcp ' > /dev/null; then
  coproc MCP { HOME=$work/home DATA_DIR='' exec node_modules/.bin/engraph mcp 2>> "$work/log"; }
  client='"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"check","version":"1"}'
  echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{$client}}" >&"${MCP[1]}"
  read -r -t 60 answer <&"${MCP[0]}" || fail 'engraph mcp does not answer'
  grep -q '"serverInfo"' <<< "$answer" || fail "engraph mcp: $answer"
  kill "$MCP_PID"
  say 'engraph mcp answers'
fi

kill -TERM "$service"
wait "$service" || fail "it ended with $?"
service=''
say 'stopped'
