/* project/gdscript-tokens.h
 * Which words, strings and marks is a GDScript source made of?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_GDSCRIPT_TOKENS_H
#define PROJECT_GDSCRIPT_TOKENS_H

#include <stdbool.h>
#include <glib.h>

typedef enum {
    TOKEN_END,
    TOKEN_NEWLINE,      /* end of a logical line: not inside brackets, not after a backslash */
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_STRING,       /* text is what stands between the quotes, escapes untouched */
    TOKEN_ANNOTATION,   /* text is the name behind the @ */
    TOKEN_MARK          /* one character of anything else */
} token_kind_t;

typedef struct {
    token_kind_t kind;
    const char  *text;
    size_t       length;
    char         prefix;    /* of a string: 'r', '&', '^', or 0 */
    bool         is_plain;  /* a string without escapes, whatever it looks like */
    int          depth;     /* open brackets before an opening one and after a closing one */
    int          indent;    /* column at which the logical line begins */
} token_t;

/* Where tokens come from: a text, or a compiled script. */
typedef struct _gdscript_source gdscript_source_t;
struct _gdscript_source {
    token_t token;                              /* the current one */
    void  (*next)(gdscript_source_t *source);   /* go on; stays at TOKEN_END */
};

typedef struct {
    gdscript_source_t source;
    const char       *at, *end;
    int               depth;
    int               indent;
    bool              line_start;
} gdscript_lexer_t;

/** Begin; the current token is the first one. The text is borrowed and need not end in NUL. */
void gdscript_lexer_init(gdscript_lexer_t *lexer, const char *text, size_t length);

/** Is the current token this mark? */
bool gdscript_at_mark(const gdscript_source_t *source, char mark);

/** Is the current token this word? */
bool gdscript_at_word(const gdscript_source_t *source, const char *word);

/** The text of a token, a string's escapes undone. @return owned by the caller */
char *gdscript_token_text(const token_t *token);

#endif /* PROJECT_GDSCRIPT_TOKENS_H */

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
