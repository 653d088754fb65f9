/* project/resource.c
 * What does a binary resource file contain: its parts, and the values in them? Format:
 * core/io/resource_format_binary.cpp, ResourceLoaderBinary::open() and parse_variant().
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

#include "project/paths.h"
#include "project/resource.h"

#define PLAIN           0x43525352U     /* "RSRC" */
#define COMPRESSED      0x43435352U     /* "RSCC" (core/io/file_access_compressed.cpp) */
#define FORMAT_4_0      4U              /* older formats are Godot 3's */
#define FORMAT_NEWEST   6U
#define SHARED          0x80000000U     /* flag in a count; a hint for the engine */
#define LOCAL           "local://"
/* Names are stored once and used often. */

enum { HAS_UIDS = 2, IS_WIDE = 4, HAS_SCRIPT_CLASS = 8 };
enum { OBJECT_NONE, OBJECT_BY_NAME, OBJECT_INTERNAL, OBJECT_EXTERNAL };

/* ---- Making and freeing ---- */

static void
external_free(void *data)
{
    godot_external_t *external = data;

    g_free(external->path);
    g_free(external->uid);
    g_free(external);
}

static void
internal_free(void *data)
{
    godot_internal_t *internal = data;

    g_free(internal->id);
    g_free(internal);
}

static godot_resource_t *
resource_new(void)
{
    godot_resource_t *resource = g_new0(godot_resource_t, 1);

    resource->names = g_ptr_array_new_with_free_func(g_free);
    resource->externals = g_ptr_array_new_with_free_func(external_free);
    resource->internals = g_ptr_array_new_with_free_func(internal_free);
    return resource;
}

void
godot_resource_free(godot_resource_t *resource)
{
    if (!resource)
        return;
    g_free(resource->type);
    g_free(resource->uid);
    g_ptr_array_unref(resource->names);
    g_ptr_array_unref(resource->externals);
    g_ptr_array_unref(resource->internals);
    g_free(resource->content);
    g_free(resource);
}

/* ---- Compression: blocks of equal size, the last one shorter ---- */

typedef struct {
    uint32_t      block, total, blocks;
    godot_bytes_t sizes;
    godot_bytes_t rest;     /* of the blocks */
} packed_t;

static packed_t
open_packed(godot_bytes_t bytes)
{
    packed_t packed = { 0 };

    godot_bytes_u32(&bytes);    /* its mode, which is Zstandard, or no block is one */
    packed.block = godot_bytes_u32(&bytes);
    packed.total = godot_bytes_u32(&bytes);
    packed.blocks = packed.block ? packed.total / packed.block + 1 : 0;
    packed.sizes = bytes;
    godot_bytes_take(&bytes, (uint64_t)packed.blocks * sizeof(uint32_t));
    packed.rest = bytes;
    return packed;
}

/* Decompresses as many bytes as are wanted, or up to a block more. @return g_free(), or NULL */
static char *
unpack(packed_t *packed, uint32_t wanted, size_t *length)
{
    char *content = packed->blocks ?
        g_malloc(MIN((guint64)wanted + packed->block, packed->total)) : NULL;

    *length = 0;
    while (content && *length < MIN(wanted, packed->total)) {
        uint32_t       size = MIN(packed->block, packed->total - (uint32_t)*length);
        uint32_t       stored = godot_bytes_u32(&packed->sizes);
        const uint8_t *from = godot_bytes_take(&packed->rest, stored);

        if (!from || ZSTD_decompress(content + *length, size, from, stored) != size)
            g_clear_pointer(&content, g_free);
        *length += size;
    }
    return content;
}

/* ---- Header ---- */

static void
read_names(godot_resource_t *resource, godot_bytes_t *bytes)
{
    uint32_t count = godot_bytes_u32(bytes);
    char    *name;

    for (uint32_t i = 0; i < count && (name = godot_bytes_string(bytes)); i++) {
        if (strlen(name) > GODOT_MAX_NAME)
            *name = '\0';
        g_ptr_array_add(resource->names, name);
    }
}

static void
read_externals(godot_resource_t *resource, godot_bytes_t *bytes, bool has_uids)
{
    uint32_t count = godot_bytes_u32(bytes);

    for (uint32_t i = 0; i < count && !bytes->failed; i++) {
        godot_external_t *external = g_new0(godot_external_t, 1);

        g_free(godot_bytes_string(bytes));      /* its class */
        external->path = godot_bytes_string(bytes);
        guint64 uid = has_uids ? godot_bytes_u64(bytes) : G_MAXUINT64;
        external->uid = uid > G_MAXINT64 ? NULL : godot_uid_text(uid);
        g_ptr_array_add(resource->externals, external);
    }
}

