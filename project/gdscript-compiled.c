/* project/gdscript-compiled.c
 * Which words, strings and marks is a compiled GDScript file made of?
 * Format: modules/gdscript/gdscript_tokenizer_buffer.cpp, set_code_buffer() and scan().
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
#include <zstd.h>

#include "project/bytes.h"
#include "project/gdscript-compiled.h"

#define MAGIC           0x43534447U     /* "GDSC" */
#define VERSION_4_3     100U
#define VERSION_4_5     101U
#define TYPE_MASK       0x7FU
#define WIDE            0x80U           /* in a token's first byte: four bytes, not one, come before the line */
#define IDENTIFIER_MASK 0xB6B6B6B6U

/*
 * GDScriptTokenizer::Token::Type of 4.3, with the spelling of the source; names and literals are elsewhere, and what
 * comes behind these means nothing in a script. 4.5 inserted "...".
 */
enum { TYPE_ANNOTATION = 1, TYPE_IDENTIFIER = 2, TYPE_LITERAL = 3, TYPE_REST_4_5 = 83 };
static const char *const words[] = {
    "?", "?", "?", "?", "<", "<=", ">", ">=", "==", "!=", "and", "or", "not", "&&", "||", "!", "&", "|", "~", "^", "<<",
    ">>", "+", "-", "*", "**", "/", "%", "=", "+=", "-=", "*=", "**=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "if",
    "elif", "else", "for", "while", "break", "continue", "pass", "return", "match", "when", "as", "assert", "await",
    "breakpoint", "class", "class_name", "const", "enum", "extends", "func", "in", "is", "namespace", "preload", "self",
    "signal", "static", "super", "trait", "var", "void", "yield", "[", "]", "{", "}", "(", ")", ",", ";", ".", "..", ":",
    "$", "->", "_", "?", "?", "?", "PI", "TAU", "INF", "NAN",
};

typedef struct {
    gdscript_source_t source;
    godot_files_t    *files;
    const char       *path;         /* the file's resource path */
    char             *content;      /* content of a compressed file, or NULL */
    GStringChunk     *strings;
    GPtrArray        *identifiers;  /* char *, borrowed from strings */
    GArray           *constants;    /* elements of token_t */
    uint32_t         *columns;      /* column of each token that begins a line, from 1; 0 for all others; then one more */
    uint32_t          version, count, index;
    godot_bytes_t     rest;         /* tokens still to come */
    const char       *marks;        /* characters of an operator that are still to come */
    int               depth, indent;
    size_t            told;         /* length of names and literals so far: they are stored once and used often */
    bool              line_told;    /* the TOKEN_NEWLINE of the current token's line was returned */
} compiled_t;

/* ---- Tokens ---- */

static void
set_token(compiled_t *compiled, token_kind_t kind, const char *text, size_t length)
{
    compiled->told += length;
    compiled->source.token = (token_t){ .kind = kind, .text = text, .length = length,
                                        .depth = compiled->depth, .indent = compiled->indent };
}

/* In a source each character is a mark of its own. */
static void
compiled_take_mark(compiled_t *compiled)
{
    char c = *compiled->marks;

    if ((c == ')' || c == ']' || c == '}') && compiled->depth > 0)
        compiled->depth--;
    set_token(compiled, TOKEN_MARK, compiled->marks++, 1);
    if (c == '(' || c == '[' || c == '{')
        compiled->depth++;
}

static void
take_word(compiled_t *compiled, uint32_t type)
{
    const char *word;

    if (compiled->version >= VERSION_4_5 && type >= TYPE_REST_4_5)
        word = type == TYPE_REST_4_5 ? "..." : type - 1 < G_N_ELEMENTS(words) ? words[type - 1] : "?";
    else
        word = type < G_N_ELEMENTS(words) ? words[type] : "?";
    if (g_ascii_isalpha(*word) || *word == '_') {
        set_token(compiled, TOKEN_WORD, word, strlen(word));
    } else {
        compiled->marks = word;
        compiled_take_mark(compiled);
    }
}

