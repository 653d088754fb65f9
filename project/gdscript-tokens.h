/* project/gdscript-tokens.h
 * Which words, strings and marks does a GDScript source consist of?
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
    TOKEN_STRING,       /* text is between the quotes, with its escapes */
    TOKEN_ANNOTATION,   /* text is the name after the @ */
    TOKEN_MARK          /* any other single character */
} token_kind_t;

typedef struct {
    token_kind_t kind;
    const char  *text;
    size_t       length;
    char         prefix;    /* for a string: 'r', '&', '^', or 0 */
    bool         is_plain;  /* a string without escapes, even if it seems to have some */
    int          depth;     /* number of brackets that are open before an opening one, or after a closing one */
    int          indent;    /* column at which the logical line begins */
} token_t;

/* A source of tokens: a text, or a compiled script. */
typedef struct _gdscript_source gdscript_source_t;
struct _gdscript_source {
    token_t token;                              /* the current token */
    void  (*next)(gdscript_source_t *source);   /* goes on to the next token; stays at TOKEN_END */
};

typedef struct {
    gdscript_source_t source;
    const char       *at, *end;
    int               depth;
    int               indent;
    bool              line_start;
} gdscript_lexer_t;

/** Begins; the current token is the first one. The text is borrowed and need not end in NUL. */
void gdscript_lexer_init(gdscript_lexer_t *lexer, const char *text, size_t length);

/** Tells whether the current token is this mark. */
bool gdscript_at_mark(const gdscript_source_t *source, char mark);

/** Tells whether the current token is this word. */
bool gdscript_at_word(const gdscript_source_t *source, const char *word);

/** Returns the text of a token, with a string's escapes undone. @return owned by the caller */
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
