/* intl.c
 * How does a text read that nobody translates?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "libintl.h"

char *
gettext(const char *text)
{
    return (char *)text;
}

char *
dgettext(const char *domain, const char *text)
{
    (void)domain;
    return (char *)text;
}

char *
dcgettext(const char *domain, const char *text, int category)
{
    (void)category;
    return dgettext(domain, text);
}

char *
ngettext(const char *one, const char *more, unsigned long count)
{
    return (char *)(count == 1 ? one : more);
}

char *
dngettext(const char *domain, const char *one, const char *more, unsigned long count)
{
    (void)domain;
    return ngettext(one, more, count);
}

char *
textdomain(const char *domain)
{
    return (char *)domain;
}

char *
bindtextdomain(const char *domain, const char *folder)
{
    (void)domain;
    return (char *)folder;
}

char *
bind_textdomain_codeset(const char *domain, const char *codeset)
{
    (void)domain;
    return (char *)codeset;
}
