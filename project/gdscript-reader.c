/* project/gdscript-reader.c
 * Which RPC methods does a GDScript file declare? The rules are in docs/wire/multiplayer-godot4.md, 6. They were
 * checked with what the engine itself reports as each script's RPC configuration (tests/project).
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

#include "project/gdscript-reader.h"
#include "project/limits.h"
#include "project/gdscript-tokens.h"
#include "project/strings.h"

#define INDENT_UNKNOWN  (-1)    /* the body's first line has not come yet */

/* A class whose body is being read. */
typedef struct {
    godot_class_t *script_class;
    int            indent;          /* indent of the statements in its body */
    int            outer_indent;    /* indent of the line that declares it */
} scope_t;

typedef struct {
    gdscript_source_t *source;
    godot_class_t     *file;
    GArray            *scopes;      /* scope_t, the innermost last */
    GHashTable        *literals;    /* name -> text of constants that an annotation may use, or NULL */
    bool               is_rpc;      /* the next function has an @rpc */
    godot_rpc_config_t config;
} reader_t;

typedef void (*statement_fn)(reader_t *reader);

static void read_statement(reader_t *reader);

/* ---- Small steps ---- */

static void
gdscript_next(reader_t *reader)
{
    reader->source->next(reader->source);
    if (godot_class_is_full(reader->file))
        reader->source->token.kind = TOKEN_END;
}

static scope_t *
gdscript_scope(reader_t *reader)
{
    return &g_array_index(reader->scopes, scope_t, reader->scopes->len - 1);
}

static void
push_scope(reader_t *reader, godot_class_t *script_class, int indent, int outer_indent)
{
    scope_t inner = { script_class, indent, outer_indent };

    g_array_append_val(reader->scopes, inner);
}

static void
pop_scope(reader_t *reader)
{
    g_array_set_size(reader->scopes, reader->scopes->len - 1);
}

static bool
at_kind(const reader_t *reader, token_kind_t kind)
{
    return reader->source->token.kind == kind;
}

static bool
at_line_end(const reader_t *reader)
{
    return at_kind(reader, TOKEN_NEWLINE) || at_kind(reader, TOKEN_END);
}

static bool
at_statement_end(const reader_t *reader)
{
    return at_line_end(reader) || (gdscript_at_mark(reader->source, ';') && reader->source->token.depth == 0);
}

static bool
accept_mark(reader_t *reader, char mark)
{
    if (!gdscript_at_mark(reader->source, mark))
        return false;
    gdscript_next(reader);
    return true;
}

/* Returns the text of the current token, and passes it. */
static char *
gdscript_take_text(reader_t *reader)
{
    char *text = gdscript_token_text(&reader->source->token);

    gdscript_next(reader);
    return text;
}

static bool
gdscript_token_is(const token_t *token, const char *word)
{
    return token->length == strlen(word) && memcmp(token->text, word, token->length) == 0;
}

/* ---- rpc_config("name", {...}) inside functions ---- */

/* Reads from after the brace to after its partner. Keys are strings or words. */
static void
read_config_dictionary(reader_t *reader, godot_rpc_config_t *config, int depth)
{
    godot_written_t written = { 0 };
    char           *key = NULL;

    while (!at_kind(reader, TOKEN_END)) {
        token_t token = reader->source->token;
        bool    closes = token.depth <= depth;
        bool    divides = token.kind == TOKEN_MARK && token.depth == depth + 1;

        if (divides && (*token.text == ':' || *token.text == '=')) {
            g_free(key);
            key = godot_written_take(&written);
        } else if (closes || (divides && *token.text == ',')) {
            char *value = godot_written_take(&written);
            if (key)
                godot_rpc_config_set(config, key, value);
            g_free(value);
            g_clear_pointer(&key, g_free);
        } else {
            godot_written_add(&written, gdscript_token_text(&token), gdscript_at_mark(reader->source, '.'));
        }
        gdscript_next(reader);
        if (closes)
            break;
    }
    g_free(key);
    g_free(godot_written_take(&written));
}