static void
read_internals(godot_resource_t *resource, godot_bytes_t *bytes)
{
    uint32_t count = godot_bytes_u32(bytes);

    for (uint32_t i = 0; i < count && !bytes->failed; i++) {
        char             *path = godot_bytes_string(bytes);
        godot_internal_t *internal = g_new0(godot_internal_t, 1);

        internal->id = g_strdup(!path ? "" : g_str_has_prefix(path, LOCAL) ? path + strlen(LOCAL) : path);
        internal->offset = godot_bytes_u64(bytes);
        g_ptr_array_add(resource->internals, internal);
        g_free(path);
    }
}

/* Reads from after the magic. @return the class of the main resource, or NULL; bytes are left behind it */
static char *
resource_read_type(godot_bytes_t *bytes, uint32_t *format)
{
    bytes->big_endian = godot_bytes_u32(bytes) != 0;
    godot_bytes_take(bytes, 12);        /* whether real numbers are double (unused), and the engine's version */
    *format = godot_bytes_u32(bytes);
    return godot_bytes_string(bytes);
}

/* Reads the header. @return what is wrong, or NULL */
static const char *
resource_read_header(godot_resource_t *resource, godot_bytes_t bytes)
{
    uint32_t format, flags;
    guint64  uid;

    resource->type = resource_read_type(&bytes, &format);
    if (bytes.failed)
        return "a resource that ends in its header";
    if (format < FORMAT_4_0 || format > FORMAT_NEWEST)
        return "a resource of another generation of Godot, not read";
    godot_bytes_u64(&bytes);            /* the file that it was imported from */
    flags = godot_bytes_u32(&bytes);
    uid = godot_bytes_u64(&bytes);
    resource->uid = flags & HAS_UIDS && uid <= G_MAXINT64 ? godot_uid_text(uid) : NULL;
    resource->is_wide = (flags & IS_WIDE) != 0;
    if (flags & HAS_SCRIPT_CLASS)
        g_free(godot_bytes_string(&bytes));
    godot_bytes_take(&bytes, 11 * sizeof(uint32_t));
    read_names(resource, &bytes);
    read_externals(resource, &bytes, (flags & HAS_UIDS) != 0);
    read_internals(resource, &bytes);
    resource->bytes.big_endian = bytes.big_endian;
    return bytes.failed || resource->internals->len == 0 ? "a resource that is damaged" : NULL;
}

/* Opens the file. @return what is wrong, or NULL */
static const char *
open_resource(godot_resource_t *resource, godot_files_t *files, const godot_file_t *file, godot_bytes_t bytes)
{
    godot_bytes_t from_begin = bytes;
    uint32_t      magic = godot_bytes_u32(&bytes);
    size_t        length;

    if (magic == PLAIN) {
        resource->bytes = from_begin;
    } else if (magic == COMPRESSED) {
        packed_t packed = open_packed(bytes);
        if (!godot_files_afford(files, file, packed.total))
            return "not read";
        resource->content = unpack(&packed, packed.total, &length);
        if (!resource->content)
            return "a compressed resource that does not decompress to its size";
        resource->bytes = bytes = godot_bytes(resource->content, length);
    } else {
        return "not a resource";
    }
    return resource_read_header(resource, bytes);
}

godot_resource_t *
godot_resource_open(godot_files_t *files, const godot_file_t *file, const void *data, size_t length)
{
    godot_resource_t *resource = resource_new();
    const char       *wrong = open_resource(resource, files, file, godot_bytes(data, length));

    if (wrong) {
        godot_files_note_on(files, file, wrong);
        g_clear_pointer(&resource, godot_resource_free);
    }
    return resource;
}

char *
godot_resource_peek(const void *data, size_t length)
{
    enum { ENOUGH = 256 };      /* enough for the header up to the class */
    godot_bytes_t bytes = godot_bytes(data, length);
    uint32_t      magic = godot_bytes_u32(&bytes), format;
    char         *content = NULL, *type;
    size_t        made;

    if (magic == COMPRESSED) {
        packed_t packed = open_packed(bytes);
        content = packed.block <= GODOT_RESOURCE_PEEK ? unpack(&packed, ENOUGH, &made) : NULL;
        bytes = godot_bytes(content ? content : "", content ? made : 0);
    }
    type = magic == PLAIN || content ? resource_read_type(&bytes, &format) : NULL;
    g_free(content);
    return type;
}

/* ---- Parts ---- */

godot_bytes_t
godot_resource_part(const godot_resource_t *resource, const godot_internal_t *internal, char **type, uint32_t *properties)
{
    godot_bytes_t bytes = resource->bytes;

    godot_bytes_take(&bytes, internal->offset);
    *type = godot_bytes_string(&bytes);
    *properties = godot_bytes_u32(&bytes);
    return bytes;
}