static void
compiled_take_name(compiled_t *compiled, token_kind_t kind, uint32_t index)
{
    const char *name = index < compiled->identifiers->len ? (const char *)g_ptr_array_index(compiled->identifiers, index) : "";

    if (*name == '@')       /* of an annotation */
        name++;
    set_token(compiled, kind, name, strlen(name));
}

static void
take_literal(compiled_t *compiled, uint32_t index)
{
    if (index < compiled->constants->len) {
        token_t *literal = &g_array_index(compiled->constants, token_t, index);
        set_token(compiled, literal->kind, literal->text, literal->length);
        compiled->source.token.prefix = literal->prefix;
        compiled->source.token.is_plain = true;
    } else {
        compiled_take_name(compiled, TOKEN_WORD, G_MAXUINT32);
    }
}

static void
take_token(compiled_t *compiled)
{
    bool     wide = *compiled->rest.at & WIDE;      /* has_tokens() saw that it is there */
    uint32_t value = wide ? godot_bytes_u32(&compiled->rest) : *compiled->rest.at;
    uint32_t type = value & TYPE_MASK, index = value >> 8;

    godot_bytes_take(&compiled->rest, wide ? 4 : 5);    /* the line's number, and a byte that was only looked at */
    compiled->index++;
    if (type == TYPE_IDENTIFIER)
        compiled_take_name(compiled, TOKEN_WORD, index);
    else if (type == TYPE_ANNOTATION)
        compiled_take_name(compiled, TOKEN_ANNOTATION, index);
    else if (type == TYPE_LITERAL)
        take_literal(compiled, index);
    else
        take_word(compiled, type);
}

/* Goes on to the next token. Line ends are not stored, but where lines begin is; inside brackets they do not count. */
static void
compiled_next(gdscript_source_t *source)
{
    compiled_t *compiled = (compiled_t *)source;    /* its first member */
    uint32_t    column = compiled->columns[compiled->index];

    if (*compiled->marks) {
        compiled_take_mark(compiled);
    } else if (compiled->index >= compiled->count) {
        set_token(compiled, TOKEN_END, "", 0);
    } else if (compiled->told > GODOT_MAX_REPEATED) {
        godot_files_limit(compiled->files, GODOT_LIMIT_REPEATED, compiled->path);
        set_token(compiled, TOKEN_END, "", 0);
    } else if (column && compiled->depth == 0 && !compiled->line_told) {
        compiled->indent = (int)MIN(column - 1, (uint32_t)G_MAXINT16);
        compiled->line_told = true;
        set_token(compiled, TOKEN_NEWLINE, "\n", 1);
    } else {
        compiled->line_told = false;
        take_token(compiled);
    }
}

/* ---- Names and constants ---- */

/* Reads code points of 32 bits. */
static void
read_identifier(compiled_t *compiled, godot_bytes_t *bytes)
{
    uint32_t      length = godot_bytes_u32(bytes);
    const void   *from = godot_bytes_take(bytes, (uint64_t)length * sizeof(uint32_t));
    godot_bytes_t points = godot_bytes(from ? from : "", from ? (size_t)length * sizeof(uint32_t) : 0);
    GString      *text = g_string_new(NULL);

    while (godot_bytes_left(&points)) {
        gunichar point = godot_bytes_u32(&points) ^ IDENTIFIER_MASK;
        g_string_append_unichar(text, point && g_unichar_validate(point) ? point : 0xFFFD);
    }
    g_ptr_array_add(compiled->identifiers, g_string_chunk_insert(compiled->strings, text->str));
    g_string_free(text, true);
}

/* A string's bytes are padded to four (docs/wire/variant.md, 3). */
static char *
compiled_take_string(godot_bytes_t *bytes)
{
    uint32_t length = godot_bytes_u32(bytes);
    char    *text = godot_bytes_text(bytes, length);

    godot_bytes_take(bytes, (4 - length % 4) % 4);
    return text;
}

