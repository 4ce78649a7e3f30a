#!/bin/sh
# PostgreSQL in a container; creates the cluster and the database at the first start. Root is not needed.
set -eu
PATH=$(ls -d /usr/lib/postgresql/*/bin):$PATH
data=/data/postgres
if [ ! -e $data/ready ]; then
  rm -rf $data
  # Who is inside of this container reads the password anyway.
  initdb -D $data -U doslovno --pwfile=/secrets/postgres --auth-host=trust --auth-local=reject -E UTF8 --locale=C.UTF-8 >/dev/null
  echo 'create database doslovno' | postgres --single -D $data postgres >/dev/null
  echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
  touch $data/ready
fi
exec postgres -D $data -c listen_addresses='*' -c unix_socket_directories= -c max_connections=200 \
  -c shared_buffers=256MB -c wal_compression=on -c log_destination=stderr