/* Reads a call; the current token is the word rpc_config. */
static void
gdscript_read_rpc_config_call(reader_t *reader, bool own)
{
    static const godot_rpc_config_t unknown = { GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN };
    static const godot_rpc_config_t defaults = { GODOT_RPC_DISABLED, GODOT_TRANSFER_RELIABLE, 0, 0 };
    godot_rpc_config_t config = unknown;

    gdscript_next(reader);
    if (!accept_mark(reader, '(') || !at_kind(reader, TOKEN_STRING))
        return;
    char *name = gdscript_take_text(reader);
    if (!accept_mark(reader, ',') || gdscript_at_word(reader->source, "null")) {
        g_free(name);
        return;
    }
    int depth = reader->source->token.depth;
    if (accept_mark(reader, '{')) {
        config = defaults;
        read_config_dictionary(reader, &config, depth);
    }
    godot_class_add_call(gdscript_scope(reader)->script_class, name, &config, own);
}

/* Passes the rest of a statement or line, and notes calls of rpc_config. */
static void
skip_until(reader_t *reader, bool (*at_end)(const reader_t *))
{
    token_t before = { 0 }, last = { 0 };

    while (!at_end(reader)) {
        token_t token = reader->source->token;

        if (token.kind == TOKEN_WORD && gdscript_token_is(&token, "rpc_config"))
            gdscript_read_rpc_config_call(reader, last.kind != TOKEN_MARK || *last.text != '.' ||
                                                  gdscript_token_is(&before, "self") ||
                                                  gdscript_token_is(&before, "super"));
        else
            gdscript_next(reader);
        before = last;
        last = token;
    }
}

/* ---- Parameters and variables: name [: type] [= value] ---- */

/* Tells whether a part of a declaration ends here. depth: of the brackets around it */
static bool
at_part_end(const reader_t *reader, int depth)
{
    const token_t *token = &reader->source->token;

    if (at_statement_end(reader))
        return true;
    return token->kind == TOKEN_MARK &&
           (token->depth < depth || (token->depth == depth && strchr(",=:;", *token->text)));
}

static char *
gdscript_read_type(reader_t *reader, int depth)
{
    GString *type = g_string_new(NULL);

    while (!at_part_end(reader, depth)) {
        const token_t *token = &reader->source->token;

        g_string_append_len(type, token->text, (gssize)token->length);
        if (gdscript_at_mark(reader->source, ','))
            g_string_append_c(type, ' ');
        gdscript_next(reader);
    }
    return g_string_free(type, false);
}

/*
 * Returns the type of a literal or a constructor, from its first two tokens and the number of tokens outside brackets.
 */
static const char *
literal_type(const token_t *first, const token_t *second, unsigned count)
{
    if (first->kind == TOKEN_STRING && count == 1)
        return first->prefix == '&' ? "StringName" : first->prefix == '^' ? "NodePath" : "String";
    const token_t *number = first->kind == TOKEN_MARK && *first->text == '-' ? second : first;
    if (number->kind == TOKEN_NUMBER && count == (number == first ? 1U : 2U)) {
        bool is_hex = memchr(number->text, 'x', number->length) != NULL;
        return !is_hex && (memchr(number->text, '.', number->length) || memchr(number->text, 'e', number->length)) ?
               "float" : "int";
    }
    if (count == 1 && (gdscript_token_is(first, "true") || gdscript_token_is(first, "false")))
        return "bool";
    if (count == 2)
        return *first->text == '[' ? "Array" : *first->text == '{' ? "Dictionary" : NULL;
    return NULL;
}

/* Passes a value. @return its type if that is visible, else NULL */
static char *
read_value(reader_t *reader, int depth)
{
    token_t  first = reader->source->token, second = { 0 };
    unsigned count = 0;

    for (; !at_part_end(reader, depth); gdscript_next(reader)) {
        if (reader->source->token.depth != depth)
            continue;
        if (++count == 2)
            second = reader->source->token;
    }
    /* Vector2(1, 2), Color.RED */
    if (count == 3 && strchr("(.", *second.text) && godot_is_builtin_type(first.text, first.length))
        return g_strndup(first.text, first.length);
    return count ? g_strdup(literal_type(&first, &second, count)) : NULL;
}

