#!/usr/bin/env bash
# Writes the generated parts of the client: the operations and answers from docs/openapi.json, the synchronous client from
# the asynchronous one. With a folder as argument it writes there, for a comparison. The packages of
# generate/requirements.txt must be on the path (test.sh installs them into .venv).
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-src/engraph}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python generate/prepare_document.py ../../docs/openapi.json "$work/openapi.json"
rm -rf "$target/_generated" "$target/_sync"
mkdir -p "$target/_sync"
openapi-python-client generate --path "$work/openapi.json" --config generate/config.yaml \
  --custom-template-path generate/templates --meta none --overwrite --output-path "$target/_generated" > "$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
# A warning means that something of the document was left out.
if grep -qi 'warning' "$work/log"; then
  cat "$work/log"
  exit 1
fi
python generate/make_sync.py src/engraph/_async "$target/_sync"
sed -i -e 's/asynchronous/synchronous/; s/`aclose`/`close`/' "$target"/_sync/*.py
for part in "$target/_generated" "$target/_sync"; do
  ruff check --quiet --isolated --no-cache --line-length 120 --target-version py310 --fix --select F401,I \
    --config 'lint.isort.known-first-party = ["engraph"]' "$part"
  ruff format --quiet --isolated --no-cache --line-length 120 --target-version py310 "$part"
done
