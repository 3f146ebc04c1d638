#!/bin/sh
# Installs Workflow Code: downloads the archive for this platform, checks its SHA-256 sum and puts the executable on PATH.
# Nothing is changed unless all of it went well.
#
#   WORKFLOW_CODE_VERSION=1.2.3      this version; by default the newest
#   WORKFLOW_CODE_INSTALL_DIR=DIR    into this folder; by default ~/.local/bin
#   WORKFLOW_CODE_NO_PATH=1          leave the shell's profile as it is
#   WORKFLOW_CODE_DOWNLOAD_URL=URL   the folder with the archives, for a mirror
set -eu

REPOSITORY_URL="@REPOSITORY_URL@"

fail() {
  printf 'Cannot install Workflow Code: %s\n' "$1" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

find_target() {
  system=$(uname -s)
  machine=$(uname -m)
  case $system in
    Linux)
      if has ldd && ldd --version 2>&1 | grep -qi musl; then
        fail "found Linux with musl (Alpine), expected glibc"
      fi
      platform=unknown-linux-gnu
      ;;
    Darwin)
      platform=apple-darwin
      # A shell that runs under Rosetta says x86_64.
      if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then machine=arm64; fi
      ;;
    *) fail "found $system, expected Linux or macOS; on Windows use install.ps1" ;;
  esac
  case $machine in
    x86_64 | amd64) echo "x86_64-$platform" ;;
    aarch64 | arm64) echo "aarch64-$platform" ;;
    *) fail "found a processor of kind $machine, expected x86_64 or arm64" ;;
  esac
}

download() { # URL FILE
  if has curl; then
    curl --fail --silent --show-error --location --output "$2" "$1" || fail "$1 could not be downloaded"
  elif has wget; then
    wget -q -O "$2" "$1" || fail "$1 could not be downloaded"
  else
    fail "found neither curl nor wget"
  fi
}

sum_of() { # FILE
  if has sha256sum; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif has shasum; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    fail "found neither sha256sum nor shasum"
  fi
}

add_to_path() { # DIR
  case ":$PATH:" in *":$1:"*) return ;; esac
  line="export PATH=\"$1:\$PATH\""
  case ${SHELL:-} in
    */zsh) profile=${ZDOTDIR:-$HOME}/.zshrc ;;
    */bash) profile=$HOME/.bashrc ;;
    */fish)
      profile=$HOME/.config/fish/conf.d/workflow-code.fish
      line="set -gx PATH \"$1\" \$PATH"
      ;;
    *) profile=$HOME/.profile ;;
  esac
  if [ "${WORKFLOW_CODE_NO_PATH:-}" = 1 ]; then
    printf 'It is not on your PATH; this puts it there:\n  %s\n' "$line"
    return
  fi
  if ! grep -qsF "$line" "$profile"; then
    mkdir -p "$(dirname "$profile")"
    printf '\n# Workflow Code\n%s\n' "$line" >>"$profile"
  fi
  printf '%s puts it on your PATH from the next shell on; in this one:\n  %s\n' "$profile" "$line"
}

main() {
  target=$(find_target)
  if [ -n "${WORKFLOW_CODE_DOWNLOAD_URL:-}" ]; then
    base=$WORKFLOW_CODE_DOWNLOAD_URL
  elif [ -n "${WORKFLOW_CODE_VERSION:-}" ]; then
    base=$REPOSITORY_URL/releases/download/v$WORKFLOW_CODE_VERSION
  else
    base=$REPOSITORY_URL/releases/latest/download
  fi
  dir=${WORKFLOW_CODE_INSTALL_DIR:-$HOME/.local/bin}
  archive=workflow-code-$target.tar.gz
  mkdir -p "$dir"
  # Beside its place, so that the last step is one rename.
  work=$(mktemp -d "$dir/.workflow-code-XXXXXX") || fail "nothing can be written in $dir"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM
  download "$base/SHA256SUMS" "$work/SHA256SUMS"
  download "$base/$archive" "$work/$archive"
  expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ -n "$expected" ] || fail "$base/SHA256SUMS does not name $archive"
  found=$(sum_of "$work/$archive")
  [ "$found" = "$expected" ] ||
    fail "the SHA-256 sum of $archive is $found, expected $expected: it was changed or cut on its way"
  tar -xozf "$work/$archive" -C "$work" || fail "$archive could not be unpacked"
  set -- "$work"/workflow-code-*/workflow-code
  [ -f "$1" ] || fail "$archive holds no workflow-code"
  chmod 755 "$1"
  if [ "$(uname -s)" = Darwin ]; then xattr -d com.apple.quarantine "$1" 2>/dev/null || true; fi
  version=$("$1" --version) || fail "the executable does not start on this machine"
  mv -f "$1" "$dir/workflow-code"
  printf '%s is installed: %s\n' "$version" "$dir/workflow-code"
  add_to_path "$dir"
}

main
