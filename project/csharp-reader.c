/* project/csharp-reader.c
 * Which RPC methods do the classes of a C# file declare? Rules: docs/wire/multiplayer-godot4.md, 6.1.
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

#include "project/csharp-reader.h"
#include "project/limits.h"

#define BOM "\xEF\xBB\xBF"     /* the mark for the byte order, as UTF-8 */

typedef enum {
    CS_END,
    CS_WORD,
    CS_NUMBER,
    CS_STRING,      /* text is between the quotes */
    CS_MARK         /* any other single character */
} cs_kind_t;

typedef struct {
    cs_kind_t   kind;
    const char *text;
    size_t      length;
    bool        is_name;        /* a word after "@": whatever it is, it is no keyword */
} cs_token_t;

typedef struct {
    const char        *at, *end;
    cs_token_t         token;
    godot_class_t     *file;
    GPtrArray         *scopes;      /* godot_class_t for each open brace of a class, after the file's */
    bool               is_rpc;      /* the next method has an [Rpc] */
    bool               is_static;   /* the next member is static */
    godot_rpc_config_t config;
} cs_reader_t;

/* ---- Tokens ---- */

static bool
csharp_is_word_char(char c)
{
    return g_ascii_isalnum(c) || c == '_' || (c & 0x80);
}

static char
csharp_peek(const cs_reader_t *reader, size_t ahead)
{
    return (size_t)(reader->end - reader->at) > ahead ? reader->at[ahead] : '\0';
}

static bool
starts(const cs_reader_t *reader, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, text, length) == 0;
}

static void
skip_to(cs_reader_t *reader, const char *text)
{
    while (reader->at < reader->end && !starts(reader, text))
        reader->at++;
    reader->at += MIN(strlen(text), (size_t)(reader->end - reader->at));
}

/* Skips blanks, comments, and lines for the preprocessor. A NUL is a blank: as a mark, strchr() finds it in all texts. */
static void
csharp_skip_blanks(cs_reader_t *reader)
{
    while (reader->at < reader->end) {
        if (starts(reader, "/*")) {
            reader->at += 2;
            skip_to(reader, "*/");
        } else if (starts(reader, "//") || *reader->at == '#') {
            skip_to(reader, "\n");
        } else if (g_ascii_isspace(*reader->at) || *reader->at == '\0') {
            reader->at++;
        } else {
            break;
        }
    }
}

static void
csharp_take(cs_reader_t *reader, cs_kind_t kind, size_t length)
{
    reader->token = (cs_token_t){ kind, reader->at, length, false };
    reader->at += length;
}

static size_t
quotes_at(const char *p, const char *end, char quote)
{
    const char *from = p;

    while (p < end && *p == quote)
        p++;
    return (size_t)(p - from);
}

/*
 * Takes a string from the opening quote on. verbatim: a doubled quote stands for one, and a backslash for itself. A
 * string that begins with three or more quotes ends with as many.
 */
static void
csharp_take_string(cs_reader_t *reader, bool verbatim)
{
    char   quote = *reader->at;
    size_t opening = quotes_at(reader->at, reader->end, quote);
    size_t quotes = quote == '"' && opening >= 3 && !verbatim ? opening : 1;
    const char *p = reader->at + quotes, *from = p;

    while (p < reader->end) {
        size_t found = quotes_at(p, reader->end, quote);
        size_t inside = verbatim ? found - found % 2 : found < quotes ? found : 0;

        p += inside;
        if (found > inside || (found == 0 && *p == '\n' && quote == '\''))
            break;
        if (found == 0)
            p += *p == '\\' && !verbatim && quotes == 1 ? 2 : 1;
    }
    p = MIN(p, reader->end);
    reader->token = (cs_token_t){ CS_STRING, from, (size_t)(p - from), false };
    reader->at = p + MIN(quotes, (size_t)(reader->end - p));
}

/* Takes a word or a number. */
static void
csharp_take_word(cs_reader_t *reader)
{
    size_t length = 0;

    while (csharp_is_word_char(csharp_peek(reader, length)))
        length++;
    csharp_take(reader, g_ascii_isdigit(*reader->at) ? CS_NUMBER : CS_WORD, length);
}

