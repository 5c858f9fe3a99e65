#!/usr/bin/env bash
# Unpacks the PrusaSlicer that production slices with, Debian trixie's, beside a Debian of any release, and installs nothing.
# Needs apt and no root:
#
#   scripts/ci/unpack-prusaslicer.sh FOLDER && export PATH="$FOLDER/bin:$PATH"
set -euo pipefail

folder=$(realpath -m "${1:?the folder to unpack into}")
root=$folder/root
mkdir -p "$folder/bin" "$root" "$folder"/apt/{state/lists/partial,cache/archives/partial}

# Same mirror as this machine's own. An empty list of installed packages makes apt fetch every library, trixie's libc too.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | grep -v security | head -n 1)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] ${mirror:?apt has no mirror} trixie main" > "$folder/apt/sources.list"
: > "$folder/apt/status"
apt() {
  apt-get -qq -o "Dir::State=$folder/apt/state" -o "Dir::State::status=$folder/apt/status" -o "Dir::Cache=$folder/apt/cache" \
    -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o APT::Sandbox::User= "$@"
}
apt update
apt install --download-only --yes --no-install-recommends prusa-slicer
for package in "$folder"/apt/cache/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
rm -r "$folder/apt"

# By trixie's own loader, since its libraries want trixie's libc.
libraries=$(dirname "$(find "$root/usr/lib" -maxdepth 2 -name libc.so.6 | head -n 1)")
loader=$(find "$root/usr/lib" "$root/usr/lib64" -maxdepth 2 -name 'ld-linux-*.so.*' | head -n 1)
cat > "$folder/bin/prusa-slicer" <<SCRIPT
#!/bin/sh
exec "$loader" --library-path "$libraries" --argv0 prusa-slicer "$root/usr/bin/prusa-slicer" "\$@"
SCRIPT
chmod +x "$folder/bin/prusa-slicer"
# Into a variable: a pipe into head would end PrusaSlicer by a signal, and this script with it.
help=$("$folder/bin/prusa-slicer" --help)
echo "${help%%$'\n'*}"
