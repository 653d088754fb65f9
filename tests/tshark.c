/* tshark.c
 * How do tests of programs that run tshark not wait each time until it has registered all its protocols?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later

 *
 * This is called "tshark" in a folder of the tests. It asks the tshark that waits at GODOT_SOCKET (resident.c), or
 * becomes the one that GODOT_TSHARK names if none waits, or if there are arguments that tshark reads too early.
 */

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* What tshark reads after that: options without a value, and those with one. */
#define LATE_SWITCHES   "2lnq"
#define LATE_OPTIONS    "ERFTYcdeorwzJ"

/* @return whether the arguments are a capture that can be read, and late options, or ask which statistics there are */
static bool
tshark_can_ask(int count, char **arguments)
{
    int captures = 0, helps = 0;

    for (int i = 1; i < count; i++) {
        const char *word = arguments[i];

        if (word[0] != '-' || strlen(word) != 2)
            return false;
        if (strchr(LATE_SWITCHES, word[1]))
            continue;
        if (!strchr(LATE_OPTIONS, word[1]) || ++i == count)
            return false;
        captures += word[1] == 'r' && access(arguments[i], R_OK) == 0;
        helps += word[1] == 'z' && strcmp(arguments[i], "help") == 0;
    }
    return captures + helps == 1;
}

/* @return a connection, or a negative number */
static int
tshark_connect(const char *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const int          connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", name ? name : "");
    return connection >= 0 && connect(connection, (struct sockaddr *)&address, sizeof address) < 0 ? -1 : connection;
}

static bool
tshark_ask(int connection, int count, char **arguments)
{
    const int      descriptors[] = { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, open(".", O_RDONLY | O_DIRECTORY) };
    const uint32_t size = (uint32_t)(arguments[count - 1] + strlen(arguments[count - 1]) + 1 - arguments[0]);
    struct iovec   data[] = { { (char[]) { 0 }, 1 }, { (void *)&size, sizeof size }, { arguments[0], size } };
    union {
        struct cmsghdr head;
        char           bytes[CMSG_SPACE(sizeof descriptors)];
    } control = { .head = { CMSG_LEN(sizeof descriptors), SOL_SOCKET, SCM_RIGHTS } };
    struct msghdr  message = {
        .msg_iov = data, .msg_iovlen = 3, .msg_control = &control, .msg_controllen = sizeof control
    };

    memcpy(CMSG_DATA(&control.head), descriptors, sizeof descriptors);
    return sendmsg(connection, &message, 0) == (ssize_t)(1 + sizeof size + size);
}

int
main(int count, char **arguments)
{
    const char *program = getenv("GODOT_TSHARK");
    const int   connection = tshark_can_ask(count, arguments) ? tshark_connect(getenv("GODOT_SOCKET")) : -1;
    int         numbers[2];

    if (connection >= 0 && tshark_ask(connection, count, arguments)) {
        if (read(connection, numbers, sizeof numbers) != (ssize_t)sizeof numbers)
            return 127;
        if (numbers[0] >= 0)
            return numbers[0];
        signal(-numbers[0], SIG_DFL);
        raise(-numbers[0]);
    }
    arguments[0] = (char *)"tshark";
    execv(program ? program : "/usr/bin/tshark", arguments);
    return 127;
}

/*
 * Editor modelines
 *
 * Local Variables:
 * c-basic-offset: 4
 * tab-width: 8
 * indent-tabs-mode: nil
 * End:
 *
 * ex: set shiftwidth=4 tabstop=8 expandtab:
 * :indentSize=4:tabSize=8:noTabs=true:
 */
