#!/bin/sh
# Makes a certificate authority for one cluster, and a certificate for each machine of PostgreSQL:
#   ./certificates.sh FOLDER ADDRESS…
# A certificate is also one for 127.0.0.1, where HAProxy leads to the machine. Keep `ca.key` offline.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"

key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'
# shellcheck disable=SC2086
openssl req -x509 $key -days 3650 -subj '/CN=PostgreSQL of Latchkey' -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.crt
for address; do
  # etcd calls itself with its own certificate, so it is one of a client, too.
  printf 'subjectAltName=IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$address" > extensions
  # shellcheck disable=SC2086
  openssl req $key -subj "/CN=$address" -keyout "$address.key" -out request
  openssl x509 -req -in request -CA ca.crt -CAkey ca.key -CAcreateserial -days 825 -extfile extensions -out "$address.crt"
  rm extensions request
done
chmod 644 ./*.crt