static void
cs_next(cs_reader_t *reader)
{
    size_t length = 0;
    bool   verbatim = false;

    csharp_skip_blanks(reader);
    if (reader->at >= reader->end || godot_class_is_full(reader->file)) {
        csharp_take(reader, CS_END, 0);
        return;
    }
    for (; csharp_peek(reader, length) == '@' || csharp_peek(reader, length) == '$'; length++)
        verbatim = verbatim || reader->at[length] == '@';
    if (csharp_peek(reader, length) == '"') {
        reader->at += length;
        csharp_take_string(reader, verbatim);
    } else if (*reader->at == '\'') {
        csharp_take_string(reader, false);
    } else if (csharp_is_word_char(*reader->at)) {
        csharp_take_word(reader);
    } else if (verbatim && csharp_is_word_char(csharp_peek(reader, 1))) {
        reader->at++;
        csharp_take_word(reader);
        reader->token.is_name = true;
    } else {
        csharp_take(reader, CS_MARK, 1);
    }
}

static bool
at_mark(const cs_reader_t *reader, char mark)
{
    return reader->token.kind == CS_MARK && *reader->token.text == mark;
}

static bool
csharp_token_is(const cs_token_t *token, const char *word)
{
    return token->kind == CS_WORD && !token->is_name && token->length == strlen(word) &&
           memcmp(token->text, word, token->length) == 0;
}

static char *
token_text(const cs_token_t *token)
{
    return g_strndup(token->text, token->length);
}

static bool
at_end(const cs_reader_t *reader)
{
    return reader->token.kind == CS_END;
}

static godot_class_t *
csharp_scope(const cs_reader_t *reader)
{
    return g_ptr_array_index(reader->scopes, reader->scopes->len - 1);
}

/* ---- Bodies: only calls of RpcConfig("Name", ...), (nameof(Name), ...), (MethodName.Name, ...) matter ---- */

static void
csharp_read_rpc_config_call(cs_reader_t *reader, bool own)
{
    static const godot_rpc_config_t unknown = { GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN };
    cs_token_t name = { .kind = CS_END };

    cs_next(reader);
    if (!at_mark(reader, '('))
        return;
    while (!at_end(reader) && !at_mark(reader, ',') && !at_mark(reader, ';') && !at_mark(reader, '}')) {
        if (reader->token.kind == CS_STRING || reader->token.kind == CS_WORD)
            name = reader->token;
        cs_next(reader);
    }
    if (at_mark(reader, ',') && name.kind != CS_END)
        godot_class_add_call(csharp_scope(reader), token_text(&name), &unknown, own);
}

/* Skips a token, or a call of RpcConfig. trail: the token before the last one, and the last one */
static void
skip_part(cs_reader_t *reader, cs_token_t trail[2])
{
    cs_token_t token = reader->token;

    if (csharp_token_is(&token, "RpcConfig"))
        csharp_read_rpc_config_call(reader, *trail[1].text != '.' || csharp_token_is(&trail[0], "this") ||
                                            csharp_token_is(&trail[0], "base"));
    else
        cs_next(reader);
    trail[0] = trail[1];
    trail[1] = token;
}

/* Skips from an opening brace to its partner. */
static void
skip_block(cs_reader_t *reader)
{
    cs_token_t trail[2] = { reader->token, reader->token };
    unsigned   depth = 0;

    while (!at_end(reader)) {
        if (at_mark(reader, '{'))
            depth++;
        if (at_mark(reader, '}') && --depth == 0)
            break;
        skip_part(reader, trail);
    }
    cs_next(reader);
}

static void
skip_to_mark(cs_reader_t *reader, char mark)
{
    cs_token_t trail[2] = { reader->token, reader->token };

    while (!at_end(reader) && !at_mark(reader, mark) && !at_mark(reader, '}')) {
        if (at_mark(reader, '{'))
            skip_block(reader);
        else
            skip_part(reader, trail);
    }
}

