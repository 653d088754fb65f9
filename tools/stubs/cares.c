/* cares.c
 * What does Wireshark call to look up names of addresses? Nobody asks for a name, so it only has to link with these.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define FAILS 1
#define STUB(name) int name(void); int name(void) { return FAILS; }

STUB(ares_library_init)
STUB(ares_library_cleanup)
STUB(ares_init_options)
STUB(ares_destroy)
STUB(ares_cancel)
STUB(ares_fds)
STUB(ares_process)
STUB(ares_timeout)
STUB(ares_set_servers_ports)
STUB(ares_gethostbyname)
STUB(ares_gethostbyaddr)

const char *ares_version(int *number);

const char *
ares_version(int *number)
{
    if (number)
        *number = 0;
    return "0";
}