char *
godot_resource_name(const godot_resource_t *resource, godot_bytes_t *bytes)
{
    uint32_t index = godot_bytes_u32(bytes);

    if (index & 0x80000000U)
        return godot_bytes_text(bytes, index & 0x7FFFFFFFU);
    return bytes->failed || index >= resource->names->len ? NULL :
           g_strdup((const char *)g_ptr_array_index(resource->names, index));
}

/* ---- Values ---- */

typedef enum {
    NUMBERS,        /* so many bytes, and real numbers */
    PACKED,         /* a count, and so many of them */
    BYTES,          /* a count, and so many bytes padded to four */
    TEXT, TEXTS, PATH, OBJECT, VALUES, PAIRS
} shape_t;

static const struct {
    const char *name;       /* NULL if there is no such type */
    shape_t     shape;
    uint8_t     bytes, reals;
} types[] = {
    [1] = { "Nil", NUMBERS, 0, 0 }, [2] = { "bool", NUMBERS, 4, 0 }, [3] = { "int", NUMBERS, 4, 0 },
    [4] = { "float", NUMBERS, 0, 1 }, [5] = { "String", TEXT, 0, 0 }, [10] = { "Vector2", NUMBERS, 0, 2 },
    [11] = { "Rect2", NUMBERS, 0, 4 }, [12] = { "Vector3", NUMBERS, 0, 3 }, [13] = { "Plane", NUMBERS, 0, 4 },
    [14] = { "Quaternion", NUMBERS, 0, 4 }, [15] = { "AABB", NUMBERS, 0, 6 }, [16] = { "Basis", NUMBERS, 0, 9 },
    [17] = { "Transform3D", NUMBERS, 0, 12 }, [18] = { "Transform2D", NUMBERS, 0, 6 }, [20] = { "Color", NUMBERS, 16, 0 },
    [22] = { "NodePath", PATH, 0, 0 }, [23] = { "RID", NUMBERS, 4, 0 }, [24] = { "Object", OBJECT, 0, 0 },
    [26] = { "Dictionary", PAIRS, 0, 0 }, [30] = { "Array", VALUES, 0, 0 }, [31] = { "PackedByteArray", BYTES, 1, 0 },
    [32] = { "PackedInt32Array", PACKED, 4, 0 }, [33] = { "PackedFloat32Array", PACKED, 4, 0 },
    [34] = { "PackedStringArray", TEXTS, 0, 0 }, [35] = { "PackedVector3Array", PACKED, 0, 3 },
    [36] = { "PackedColorArray", PACKED, 16, 0 }, [37] = { "PackedVector2Array", PACKED, 0, 2 },
    [40] = { "int", NUMBERS, 8, 0 }, [41] = { "float", NUMBERS, 8, 0 }, [42] = { "Callable", NUMBERS, 0, 0 },
    [43] = { "Signal", NUMBERS, 0, 0 }, [44] = { "StringName", TEXT, 0, 0 }, [45] = { "Vector2i", NUMBERS, 8, 0 },
    [46] = { "Rect2i", NUMBERS, 16, 0 }, [47] = { "Vector3i", NUMBERS, 12, 0 }, [48] = { "PackedInt64Array", PACKED, 8, 0 },
    [49] = { "PackedFloat64Array", PACKED, 8, 0 }, [50] = { "Vector4", NUMBERS, 0, 4 }, [51] = { "Vector4i", NUMBERS, 16, 0 },
    [52] = { "Projection", NUMBERS, 0, 16 }, [53] = { "PackedVector4Array", PACKED, 0, 4 },
};

static void
pass_name(godot_bytes_t *bytes)
{
    uint32_t index = godot_bytes_u32(bytes);

    if (index & 0x80000000U)
        godot_bytes_take(bytes, index & 0x7FFFFFFFU);
}

static void
pass_path(godot_bytes_t *bytes)
{
    unsigned names = godot_bytes_u16(bytes);

    names += godot_bytes_u16(bytes) & 0x7FFFU;
    while (names--)
        pass_name(bytes);
}

static void
pass_text(godot_bytes_t *bytes)
{
    godot_bytes_take(bytes, godot_bytes_u32(bytes));
}

static void
pass_object(godot_bytes_t *bytes)
{
    switch (godot_bytes_u32(bytes)) {
    case OBJECT_NONE:
        break;
    case OBJECT_BY_NAME:
        pass_text(bytes);
        pass_text(bytes);
        break;
    case OBJECT_INTERNAL:
    case OBJECT_EXTERNAL:
        godot_bytes_u32(bytes);
        break;
    default:
        bytes->failed = true;
    }
}