/* Reads a path; only its type matters. */
static char *
take_path(godot_bytes_t *bytes)
{
    uint32_t names = godot_bytes_u32(bytes) & 0x7FFFFFFF, subnames = godot_bytes_u32(bytes);

    godot_bytes_u32(bytes);     /* is it absolute? */
    for (uint64_t i = 0; i < (uint64_t)names + subnames && !bytes->failed; i++)
        g_free(compiled_take_string(bytes));
    return g_strdup("");
}

static char *
write_float(double value)
{
    char  text[G_ASCII_DTOSTR_BUF_SIZE];
    char *written = g_ascii_dtostr(text, sizeof text, value);

    return g_strconcat(written, strpbrk(written, ".e") ? "" : ".0", NULL);
}

static char *
take_number(godot_bytes_t *bytes, bool is_float, bool wide)
{
    union { uint64_t bits; double real; } eight = { .bits = wide ? godot_bytes_u64(bytes) : 0 };
    union { uint32_t bits; float real; }  four = { .bits = wide ? 0 : godot_bytes_u32(bytes) };

    if (is_float)
        return write_float(wide ? eight.real : (double)four.real);
    return g_strdup_printf("%" G_GINT64_FORMAT, wide ? (gint64)eight.bits : (gint64)(gint32)four.bits);
}

/*
 * Reads one of the Variants that literals may be. @return false if it is another one: what follows cannot be found then
 */
static bool
compiled_read_constant(compiled_t *compiled, godot_bytes_t *bytes)
{
    enum { NIL = 0, BOOL = 1, INT = 2, FLOAT = 3, STRING = 4, STRING_NAME = 21, NODE_PATH = 22, IS_64 = 1 << 16 };
    uint32_t header = godot_bytes_u32(bytes), type = header & 0xFF;
    token_t  token = { .kind = TOKEN_WORD };
    char    *text = NULL;

    if (type == NIL) {
        text = g_strdup("null");
    } else if (type == BOOL) {
        text = g_strdup(godot_bytes_u32(bytes) ? "true" : "false");
    } else if (type == INT || type == FLOAT) {
        token.kind = TOKEN_NUMBER;
        text = take_number(bytes, type == FLOAT, (header & IS_64) != 0);
    } else if (type == STRING || type == STRING_NAME || type == NODE_PATH) {
        token.kind = TOKEN_STRING;
        token.prefix = type == STRING_NAME ? '&' : type == NODE_PATH ? '^' : '\0';
        text = type == NODE_PATH ? take_path(bytes) : compiled_take_string(bytes);
    }
    if (!text)
        return false;
    token.text = g_string_chunk_insert(compiled->strings, text);
    token.length = strlen(token.text);
    g_array_append_val(compiled->constants, token);
    g_free(text);
    return true;
}

/* Reads pairs of a token's index and its line, then such pairs with the column. */
static void
read_columns(compiled_t *compiled, godot_bytes_t *bytes, uint32_t lines)
{
    godot_bytes_take(bytes, (uint64_t)lines * 8);
    for (uint32_t i = 0; i < lines && !bytes->failed; i++) {
        uint32_t index = godot_bytes_u32(bytes), column = godot_bytes_u32(bytes);
        if (index < compiled->count)
            compiled->columns[index] = column;
    }
}

/* Tells whether all tokens are there. If not, the engine reads none. */
static bool
has_tokens(godot_bytes_t bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        godot_bytes_take(&bytes, godot_bytes_left(&bytes) && *bytes.at & WIDE ? 8 : 5);
    return !bytes.failed;
}

