/* libintl.h
 * What does GLib want of a library of translations, where there are none?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBINTL_H
#define LIBINTL_H

char *gettext(const char *text);
char *dgettext(const char *domain, const char *text);
char *dcgettext(const char *domain, const char *text, int category);
char *ngettext(const char *one, const char *more, unsigned long count);
char *dngettext(const char *domain, const char *one, const char *more, unsigned long count);
char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *folder);
char *bind_textdomain_codeset(const char *domain, const char *codeset);

#endif /* LIBINTL_H */
