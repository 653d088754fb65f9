/* resident.c
 * How do tests run tshark many times without waiting each time until it has registered all its protocols?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later

 *
 * This is preloaded into a tshark whose only option is "-r" (LD_PRELOAD). It stays at the end of epan_init(), where
 * nothing else depends on arguments yet, and takes requests from the socket that listens as descriptor GODOT_LISTENER.
 * For each it forks a child, which goes on from there with the arguments of the request. tests/wireshark.py asks it,
 * and tshark.c does for programs that run tshark. Both use it for options that tshark reads later only.
 *
 * A request has the descriptors of standard input, output and error and of the working folder with its first byte, then
 * a length (4 bytes, as the processor has them) and so many bytes of texts, each ended by a zero byte: the arguments
 * from the program's name on, of which the one behind "-r" is the capture. The answer is two numbers: the child's exit
 * status, or the negative number of the signal that ended it, and the most memory that it had at once, in units of
 * 1,024 bytes. A child whose asker goes away is killed. The tshark that waits ends when its standard input does.
 */

#include <dlfcn.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What tshark calls in Wireshark's libraries. Their own types differ from release to release. */
int epan_init(void *progress, void *data, int load_plugins);
int ws_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index);
char *g_strdup(const char *text);

extern int         ws_optind;
extern const char *ws_optarg;

static int    argument_count;
static char **arguments;            /* of the request; NULL before one */
static char  *capture;              /* tshark's copy of what is behind its "-r", with room for any name */

enum { STREAMS = 3, DESCRIPTORS };      /* the last one is the working folder */

typedef struct {
    int      descriptors[DESCRIPTORS];
    uint32_t size;
    char    *texts;
} request_t;

/* Reads all of it. @return false at the end of the input */
static bool
resident_read(int connection, void *to, size_t size)
{
    char *at = (char *)to;

    while (size) {
        const ssize_t got = read(connection, at, size);

        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool
resident_read_descriptors(int connection, int *descriptors)
{
    char           byte;
    struct iovec   data = { &byte, 1 };
    union {
        struct cmsghdr head;
        char           bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
    } control;
    struct msghdr  message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };

    if (recvmsg(connection, &message, 0) != 1 || message.msg_controllen < sizeof control)
        return false;
    memcpy(descriptors, CMSG_DATA(&control.head), DESCRIPTORS * sizeof *descriptors);
    return true;
}

static bool
resident_read_request(int connection, request_t *request)
{
    if (!resident_read_descriptors(connection, request->descriptors) ||
        !resident_read(connection, &request->size, sizeof request->size) || !request->size)
        return false;
    request->texts = (char *)malloc(request->size);
    return request->texts && resident_read(connection, request->texts, request->size) &&
           !request->texts[request->size - 1];
}

/* Takes the place of a tshark that was started like this. */
static void
resident_become(const request_t *request)
{
    const char *end = request->texts + request->size;

    arguments = (char **)calloc(request->size + 1, sizeof *arguments);
    if (!arguments || fchdir(request->descriptors[STREAMS]) < 0)
        _exit(127);
    for (char *at = request->texts; at < end; at += strlen(at) + 1)
        arguments[argument_count++] = at;
    for (int i = 1; i < argument_count; i++)
        if (strcmp(arguments[i - 1], "-r") == 0)
            snprintf(capture, PATH_MAX, "%s", arguments[i]);
    for (int stream = 0; stream < STREAMS; stream++)
        dup2(request->descriptors[stream], stream);
    for (int i = 0; i < DESCRIPTORS; i++)
        close(request->descriptors[i]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* Waits until the child ends or the asker has gone, which ends the child. */
static void
resident_answer(int connection, pid_t child)
{
    struct pollfd waiting[] = {
        { .fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN }, { .fd = connection, .events = POLLRDHUP }
    };
    int           numbers[2], status;
    struct rusage used;

    poll(waiting, 2, -1);
    if (!waiting[0].revents)
        kill(child, SIGKILL);
    if (wait4(child, &status, 0, &used) < 0)
        _exit(1);
    numbers[0] = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    numbers[1] = (int)used.ru_maxrss;
    if (write(connection, numbers, sizeof numbers) < 0)
        _exit(1);
}

/* @return in the child that becomes tshark only */
static void
resident_take(int connection)
{
    request_t request;
    pid_t     child;

    signal(SIGCHLD, SIG_DFL);
    if (!resident_read_request(connection, &request))
        _exit(1);
    child = fork();
    if (child == 0) {
        close(connection);
        resident_become(&request);
        return;
    }
    for (int i = 0; i < DESCRIPTORS; i++)
        close(request.descriptors[i]);
    if (child > 0)
        resident_answer(connection, child);
    _exit(0);
}

/* @return in children only */
static void
resident_serve(int listener)
{
    struct pollfd waiting[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = listener, .events = POLLIN } };

    signal(SIGCHLD, SIG_IGN);       /* nobody waits for those that answer */
    unsetenv("LD_PRELOAD");
    while (poll(waiting, 2, -1) >= 0 && !waiting[0].revents) {
        const int   connection = accept(listener, NULL, NULL);
        const pid_t child = connection < 0 ? -1 : fork();

        if (child == 0) {
            close(listener);
            resident_take(connection);
            return;
        }
        close(connection);
    }
    _exit(0);
}

int
epan_init(void *progress, void *data, int load_plugins)
{
    int (*init)(void *, void *, int) = (int (*)(void *, void *, int))dlsym(RTLD_NEXT, "epan_init");
    const int done = init(progress, data, load_plugins);

    resident_serve(atoi(getenv("GODOT_LISTENER")));
    return done;
}

/* tshark copies the name of the capture before it registers its protocols. */
char *
g_strdup(const char *text)
{
    static char *(*copy)(const char *);
    char        *copied;

    if (!copy)
        copy = (char *(*)(const char *))dlsym(RTLD_NEXT, "g_strdup");
    if (capture || !text || text != ws_optarg)
        return copy(text);
    copied = (char *)malloc(PATH_MAX);      /* as g_malloc() does */
    snprintf(copied, PATH_MAX, "%s", text);
    return capture = copied;
}

/* tshark's own argc is 1, so it would not see a filter behind the options: then a fresh tshark is started. */
int
ws_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index)
{
    int (*next)(int, char *const *, const char *, const struct option *, int *) =
        (int (*)(int, char *const *, const char *, const struct option *, int *))dlsym(RTLD_NEXT, "ws_getopt_long");
    const int option = next(arguments ? argument_count : argc, arguments ? arguments : argv, letters, words, index);

    if (option == -1 && arguments && ws_optind < argument_count) {
        execvp(arguments[0], arguments);
        _exit(127);
    }
    return option;
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
