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
 * This is preloaded into a tshark without arguments (LD_PRELOAD). It stays at the end of epan_init(), where nothing
 * depends on arguments yet, and forks a child for each request, which goes on from there with the arguments of the
 * request. tests/wireshark.py uses it for options that tshark reads later only.
 *
 * A request on standard input is a length (4 bytes, as the processor has them) and so many bytes of texts, each ended
 * by a zero byte: the files for standard output and error, and the arguments from the program's name on. The answer on
 * standard output is a line: the child's exit status, or the negative number of the signal that ended it, and the most
 * memory that it had at once, in units of 1,024 bytes.
 */

#include <dlfcn.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What tshark calls in Wireshark's libraries. Their own types differ from release to release. */
int epan_init(void *progress, void *data, int load_plugins);
int ws_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index);

extern int ws_optind;

static int    argument_count;
static char **arguments;            /* of the request; NULL before one */

/* Reads all of it. @return false at the end of the input */
static bool
resident_read(void *to, size_t size)
{
    char *at = (char *)to;

    while (size) {
        const ssize_t got = read(STDIN_FILENO, at, size);

        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static void
resident_redirect(int stream, const char *file, int flags)
{
    const int opened = open(file, flags, 0644);

    if (opened < 0 || dup2(opened, stream) < 0)
        _exit(127);
    close(opened);
}

/* Takes the place of a tshark that was started with these texts, which it keeps. */
static void
resident_become(char *texts, size_t size)
{
    char **all = (char **)calloc(size + 1, sizeof *all);

    for (char *at = texts; all && at < texts + size; at += strlen(at) + 1)
        all[argument_count++] = at;
    if (argument_count < 3 || texts[size - 1])
        _exit(127);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    resident_redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    resident_redirect(STDOUT_FILENO, all[0], O_WRONLY | O_CREAT | O_TRUNC);
    resident_redirect(STDERR_FILENO, all[1], O_WRONLY | O_CREAT | O_TRUNC);
    arguments = all + 2;
    argument_count -= 2;
}

/* Returns in each child. */
static void
resident_serve(void)
{
    uint32_t size;

    while (resident_read(&size, sizeof size)) {
        char *texts = (char *)malloc(size);
        struct rusage used;
        pid_t child;
        int   status = 0;

        if (!size || !texts || !resident_read(texts, size))
            _exit(1);
        child = fork();
        if (child == 0) {
            resident_become(texts, size);
            return;
        }
        free(texts);
        if (child < 0 || wait4(child, &status, 0, &used) < 0)
            _exit(1);
        dprintf(STDOUT_FILENO, "%d %ld\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
                used.ru_maxrss);
    }
    _exit(0);
}

int
epan_init(void *progress, void *data, int load_plugins)
{
    int (*init)(void *, void *, int) = (int (*)(void *, void *, int))dlsym(RTLD_NEXT, "epan_init");
    const int done = init(progress, data, load_plugins);

    resident_serve();
    return done;
}

/* tshark's own argc is 1, so it would not see a filter behind the options: then a fresh tshark is started. */
int
ws_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index)
{
    int (*next)(int, char *const *, const char *, const struct option *, int *) =
        (int (*)(int, char *const *, const char *, const struct option *, int *))dlsym(RTLD_NEXT, "ws_getopt_long");
    const int option = next(arguments ? argument_count : argc, arguments ? arguments : argv, letters, words, index);

    if (option == -1 && arguments && ws_optind < argument_count) {
        unsetenv("LD_PRELOAD");
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
