#!/usr/bin/env bash
# Runs the hooks as Claude Code does, beside a running Engraph. Nothing is installed: they need only Node.
set -euo pipefail
cd "$(dirname "$0")"
node ../testing/with-engraph.mjs node --test test/
