/* mbedtls_keys.c
 * Which keys does a program use that has Mbed TLS as a shared library? Loaded before it, for tools/record.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* As in Mbed TLS 3 (ssl.h): mbedtls_ssl_key_export_type and mbedtls_ssl_export_keys_t. */
static const char *const labels[] = {
    "CLIENT_RANDOM", "CLIENT_EARLY_TRAFFIC_SECRET", "EARLY_EXPORTER_SECRET", "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
    "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0",
};
typedef void export_keys_t(void *, int, const unsigned char *, size_t, const unsigned char[32], const unsigned char[32],
                           int);

static void
write_hex(FILE *file, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        fprintf(file, "%02x", bytes[i]);
}

static void
export_keys(void *unused, int type, const unsigned char *secret, size_t size, const unsigned char client_random[32],
            const unsigned char server_random[32], int prf)
{
    FILE *file = fopen(getenv("KEY_LOG"), "a");

    (void)unused, (void)server_random, (void)prf;
    if (!file || type < 0 || (size_t)type >= sizeof labels / sizeof *labels)
        return;
    fprintf(file, "%s ", labels[type]);
    write_hex(file, client_random, 32);
    fputc(' ', file);
    write_hex(file, secret, size);
    fputc('\n', file);
    fclose(file);
}

/* Replaces Mbed TLS's own function: calls it to set up the connection, and adds an exporter of keys. */
int
mbedtls_ssl_setup(void *ssl, const void *configuration)
{
    int (*setup)(void *, const void *) = (int (*)(void *, const void *))dlsym(RTLD_NEXT, "mbedtls_ssl_setup");
    void (*set_exporter)(void *, export_keys_t *, void *) =
        (void (*)(void *, export_keys_t *, void *))dlsym(RTLD_NEXT, "mbedtls_ssl_set_export_keys_cb");
    int result = setup(ssl, configuration);

    if (result == 0 && set_exporter && getenv("KEY_LOG"))
        set_exporter(ssl, export_keys, NULL);
    return result;
}
