#!/bin/sh
# Replaces each @NAME@ in the files by a random value, which is equal in all of them: sh deploy/fill-secrets.sh FILE…
set -eu
for name in $(grep -oh '@[A-Z]*_[A-Z_]*@' "$@" | sort -u); do
  echo "s/$name/$(openssl rand -hex 32)/g" | sed -i -f - "$@" # no process list shows the value
done
