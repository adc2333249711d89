#!/usr/bin/env bash
# Tests of the package and its example, with Mastra under Node 24 beside a running Engraph.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=../node/use.sh
. ../node/use.sh
export MASTRA_TELEMETRY_DISABLED=1
npm ci --no-audit --no-fund --ignore-scripts > /dev/null
npm run -s build
npx tsc -p tsconfig.json
"$SERVICE_NODE" ../testing/with-engraph.mjs node --test 'test/*.test.ts'

# The example says what its page says, apart from the day.
"$SERVICE_NODE" ../testing/with-engraph.mjs node examples/assistant.ts |
  sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2}/DAY/g' | diff examples/assistant.txt -
