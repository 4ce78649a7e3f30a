#!/bin/sh
# Installs what `pnpm bundle` wrote, on a machine without the internet: checks every file, loads the images, fills the
# volume of the models. May be repeated.
set -eu
cd "$(dirname "$0")"
sha256sum --check --quiet SHA256SUMS
for image in images/*.tar.gz; do docker load --quiet --input "$image"; done
worker=$(docker images --format '{{.Repository}}:{{.Tag}}' | grep "/doslovno-worker:$(cat VERSION)\$" | head -n 1)
docker volume create doslovno_models >/dev/null
docker run --rm --network none -v doslovno_models:/models -v "$PWD/models:/from:ro" "$worker" cp -r /from/. /models/
echo "Installed. Next: docker compose up -d"
