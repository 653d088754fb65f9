#!/bin/sh
# A TLS or DTLS server that keeps a key log: the engine itself has none.
# SPDX-License-Identifier: GPL-2.0-or-later
# tls_server.sh PORT [OPTION of openssl s_server...]; the key log is $(dirname "$TRUTH_FILE")/keys.txt
set -eu
port=$1
shift
folder=$(dirname "$TRUTH_FILE")
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$folder/key.pem" -out "$folder/cert.pem" -days 2 -subj /CN=localhost
# It ends at the end of its input: this one never does.
mkfifo "$folder/input"
exec 3<>"$folder/input"
exec openssl s_server -accept "$port" -key "$folder/key.pem" -cert "$folder/cert.pem" -keylogfile "$folder/keys.txt" -quiet "$@" <&3
