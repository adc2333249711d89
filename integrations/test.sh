#!/usr/bin/env bash
# Tests the integrations: all, or those named. integrations/test.sh [NAME…]
# Runs the test.sh of each folder in that folder, for at most $LIMIT_S seconds (300), and then lints its TypeScript.
# Needs what `npm ci` installs at the root. Exits 1 when one failed, and says which.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# = 0 ]; then
  set -- integrations/*/test.sh
  set -- "${@%/test.sh}"
  set -- "${@#integrations/}"
fi

npm run -s build
npm --prefix clients/typescript run -s build

failed=''
for name in "$@"; do
  start=$SECONDS rc=0
  (cd "integrations/$name" && exec timeout --kill-after=20 "${LIMIT_S:-300}" ./test.sh) || rc=$?
  # Only now are the packages there that its types come from.
  [ "$rc" != 0 ] || [ ! -f "integrations/$name/tsconfig.json" ] || npx eslint "integrations/$name" || rc=$?
  echo "integrations/$name: exit code $rc after $((SECONDS - start)) s"
  [ "$rc" = 0 ] || failed+=" $name"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
