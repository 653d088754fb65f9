/* project/gdscript-tokens.c
 * Which words, strings and marks does a GDScript source consist of? Knows the syntax of GDScript 2 (Godot 4) as far as
 * declarations need it.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "project/gdscript-tokens.h"

#define TAB_WIDTH 4
#define BOM "\xEF\xBB\xBF"     /* the mark for the byte order, as UTF-8 */

static bool
tokens_is_word_char(char c)
{
    return g_ascii_isalnum(c) || c == '_' || (c & 0x80);
}

static char
peek(const gdscript_lexer_t *lexer, size_t ahead)
{
    return (size_t)(lexer->end - lexer->at) > ahead ? lexer->at[ahead] : '\0';
}

static void
skip_comment(gdscript_lexer_t *lexer)
{
    while (lexer->at < lexer->end && *lexer->at != '\n')
        lexer->at++;
}

/* A backslash before the end of the line joins it with the next one. */
static bool
skip_continuation(gdscript_lexer_t *lexer)
{
    size_t length = peek(lexer, 1) == '\r' ? 3 : 2;

    if (*lexer->at != '\\' || peek(lexer, length - 1) != '\n')
        return false;
    lexer->at += length;
    return true;
}

/* Skips to the first character of a token, or to a line end that counts. A NUL is a blank, as in C#. */
static void
tokens_skip_blanks(gdscript_lexer_t *lexer)
{
    int column = 0;

    while (lexer->at < lexer->end) {
        char c = *lexer->at;

        if (c == '\n' && lexer->depth == 0)
            break;
        if (c == '#') {
            skip_comment(lexer);
            continue;
        }
        if (skip_continuation(lexer))
            continue;
        if (!g_ascii_isspace(c) && c != '\0')
            break;
        column += c == '\t' ? TAB_WIDTH : c == ' ';
        lexer->at++;
    }
    if (lexer->line_start)
        lexer->indent = column;
}

static void
tokens_take(gdscript_lexer_t *lexer, token_kind_t kind, size_t length)
{
    lexer->source.token.kind = kind;
    lexer->source.token.text = lexer->at;
    lexer->source.token.length = length;
    lexer->at += length;
}

/*
 * Takes a string. It may span lines, with tripled quotes or without. A backslash keeps the next character, in raw
 * strings too.
 */
static void
tokens_take_string(gdscript_lexer_t *lexer)
{
    char   quote = *lexer->at;
    size_t quotes = peek(lexer, 1) == quote && peek(lexer, 2) == quote ? 3 : 1;
    const char *p = lexer->at + quotes;

    lexer->source.token.kind = TOKEN_STRING;
    lexer->source.token.text = p;
    for (; p < lexer->end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == quote && (quotes == 1 ||
                 (lexer->end - p >= 3 && p[1] == quote && p[2] == quote)))
            break;
    }
    p = MIN(p, lexer->end);
    lexer->source.token.length = (size_t)(p - lexer->source.token.text);
    lexer->at = p + MIN(quotes, (size_t)(lexer->end - p));
}

static size_t
word_length(const gdscript_lexer_t *lexer, size_t from, bool number)
{
    size_t n = from;

    while (lexer->at + n < lexer->end && (tokens_is_word_char(lexer->at[n]) || (number && lexer->at[n] == '.')))
        n++;
    return n;
}

static bool
is_quote(char c)
{
    return c == '"' || c == '\'';
}

static void
tokens_take_mark(gdscript_lexer_t *lexer)
{
    char c = *lexer->at;

    if ((c == ')' || c == ']' || c == '}') && lexer->depth > 0)
        lexer->depth--;
    lexer->source.token.depth = lexer->depth;
    if (c == '(' || c == '[' || c == '{')
        lexer->depth++;
    tokens_take(lexer, TOKEN_MARK, 1);
}

static void
tokens_next(gdscript_source_t *source)
{
    gdscript_lexer_t *lexer = (gdscript_lexer_t *)source;     /* its first member */
    token_t *token = &lexer->source.token;

    tokens_skip_blanks(lexer);
    token->prefix = '\0';
    token->depth = lexer->depth;
    token->indent = lexer->indent;
    char c = peek(lexer, 0), second = peek(lexer, 1);
    lexer->line_start = c == '\n';
    if (lexer->at >= lexer->end) {
        tokens_take(lexer, TOKEN_END, 0);
    } else if (c == '\n') {
        tokens_take(lexer, TOKEN_NEWLINE, 1);
    } else if (is_quote(c)) {
        tokens_take_string(lexer);
    } else if ((c == 'r' || c == '&' || c == '^') && is_quote(second)) {
        lexer->at++;
        token->prefix = c;
        tokens_take_string(lexer);
    } else if (g_ascii_isdigit(c)) {
        tokens_take(lexer, TOKEN_NUMBER, word_length(lexer, 0, true));
    } else if (tokens_is_word_char(c)) {
        tokens_take(lexer, TOKEN_WORD, word_length(lexer, 0, false));
    } else if (c == '@') {
        lexer->at++;
        tokens_take(lexer, TOKEN_ANNOTATION, word_length(lexer, 0, false));
    } else {
        tokens_take_mark(lexer);
    }
}

void
gdscript_lexer_init(gdscript_lexer_t *lexer, const char *text, size_t length)
{
    memset(lexer, 0, sizeof *lexer);
    lexer->source.next = tokens_next;
    lexer->at = text;
    lexer->end = text + length;
    if (length >= strlen(BOM) && memcmp(text, BOM, strlen(BOM)) == 0)
        lexer->at += strlen(BOM);
    lexer->line_start = true;
    tokens_next(&lexer->source);
}

bool
gdscript_at_mark(const gdscript_source_t *source, char mark)
{
    return source->token.kind == TOKEN_MARK && *source->token.text == mark;
}

bool
gdscript_at_word(const gdscript_source_t *source, const char *word)
{
    return source->token.kind == TOKEN_WORD && strlen(word) == source->token.length &&
           memcmp(word, source->token.text, source->token.length) == 0;
}

/* Appends one escape sequence; p is after the backslash. Returns how many characters it takes. */
static size_t
append_escape(GString *text, const char *p, const char *end)
{
    static const char letters[] = "ntrabfv", meant[] = "\n\t\r\a\b\f\v";
    const char *found = strchr(letters, *p);
    size_t      digits = *p == 'u' ? 4 : *p == 'U' ? 6 : 0;

    if (digits && (size_t)(end - p) > digits) {
        char     hex[8] = { 0 };
        gunichar point;

        memcpy(hex, p + 1, digits);
        point = (gunichar)g_ascii_strtoull(hex, NULL, 16);
        if (point && g_unichar_validate(point))
            g_string_append_unichar(text, point);
        return 1 + digits;
    }
    g_string_append_c(text, found ? meant[found - letters] : *p);     /* NUL means itself */
    return 1;
}

char *
gdscript_token_text(const token_t *token)
{
    const char *p = token->text, *end = p + token->length;

    if (token->prefix == 'r' || token->is_plain || !memchr(p, '\\', token->length))
        return g_strndup(p, token->length);
    GString *text = g_string_sized_new(token->length);
    while (p < end) {
        if (*p == '\\' && p + 1 < end)
            p += 1 + append_escape(text, p + 1, end);
        else
            g_string_append_c(text, *p++);
    }
    return g_string_free(text, false);
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