/* A colon may come before a type, "=", or the names of a setter and a getter. */
static bool
at_type(const reader_t *reader)
{
    return !gdscript_at_mark(reader->source, '=') && !gdscript_at_word(reader->source, "get") &&
           !gdscript_at_word(reader->source, "set");
}

/* Reads a declaration; the current token is the name. */
static godot_declaration_t *
gdscript_read_declaration(reader_t *reader, int depth)
{
    char *name = gdscript_take_text(reader), *type = NULL;

    if (accept_mark(reader, ':') && at_type(reader))
        type = gdscript_read_type(reader, depth);
    if (accept_mark(reader, '=')) {
        char *seen = read_value(reader, depth);

        if (type)
            g_free(seen);
        else
            type = seen;
    }
    return godot_declaration_new(name, type);
}

/* Tells whether a parameter ends here. depth: inside the brackets around it */
static bool
at_parameter_end(const reader_t *reader, int depth)
{
    const token_t *token = &reader->source->token;

    return token->kind == TOKEN_END ||
           (token->kind == TOKEN_MARK && (token->depth < depth || (token->depth == depth && *token->text == ',')));
}

/* Reads from after the opening bracket to the closing one. */
static void
gdscript_read_parameters(reader_t *reader, godot_function_t *function, int depth)
{
    bool rest = false;

    while (!at_kind(reader, TOKEN_END)) {
        const token_t *token = &reader->source->token;

        if (token->depth < depth)
            break;
        if (token->kind == TOKEN_WORD) {
            godot_declaration_t *argument = gdscript_read_declaration(reader, depth);
            argument->rest = rest;
            godot_class_add_argument(reader->file, function, argument);
            while (!at_parameter_end(reader, depth))    /* the body of a function that is its default */
                gdscript_next(reader);
            rest = false;
        } else {
            rest = gdscript_at_mark(reader->source, '.');
            gdscript_next(reader);
        }
    }
}

/* ---- @rpc(...) ---- */

/* Applies an argument of @rpc. @param value NULL if it is not known */
static void
apply_rpc_argument(godot_rpc_config_t *config, unsigned index, const char *value)
{
    static const struct {
        const char *word;
        const char *key;
        const char *value;
    } words[] = {
        { "any_peer", "rpc_mode", "1" },
        { "authority", "rpc_mode", "2" },
        { "call_remote", "call_local", "0" },
        { "call_local", "call_local", "1" },
        { "unreliable", "transfer_mode", "0" },
        { "unreliable_ordered", "transfer_mode", "1" },
        { "reliable", "transfer_mode", "2" },
    };

    if (index == 3) {
        godot_rpc_config_set(config, "channel", value ? value : "");
    } else if (!value) {
        config->mode = config->call_local = config->transfer = GODOT_UNKNOWN;
    } else {
        for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
            if (strcmp(words[i].word, value) == 0)
                godot_rpc_config_set(config, words[i].key, words[i].value);
    }
}

/*
 * Reads a constant expression of literals, sums of them, and constants declared above.
 * @return its text, or NULL if it is not known
 */
static char *
gdscript_read_constant(reader_t *reader, int depth)
{
    GString *text = g_string_new(NULL);
    unsigned parts = 0;
    bool     known = true, has_number = false;

    for (; !at_part_end(reader, depth); gdscript_next(reader)) {
        char *part = gdscript_token_text(&reader->source->token);

        if (text->len >= GODOT_MAX_CONSTANT) {
            known = false;
        } else if (at_kind(reader, TOKEN_WORD)) {
            const char *value = g_hash_table_lookup(reader->literals, part);
            known = known && value;
            g_string_append(text, value ? value : "");
        } else if (at_kind(reader, TOKEN_MARK)) {
            known = known && strcmp(part, "+") == 0;
        } else {
            g_string_append(text, part);
        }
        parts += !at_kind(reader, TOKEN_MARK);
        has_number |= at_kind(reader, TOKEN_NUMBER);
        g_free(part);
    }
    known = known && (!has_number || parts == 1);
    return g_string_free(text, !known);
}

