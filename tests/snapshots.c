/* snapshots.c
 * How are the instructions of parts of a run counted, with one start of valgrind?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later

 *
 * This is preloaded (LD_PRELOAD) into a program that valgrind runs. When a child ends that the program has forked,
 * valgrind prints the count of the child, which begins with that of its parent. tests/measure.py reads these lines.
 *
 * GODOT_SNAPSHOTS="7 9" makes a tshark without "-2" fork a child that ends at once, after frame 7 and after frame 9.
 * GODOT_EACH=NAME makes the program of this name do its work for each of its arguments in a child of its own: after the
 * first one, which all have.
 */

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What tshark calls in Wireshark's library after it has printed a frame. */
void epan_dissect_reset(void *dissection);

/* @return in the child; and in the parent, when the child has ended */
static pid_t
snapshots_fork(void)
{
    const pid_t child = fork();

    if (child < 0)
        _exit(1);
    if (child > 0)
        waitpid(child, NULL, 0);
    return child;
}

void
epan_dissect_reset(void *dissection)
{
    static void (*reset)(void *);
    static unsigned long frame;
    static char *wanted;

    if (!reset) {
        reset = (void (*)(void *))dlsym(RTLD_NEXT, "epan_dissect_reset");
        wanted = getenv("GODOT_SNAPSHOTS");
    }
    reset(dissection);
    if (!wanted || ++frame != strtoul(wanted, NULL, 10))
        return;
    strtoul(wanted, &wanted, 10);
    if (snapshots_fork() == 0)
        _exit(0);
}

/* GNU's C library calls it with what main() gets, before main(). */
__attribute__((constructor)) static void
snapshots_for_each_argument(int count, char **arguments)
{
    const char *program = getenv("GODOT_EACH");

    if (!program || strcmp(program, program_invocation_short_name) != 0)
        return;
    for (int i = 2; i < count; i++)
        if (snapshots_fork() == 0) {
            arguments[2] = arguments[i];
            arguments[3] = NULL;    /* the program looks for the end, not at the count */
            return;
        }
    _exit(0);
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
