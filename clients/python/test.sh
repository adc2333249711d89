#!/usr/bin/env bash
# Tests the Python client: generated code, types, a scripted and a running service, and the built wheel in an empty folder.
# Fetches the locked packages from PyPI into .venv once; needs Python 3.11 with venv and pip, and the built service
# (npm ci && npm run build). Arguments are passed to pytest.
set -euo pipefail
cd "$(dirname "$0")"

quiet=(-q --disable-pip-version-check --root-user-action=ignore)
lock=$(cat requirements.txt requirements-test.txt | sha256sum | cut -d ' ' -f 1)
if [ "$(cat .venv/lock 2> /dev/null)" != "$lock" ]; then
  rm -rf .venv
  python3 -m venv .venv
  .venv/bin/python -m pip install "${quiet[@]}" --no-deps --require-hashes -r requirements-test.txt
  echo "$lock" > .venv/lock
fi
export PATH="$PWD/.venv/bin:$PATH" VIRTUAL_ENV="$PWD/.venv" PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

generate/generate.sh "$work/generated"
for part in _generated _sync; do
  diff -r --exclude __pycache__ "$work/generated/$part" "src/engraph/$part" ||
    { echo "src/engraph/$part is not what generate/generate.sh writes"; exit 1; }
done
ruff check --quiet --no-cache .
ruff format --quiet --check --no-cache .
mypy --cache-dir "$work/mypy" src tests

python -m pip install "${quiet[@]}" --no-deps --no-build-isolation --force-reinstall .
[ -e ../../dist/apps/standalone/src/main.js ] || npm --prefix ../.. run -s build
python -m pytest "$@"

# As a user installs it: the wheel with nothing but what it names.
python -m build --wheel --no-isolation --outdir "$work" . > "$work/build.log" || { cat "$work/build.log"; exit 1; }
python -m venv "$work/empty"
"$work/empty/bin/python" -m pip install "${quiet[@]}" --require-hashes -r requirements.txt
"$work/empty/bin/python" -m pip install "${quiet[@]}" --no-index "$work"/engraph-*.whl
cd "$work"
empty/bin/python -m pip check
empty/bin/python -I - << 'PYTHON'
import importlib.resources
import engraph

assert (importlib.resources.files(engraph) / "py.typed").is_file(), "the wheel has no py.typed"
assert repr(engraph.Engraph(api_key="secret")) == "Engraph('http://127.0.0.1:8080')"
print("the wheel works")
PYTHON
