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
 * This is preloaded into a tshark whose first option is "-r" (LD_PRELOAD). It stays where tshark begins to read its
 * options for the second time: all protocols are registered and all preferences read, and nothing has depended on
 * options yet. It takes requests from the socket that listens as descriptor GODOT_LISTENER. For each it forks a child,
 * which goes on from there with the arguments of the request. tests/wireshark.py asks it, and tshark.c does for
 * programs that run tshark. Both use it for options that tshark reads this late only.
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
void epan_cleanup(void);
int ws_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index);
char *g_strdup(const char *text);

extern int         ws_optind;
extern const char *ws_optarg;

static int    registered;           /* what epan_init() returned: are all protocols there? */
static int    argument_count;
static char **arguments;            /* of the request; NULL before one */
static char  *capture;              /* tshark's copy of what is behind its "-r", with room for any name */

/* What is waited for: each child has a place, and the first place is that of the tshark that waits. */
enum { PLACES = 32 };
enum { INPUT, LISTENER };
enum { PROCESS, ASKER, WAITED };
static struct pollfd waiting[PLACES * WAITED];
static pid_t         children[PLACES];      /* 0: the place is free */

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

/* Begins what is asked over this connection. @return true in the child that becomes tshark only */
static bool
resident_take(int place, int connection)
{
    request_t   request;
    const pid_t child = resident_read_request(connection, &request) ? fork() : -1;

    if (child == 0) {
        resident_become(&request);
        return true;
    }
    if (child < 0) {
        close(connection);
        return false;
    }
    for (int i = 0; i < DESCRIPTORS; i++)
        close(request.descriptors[i]);
    free(request.texts);
    children[place] = child;
    waiting[place * WAITED + PROCESS].fd = (int)syscall(SYS_pidfd_open, child, 0);
    waiting[place * WAITED + ASKER].fd = connection;
    return false;
}

/* Answers when the child has ended. One whose asker has gone is ended. */
static void
resident_answer(int place)
{
    int           numbers[2], status;
    struct rusage used;

    if (!waiting[place * WAITED + PROCESS].revents)
        kill(children[place], SIGKILL);
    if (wait4(children[place], &status, 0, &used) < 0)
        _exit(1);
    numbers[0] = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    numbers[1] = (int)used.ru_maxrss;
    send(waiting[place * WAITED + ASKER].fd, numbers, sizeof numbers, MSG_NOSIGNAL);
    for (int i = 0; i < WAITED; i++) {
        close(waiting[place * WAITED + i].fd);
        waiting[place * WAITED + i].fd = -1;      /* poll() passes it over */
    }
    children[place] = 0;
}

/* @return in children only */
static void
resident_serve(int listener)
{
    unsetenv("LD_PRELOAD");
    for (int i = 0; i < PLACES; i++) {
        waiting[i * WAITED + PROCESS] = (struct pollfd) { .fd = -1, .events = POLLIN };
        waiting[i * WAITED + ASKER] = (struct pollfd) { .fd = -1, .events = POLLRDHUP };
    }
    for (;;) {
        int place = 0;

        for (int i = 1; i < PLACES; i++) {
            if (children[i] && (waiting[i * WAITED + PROCESS].revents || waiting[i * WAITED + ASKER].revents))
                resident_answer(i);
            if (!children[i])
                place = i;
        }
        waiting[INPUT] = (struct pollfd) { .fd = STDIN_FILENO, .events = POLLIN };
        waiting[LISTENER] = (struct pollfd) { .fd = place ? listener : -1, .events = POLLIN };
        if (poll(waiting, PLACES * WAITED, -1) < 0 || waiting[INPUT].revents)
            _exit(0);
        if (waiting[LISTENER].revents && resident_take(place, accept(listener, NULL, NULL)))
            return;
    }
}

int
epan_init(void *progress, void *data, int load_plugins)
{
    int (*init)(void *, void *, int) = (int (*)(void *, void *, int))dlsym(RTLD_NEXT, "epan_init");

    registered = init(progress, data, load_plugins);
    return registered;
}

/* What all protocols registered is not freed by each child: it would first get a copy of each page of memory. */
void
epan_cleanup(void)
{
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
    int option;

    if (registered && !arguments)
        resident_serve(atoi(getenv("GODOT_LISTENER")));
    option = next(arguments ? argument_count : argc, arguments ? arguments : argv, letters, words, index);

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