/* Passes the parts of a value. @return how many whole values follow inside it */
static uint64_t
pass_shape(const godot_resource_t *resource, unsigned type, godot_bytes_t *bytes)
{
    uint64_t each = types[type].bytes + types[type].reals * (resource->is_wide ? sizeof(double) : sizeof(float));
    uint32_t count;

    switch (types[type].shape) {
    case NUMBERS:
        godot_bytes_take(bytes, each);
        return 0;
    case TEXT:
        pass_text(bytes);
        return 0;
    case PATH:
        pass_path(bytes);
        return 0;
    case OBJECT:
        pass_object(bytes);
        return 0;
    default:
        break;
    }
    count = godot_bytes_u32(bytes);
    switch (types[type].shape) {
    case VALUES:
        return count & ~SHARED;
    case PAIRS:
        return 2 * (uint64_t)(count & ~SHARED);
    case TEXTS:
        for (uint32_t i = 0; i < count && !bytes->failed; i++)
            pass_text(bytes);
        return 0;
    default:
        godot_bytes_take(bytes, count * each + (types[type].shape == BYTES ? (4 - count % 4) % 4 : 0));
        return 0;
    }
}

static uint64_t
pass_one(const godot_resource_t *resource, godot_bytes_t *bytes)
{
    uint32_t type = godot_bytes_u32(bytes);

    if (type < G_N_ELEMENTS(types) && types[type].name)
        return pass_shape(resource, type, bytes);
    bytes->failed = true;
    return 0;
}

/* Passes a value. Values inside it are counted, without recursion. */
godot_resource_value_t
godot_resource_pass(const godot_resource_t *resource, godot_bytes_t *bytes)
{
    godot_bytes_t          begin = *bytes;
    godot_resource_value_t value = { .type = godot_bytes_u32(&begin) };

    for (uint64_t waiting = 1; waiting && !bytes->failed; waiting--)
        waiting += pass_one(resource, bytes);
    begin.end = bytes->at;
    value.bytes = begin;
    if (bytes->failed)
        value = (godot_resource_value_t){ .type = 1, .bytes = { .at = bytes->at, .end = bytes->at } };
    return value;
}

const char *
godot_resource_type(const godot_resource_value_t *value)
{
    return value->type <= 1 || value->type == GODOT_RESOURCE_OBJECT ? NULL : types[value->type].name;
}

static char *
path_text(const godot_resource_t *resource, godot_bytes_t bytes)
{
    unsigned names = godot_bytes_u16(&bytes), subnames = godot_bytes_u16(&bytes);
    GString *text = g_string_new(subnames & 0x8000U ? "/" : "");

    subnames &= 0x7FFFU;
    for (unsigned i = 0; i < names + subnames && text->len < GODOT_MAX_PATH; i++) {
        char *name = godot_resource_name(resource, &bytes);

        if (i >= names)
            g_string_append_c(text, ':');
        else if (i > 0)
            g_string_append_c(text, '/');
        g_string_append(text, name ? name : "");
        g_free(name);
    }
    return g_string_free(text, false);
}

char *
godot_resource_text(const godot_resource_t *resource, const godot_resource_value_t *value)
{
    godot_bytes_t bytes = value->bytes;

    switch (value->type) {
    case GODOT_RESOURCE_STRING:
    case GODOT_RESOURCE_STRING_NAME:
        return godot_bytes_string(&bytes);
    case GODOT_RESOURCE_NODE_PATH:
        return path_text(resource, bytes);
    case GODOT_RESOURCE_BOOL:
        return g_strdup(godot_bytes_u32(&bytes) ? "true" : "false");
    case GODOT_RESOURCE_INT:
        return g_strdup_printf("%" G_GINT32_FORMAT, (gint32)godot_bytes_u32(&bytes));
    default:
        return NULL;
    }
}

/* Returns the index of an object of that kind, or G_MAXUINT32. */
static uint32_t
object_index(const godot_resource_value_t *value, uint32_t kind)
{
    godot_bytes_t bytes = value->bytes;

    return value->type == GODOT_RESOURCE_OBJECT && godot_bytes_u32(&bytes) == kind ? godot_bytes_u32(&bytes) : G_MAXUINT32;
}

const godot_external_t *
godot_resource_external(const godot_resource_t *resource, const godot_resource_value_t *value)
{
    uint32_t index = object_index(value, OBJECT_EXTERNAL);

    return index < resource->externals->len ? (const godot_external_t *)g_ptr_array_index(resource->externals, index) : NULL;
}

int
godot_resource_internal(const godot_resource_t *resource, const godot_resource_value_t *value)
{
    uint32_t index = object_index(value, OBJECT_INTERNAL);

    return index < resource->internals->len ? (int)index : -1;
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