static void
gdscript_read_rpc_arguments(reader_t *reader, int depth)
{
    for (unsigned index = 0; !at_kind(reader, TOKEN_END) && reader->source->token.depth >= depth; index++) {
        char *value = gdscript_read_constant(reader, depth);
        apply_rpc_argument(&reader->config, index, value);
        g_free(value);
        if (reader->source->token.depth >= depth)
            gdscript_next(reader);
    }
}

/*
 * Reads any annotation, up to the closing bracket of its arguments; the current token is its name. Defaults:
 * docs/wire/multiplayer-godot4.md, 6.3.
 */
static void
read_annotation(reader_t *reader)
{
    static const godot_rpc_config_t defaults = { GODOT_RPC_AUTHORITY, GODOT_TRANSFER_RELIABLE, 0, 0 };
    bool is_rpc = gdscript_token_is(&reader->source->token, "rpc");

    if (is_rpc) {
        reader->is_rpc = true;
        reader->config = defaults;
    }
    gdscript_next(reader);
    int depth = reader->source->token.depth;
    if (!accept_mark(reader, '('))
        return;
    if (is_rpc) {
        gdscript_read_rpc_arguments(reader, depth + 1);
        return;
    }
    while (!at_kind(reader, TOKEN_END) && reader->source->token.depth > depth)
        gdscript_next(reader);
}

/* ---- Statements of a class body; each begins behind its keyword ---- */

/*
 * Reads a class: "path", preload("path") or Name, with or without .Names after it. @return false if it is something
 * else
 */
static bool
read_reference(reader_t *reader, godot_reference_t *reference)
{
    GString *names = g_string_new(NULL);

    if (gdscript_at_word(reader->source, "preload") || gdscript_at_word(reader->source, "load")) {
        gdscript_next(reader);
        accept_mark(reader, '(');
    }
    if (at_kind(reader, TOKEN_STRING)) {
        reference->path = gdscript_take_text(reader);
        accept_mark(reader, ')');
    } else if (at_kind(reader, TOKEN_WORD)) {
        char *name = gdscript_take_text(reader);
        g_string_append(names, name);
        g_free(name);
    }
    while (accept_mark(reader, '.') && at_kind(reader, TOKEN_WORD)) {
        char *name = gdscript_take_text(reader);
        g_string_append_printf(names, "%s%s", names->len ? "." : "", name);
        g_free(name);
    }
    reference->names = g_string_free(names, names->len == 0);
    return reference->path || reference->names;
}

static void
read_extends(reader_t *reader)
{
    godot_reference_clear(&gdscript_scope(reader)->script_class->base);
    read_reference(reader, &gdscript_scope(reader)->script_class->base);
}

static void
read_class_name(reader_t *reader)
{
    if (!at_kind(reader, TOKEN_WORD))
        return;
    g_free(gdscript_scope(reader)->script_class->name);
    gdscript_scope(reader)->script_class->name = gdscript_take_text(reader);
}

static void
gdscript_read_class(reader_t *reader)
{
    int indent = reader->source->token.indent;

    if (!at_kind(reader, TOKEN_WORD))
        return;
    if (reader->scopes->len >= GODOT_MAX_CLASS_DEPTH) {
        g_array_index(reader->scopes, scope_t, 0).script_class->too_deep = true;
        return;
    }
    godot_class_t *inner = godot_class_new(gdscript_scope(reader)->script_class);
    inner->name = gdscript_take_text(reader);
    push_scope(reader, inner, INDENT_UNKNOWN, indent);
    if (gdscript_at_word(reader->source, "extends")) {
        gdscript_next(reader);
        read_extends(reader);
    }
    accept_mark(reader, ':');
    if (!at_line_end(reader)) {     /* a body of one statement on the same line */
        read_statement(reader);
        pop_scope(reader);
    }
}

static void
read_function(reader_t *reader)
{
    if (!at_kind(reader, TOKEN_WORD))
        return;
    godot_function_t *function =
        godot_class_add_function(gdscript_scope(reader)->script_class, gdscript_take_text(reader));
    function->is_rpc = reader->is_rpc;
    function->config = reader->config;
    int depth = reader->source->token.depth;
    if (accept_mark(reader, '('))
        gdscript_read_parameters(reader, function, depth + 1);
    skip_until(reader, at_line_end);
}

