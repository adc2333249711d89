#!/usr/bin/env bash
# Runs the tests of the Python project. Fetches the locked test packages from PyPI into training/target once; needs Python 3.11
# with pip.
set -euo pipefail
cd "$(dirname "$0")"

lock=$(sha256sum requirements-test.txt | cut -d ' ' -f 1)
packages=target/$lock
if [ ! -d "$packages" ]; then
  rm -rf target/unfinished
  python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-deps --require-hashes \
    --target target/unfinished -r requirements-test.txt
  mv target/unfinished "$packages"
fi
PYTHONPATH=$packages PYTHONDONTWRITEBYTECODE=1 exec python3 -m pytest "$@"