/* ---- [Rpc(...)] ---- */

/* Returns the key of an argument's name. @return "" if it has none */
static const char *
key_of_argument(const char *name)
{
    static const struct {
        const char *name;
        const char *key;
    } arguments[] = {
        { "mode", "rpc_mode" },     /* the constructor's only parameter */
        { "CallLocal", "call_local" },
        { "TransferMode", "transfer_mode" },
        { "TransferChannel", "channel" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(arguments); i++)
        if (strcmp(arguments[i].name, name) == 0)
            return arguments[i].key;
    return "";
}

static bool
at_any_mark(const cs_reader_t *reader, const char *marks)
{
    return reader->token.kind == CS_MARK && strchr(marks, *reader->token.text);
}

/* Reads one argument. A name before it ends with "=" or ":", which may also be within the value. */
static void
read_rpc_argument(cs_reader_t *reader, const char *key)
{
    godot_written_t written = { 0 };
    bool            is_named = false;
    char           *word;

    for (int depth = 0; !at_end(reader) && (depth > 0 || !at_any_mark(reader, ",)")); cs_next(reader)) {
        if (!is_named && written.parts == 1 && at_any_mark(reader, "=:")) {
            word = godot_written_take(&written);
            key = key_of_argument(word);
            g_free(word);
            is_named = true;
            continue;
        }
        depth += at_any_mark(reader, "([{");
        depth -= at_any_mark(reader, ")]}");
        godot_written_add(&written, token_text(&reader->token), at_mark(reader, '.'));
    }
    bool is_there = written.parts > 0;
    word = godot_written_take(&written);
    if (is_there)
        godot_rpc_config_set(&reader->config, key, word);
    g_free(word);
}

/* Reads from after the word Rpc to after the closing bracket of its arguments. */
static void
csharp_read_rpc_arguments(cs_reader_t *reader)
{
    read_rpc_argument(reader, "rpc_mode");
    while (at_mark(reader, ',')) {
        cs_next(reader);
        read_rpc_argument(reader, "");
    }
    cs_next(reader);
}

/* Reads from an opening square bracket to after its partner. */
static void
read_attributes(cs_reader_t *reader)
{
    static const godot_rpc_config_t defaults = { GODOT_RPC_AUTHORITY, GODOT_TRANSFER_RELIABLE, 0, 0 };
    unsigned depth = 0;

    while (!at_end(reader)) {
        bool is_rpc =
            depth == 1 && (csharp_token_is(&reader->token, "Rpc") || csharp_token_is(&reader->token, "RpcAttribute"));

        depth += at_mark(reader, '[') || at_mark(reader, '(');
        depth -= at_mark(reader, ']') || at_mark(reader, ')');
        cs_next(reader);
        if (is_rpc) {
            reader->is_rpc = true;
            reader->config = defaults;
            if (at_mark(reader, '(')) {
                cs_next(reader);
                csharp_read_rpc_arguments(reader);
            }
        }
        if (depth == 0)
            break;
    }
}

/* ---- Members ---- */

/* Returns Godot's name of a C# type. */
static char *
godot_type(const char *type)
{
    static const struct {
        const char *csharp;
        const char *godot;
    } types[] = {
        { "string", "String" }, { "float", "float" }, { "double", "float" }, { "bool", "bool" },
        { "byte", "int" }, { "sbyte", "int" }, { "short", "int" }, { "ushort", "int" }, { "int", "int" },
        { "uint", "int" }, { "long", "int" }, { "ulong", "int" }, { "char", "int" },
        { "Vector2I", "Vector2i" }, { "Vector3I", "Vector3i" }, { "Vector4I", "Vector4i" }, { "Rect2I", "Rect2i" },
        { "Aabb", "AABB" }, { "Rid", "RID" },
        { "byte[]", "PackedByteArray" }, { "int[]", "PackedInt32Array" }, { "long[]", "PackedInt64Array" },
        { "float[]", "PackedFloat32Array" }, { "double[]", "PackedFloat64Array" }, { "string[]", "PackedStringArray" },
        { "Vector2[]", "PackedVector2Array" }, { "Vector3[]", "PackedVector3Array" }, { "Color[]", "PackedColorArray" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
        if (strcmp(types[i].csharp, type) == 0)
            return g_strdup(types[i].godot);
    return g_strdup(type);
}

static bool
is_modifier(const cs_token_t *token)
{
    static const char *const modifiers[] = {
        "public", "private", "protected", "internal", "override", "virtual", "abstract", "sealed", "readonly", "async",
        "partial", "new", "unsafe", "extern", "required", "volatile", "ref", "in", "out", "params", "this", "const",
        "static", "event",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(modifiers); i++)
        if (csharp_token_is(token, modifiers[i]))
            return true;
    return false;
}

/* The words "modifiers type name", up to a mark that ends them. */
typedef struct {
    GString   *type;
    cs_token_t name;
    bool       is_params;
} cs_head_t;

static void
csharp_read_head(cs_reader_t *reader, cs_head_t *head, const char *ends)
{
    int depth = 0;      /* depth of <>, and of the [] of an array type */

    *head = (cs_head_t){ .type = g_string_new(NULL) };
    for (; !at_end(reader); cs_next(reader)) {
        const cs_token_t *token = &reader->token;

        if (token->kind == CS_MARK && depth <= 0 && strchr(ends, *token->text))
            break;
        head->is_params = head->is_params || csharp_token_is(token, "params");
        if (is_modifier(token))
            continue;
        depth += at_mark(reader, '<') || at_mark(reader, '[');
        depth -= at_mark(reader, '>') || at_mark(reader, ']');
        if (token->kind == CS_WORD) {
            if (head->name.kind == CS_WORD)
                g_string_append_len(head->type, head->name.text, (gssize)head->name.length);
            head->name = *token;
        } else {
            if (head->name.kind == CS_WORD)
                g_string_append_len(head->type, head->name.text, (gssize)head->name.length);
            head->name.kind = CS_END;
            g_string_append_len(head->type, token->text, (gssize)token->length);
        }
    }
}

/* Skips the value of a parameter that has one if none is given. */
static void
skip_default(cs_reader_t *reader)
{
    for (int depth = 0; !at_end(reader) && (depth > 0 || !at_any_mark(reader, ",)")); cs_next(reader))
        depth += at_mark(reader, '(') - at_mark(reader, ')');
}

/* Reads from after the opening bracket to the closing one. */
static void
csharp_read_parameters(cs_reader_t *reader, godot_function_t *function)
{
    while (!at_end(reader) && !at_mark(reader, ')') && !at_mark(reader, '{') && !at_mark(reader, ';')) {
        cs_head_t head;

        if (at_mark(reader, '['))
            read_attributes(reader);
        csharp_read_head(reader, &head, ",)=;{");
        if (head.name.kind == CS_WORD && function) {
            godot_declaration_t *argument = godot_declaration_new(token_text(&head.name), godot_type(head.type->str));
            argument->rest = head.is_params;
            godot_class_add_argument(csharp_scope(reader), function, argument);
        }
        g_string_free(head.type, true);
        if (at_mark(reader, '='))
            skip_default(reader);
        if (at_mark(reader, ','))
            cs_next(reader);
    }
}

/* Skips to the block of a member, or to after its value. */
static void
skip_body(cs_reader_t *reader)
{
    while (!at_end(reader) && !at_mark(reader, '{') && !at_mark(reader, ';') && !at_mark(reader, '=') && !at_mark(reader, '}'))
        cs_next(reader);
    if (!at_mark(reader, '{'))
        skip_to_mark(reader, ';');
}

/* Reads class Name<T> : Base, IOther where ... { */
static void
csharp_read_class(cs_reader_t *reader)
{
    reader->is_rpc = reader->is_static = false;
    cs_next(reader);
    if (reader->token.kind != CS_WORD)
        return;
    godot_class_t *inner = godot_class_new(csharp_scope(reader));
    inner->name = token_text(&reader->token);
    while (!at_end(reader) && !at_mark(reader, ':') && !at_mark(reader, '{') && !at_mark(reader, ';'))
        cs_next(reader);
    if (at_mark(reader, ':')) {
        GString *base = g_string_new(NULL);

        for (cs_next(reader); reader->token.kind == CS_WORD || at_mark(reader, '.'); cs_next(reader))
            g_string_append_len(base, reader->token.text, (gssize)reader->token.length);
        inner->base.names = g_string_free(base, false);
    }
    while (!at_end(reader) && !at_mark(reader, '{') && !at_mark(reader, ';'))
        cs_next(reader);
    if (at_mark(reader, '{'))
        g_ptr_array_add(reader->scopes, inner);
    cs_next(reader);
}

/* Reads namespace Name.Of.It { or ; and makes no scope: there is no class around it, and its end ends none. */
static void
read_namespace(cs_reader_t *reader)
{
    while (!at_end(reader) && !at_mark(reader, '{') && !at_mark(reader, ';'))
        cs_next(reader);
    cs_next(reader);
}

/* Reads a method, a property, a field, or a member that does not matter. */
static void
read_member(cs_reader_t *reader)
{
    cs_head_t head;

    csharp_read_head(reader, &head, "(={};");
    if (at_mark(reader, '(')) {
        godot_function_t *method = NULL;

        if (head.name.kind == CS_WORD) {
            method = godot_class_add_function(csharp_scope(reader), token_text(&head.name));
            method->is_rpc = reader->is_rpc && !reader->is_static;
            method->config = reader->config;
        }
        cs_next(reader);
        csharp_read_parameters(reader, method);
    } else if (head.name.kind == CS_WORD && head.type->len) {
        godot_class_add_variable(csharp_scope(reader),
                                 godot_declaration_new(token_text(&head.name), godot_type(head.type->str)));
    }
    g_string_free(head.type, true);
    skip_body(reader);
    reader->is_rpc = reader->is_static = false;
}

static bool
at_class(const cs_reader_t *reader)
{
    return csharp_token_is(&reader->token, "class") || csharp_token_is(&reader->token, "struct") ||
           csharp_token_is(&reader->token, "interface") || csharp_token_is(&reader->token, "record");
}

/* Reads anything where a member or a type may begin. Passes at least one token. */
static void
csharp_read_declaration(cs_reader_t *reader)
{
    bool too_deep = reader->scopes->len > GODOT_MAX_BRACES && !at_mark(reader, '}');    /* the first scope is the file's */
    bool may_begin = reader->token.kind == CS_WORD && !too_deep;

    if (too_deep)
        ((godot_class_t *)g_ptr_array_index(reader->scopes, 0))->too_deep = true;
    if (at_mark(reader, '[')) {
        read_attributes(reader);
    } else if (at_mark(reader, '}')) {
        if (reader->scopes->len > 1)
            g_ptr_array_set_size(reader->scopes, (gint)reader->scopes->len - 1);
        cs_next(reader);
    } else if (at_mark(reader, '{')) {
        skip_block(reader);
    } else if (may_begin && at_class(reader)) {
        csharp_read_class(reader);
    } else if (csharp_token_is(&reader->token, "namespace")) {
        read_namespace(reader);
    } else if (may_begin && !is_modifier(&reader->token)) {
        read_member(reader);
    } else {
        reader->is_static = reader->is_static || csharp_token_is(&reader->token, "static");
        cs_next(reader);
    }
}

godot_class_t *
csharp_read(const char *text, size_t length)
{
    godot_class_t *file = godot_class_new(NULL);
    cs_reader_t    reader = { 0 };

    reader.at = text;
    reader.end = text + length;
    if (starts(&reader, BOM))
        reader.at += strlen(BOM);
    reader.file = file;
    reader.scopes = g_ptr_array_new();
    g_ptr_array_add(reader.scopes, file);
    for (cs_next(&reader); !at_end(&reader);)
        csharp_read_declaration(&reader);
    g_ptr_array_unref(reader.scopes);
    return file;
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
