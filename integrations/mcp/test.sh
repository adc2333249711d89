#!/usr/bin/env bash
# The MCP inspector, under Node 24, with Engraph's server over both transports and two revisions of the protocol.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=../node/use.sh
. ../node/use.sh
npm ci --ignore-scripts --no-audit --no-fund > /dev/null
"$SERVICE_NODE" ../testing/with-engraph.mjs node --test test/inspector.test.mjs