static bool
read_contents(compiled_t *compiled, godot_bytes_t bytes)
{
    uint32_t identifiers = godot_bytes_u32(&bytes), constants = godot_bytes_u32(&bytes), lines = godot_bytes_u32(&bytes);

    if (compiled->version < VERSION_4_5)
        godot_bytes_u32(&bytes);
    compiled->count = godot_bytes_u32(&bytes);
    if (compiled->count > godot_bytes_left(&bytes) / 5)     /* no token takes less */
        return false;
    compiled->columns = g_new0(uint32_t, compiled->count + 1);
    for (uint32_t i = 0; i < identifiers && !bytes.failed; i++)
        read_identifier(compiled, &bytes);
    for (uint32_t i = 0; i < constants && !bytes.failed; i++)
        if (!compiled_read_constant(compiled, &bytes))
            return false;
    read_columns(compiled, &bytes, lines);
    compiled->rest = bytes;
    return has_tokens(bytes, compiled->count);
}

/* ---- The file ---- */

/* Decompresses the file. @return false, with a message, if it is not compressed as it says */
static bool
decompress(compiled_t *compiled, godot_files_t *files, const godot_file_t *file, godot_bytes_t *bytes, uint32_t size)
{
    if (!godot_files_afford(files, file, size))
        return false;
    compiled->content = g_malloc(size);
    if (ZSTD_decompress(compiled->content, size, bytes->at, godot_bytes_left(bytes)) != size) {
        godot_files_note_on(files, file, "a compiled script that does not decompress to its size, not read");
        return false;
    }
    *bytes = godot_bytes(compiled->content, size);
    return true;
}

static bool
open_file(compiled_t *compiled, godot_files_t *files, const godot_file_t *file, godot_bytes_t bytes)
{
    bool known = godot_bytes_u32(&bytes) == MAGIC;

    compiled->version = godot_bytes_u32(&bytes);
    uint32_t size = godot_bytes_u32(&bytes);
    if (bytes.failed || !known)
        godot_files_note_on(files, file, "not a compiled script");
    else if (compiled->version < VERSION_4_3)
        godot_files_note(files, "%s: compiled scripts of Godot 3, whose messages have the names, not read", file->path);
    else if (compiled->version > VERSION_4_5)
        godot_files_note_on(files, file, "a compiled script of a newer version, not read");
    else if (size && !decompress(compiled, files, file, &bytes, size))
        return false;
    else if (read_contents(compiled, bytes))
        return true;
    else
        godot_files_note_on(files, file, "a compiled script that is damaged, not read");
    return false;
}

gdscript_source_t *
gdscript_compiled_new(godot_files_t *files, const godot_file_t *file, const void *data, size_t length)
{
    compiled_t *compiled = g_new0(compiled_t, 1);

    compiled->source.next = compiled_next;
    compiled->files = files;
    compiled->path = file->resource;
    compiled->strings = g_string_chunk_new(1024);
    compiled->identifiers = g_ptr_array_new();
    compiled->constants = g_array_new(false, false, sizeof(token_t));
    compiled->marks = "";
    if (!open_file(compiled, files, file, godot_bytes(data, length))) {
        gdscript_compiled_free(&compiled->source);
        return NULL;
    }
    compiled_next(&compiled->source);
    return &compiled->source;
}

bool
gdscript_compiled_names(const gdscript_source_t *source, const char *name)
{
    const compiled_t *compiled = (const compiled_t *)source;

    for (guint i = 0; i < compiled->identifiers->len; i++)
        if (strcmp(g_ptr_array_index(compiled->identifiers, i), name) == 0)
            return true;
    for (guint i = 0; i < compiled->constants->len; i++) {
        const token_t *constant = &g_array_index(compiled->constants, token_t, i);
        if (g_strstr_len(constant->text, (gssize)constant->length, name))
            return true;
    }
    return false;
}

void
gdscript_compiled_free(gdscript_source_t *source)
{
    compiled_t *compiled = (compiled_t *)source;

    if (!compiled)
        return;
    godot_files_spend(compiled->files, compiled->told);
    g_string_chunk_free(compiled->strings);
    g_ptr_array_unref(compiled->identifiers);
    g_array_free(compiled->constants, true);
    g_free(compiled->columns);
    g_free(compiled->content);
    g_free(compiled);
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
