#!/bin/sh
# Builds the Python wheel, installs it in the virtual environment of the folder $1, and runs its Python with the other arguments, in
# the folder of the package.
set -eu

wheel=$1
shift
make --no-print-directory wheel
"$wheel/venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-index "$wheel"/dist/*.whl
cd bindings/python
AZULEJO_WHEEL=$(echo "$wheel"/dist/*.whl) exec "$wheel/venv/bin/python" -B "$@"