/* What may stand behind the value, such as a colon and the setter, is passed as a statement that means nothing here. */
static void
read_variable(reader_t *reader)
{
    if (at_kind(reader, TOKEN_WORD))
        godot_class_add_variable(gdscript_scope(reader)->script_class,
                                 gdscript_read_declaration(reader, reader->source->token.depth));
}

static void
note_constant(reader_t *reader, char *name)
{
    godot_class_declare(reader->file, 2);
    if (at_kind(reader, TOKEN_STRING) || at_kind(reader, TOKEN_NUMBER)) {
        g_hash_table_replace(reader->literals, name, gdscript_read_constant(reader, reader->source->token.depth));
        return;
    }
    godot_reference_t *reference = g_new0(godot_reference_t, 1);
    if (read_reference(reader, reference) && at_statement_end(reader)) {
        g_hash_table_replace(gdscript_scope(reader)->script_class->constants, name, reference);
        return;
    }
    godot_reference_clear(reference);
    g_free(reference);
    g_free(name);
}

/* Reads const NAME [: type] = value. */
static void
read_const(reader_t *reader)
{
    if (!at_kind(reader, TOKEN_WORD))
        return;
    char *name = gdscript_take_text(reader);
    while (!at_statement_end(reader) && !gdscript_at_mark(reader->source, '='))
        gdscript_next(reader);
    if (accept_mark(reader, '='))
        note_constant(reader, name);
    else
        g_free(name);
}

static statement_fn
find_statement(const token_t *word)
{
    static const struct {
        const char  *keyword;
        statement_fn read;
    } statements[] = {
        { "func", read_function },
        { "var", read_variable },
        { "const", read_const },
        { "class", gdscript_read_class },
        { "class_name", read_class_name },
        { "extends", read_extends },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(statements); i++)
        if (gdscript_token_is(word, statements[i].keyword))
            return statements[i].read;
    return NULL;
}

/* Reads one statement, or a prefix of one. Passes at least one token. */
static void
read_statement(reader_t *reader)
{
    token_t token = reader->source->token;

    if (token.kind == TOKEN_ANNOTATION) {
        read_annotation(reader);
        return;
    }
    gdscript_next(reader);
    if (token.kind == TOKEN_MARK || gdscript_token_is(&token, "static"))
        return;
    statement_fn read = token.kind == TOKEN_WORD ? find_statement(&token) : NULL;
    if (read)
        read(reader);
    else
        skip_until(reader, at_statement_end);
    reader->is_rpc = false;
}

/* Finds the class that a line belongs to. @return true if the line is a statement of the class itself */
static bool
enter_line(reader_t *reader)
{
    int indent = reader->source->token.indent;

    for (;;) {
        scope_t *top = gdscript_scope(reader);

        if (top->indent == INDENT_UNKNOWN && indent > top->outer_indent)
            top->indent = indent;
        if (top->indent != INDENT_UNKNOWN && indent >= top->indent)
            return indent == top->indent;
        pop_scope(reader);      /* the file's own one begins in the first column */
    }
}

static void
gdscript_read_line(reader_t *reader)
{
    if (!enter_line(reader)) {
        skip_until(reader, at_line_end);
        return;
    }
    while (!at_line_end(reader))
        read_statement(reader);
}

godot_class_t *
gdscript_read_tokens(gdscript_source_t *source)
{
    godot_class_t *file = godot_class_new(NULL);
    reader_t       reader = { .source = source, .file = file };

    reader.scopes = g_array_new(false, false, sizeof(scope_t));
    reader.literals = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, g_free);
    push_scope(&reader, file, 0, INDENT_UNKNOWN);
    while (!at_kind(&reader, TOKEN_END)) {
        if (at_kind(&reader, TOKEN_NEWLINE))
            gdscript_next(&reader);
        else
            gdscript_read_line(&reader);
    }
    g_array_free(reader.scopes, true);
    g_hash_table_destroy(reader.literals);
    return file;
}

godot_class_t *
gdscript_read(const char *text, size_t length)
{
    gdscript_lexer_t lexer;

    gdscript_lexer_init(&lexer, text, length);
    return gdscript_read_tokens(&lexer.source);
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
