/* project/pack.c
 * Which files does a pack contain, alone, inside an executable, or beside it? Formats 1 to 4:
 * core/io/file_access_pack.cpp, PackedSourcePCK::try_open_pack().
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>

#include "project/bytes.h"
#include "project/decrypt.h"
#include "project/pack.h"
#include "project/paths.h"
#include "project/remap.h"
#include "project/strings.h"
#include "project/system.h"

#define MAGIC           0x43504447U     /* "GDPC" */
#define TRAILER_LENGTH  12U             /* an executable ends with the pack, its length and the magic */
#define HEADER_LENGTH   104U
#define RESERVED        64U
#define SALT_LENGTH     32U
#define NEWEST          4U
#define SCHEME          "res://"
#define UID_CACHE       SCHEME ".godot/uid_cache.bin"

enum { PACK_ENCRYPTED = 1, PACK_RELATIVE = 2, PACK_SPARSE = 4 };
enum { FILE_ENCRYPTED = 1, FILE_REMOVED = 2, FILE_DELTA = 4 };

typedef struct pack {
    godot_files_t *files;
    char          *path;
    guint64        length;      /* length of the file on disk */
    guint64        start;       /* offset of the pack in it; the next offsets are also in the file */
    guint64        base;        /* offset of the files */
    guint64        directory;   /* offset of the number of entries */
    uint32_t       version, flags;
    char          *beside;      /* folder of the files that are beside the pack, without links; NULL: they are in it */
    char          *salt;        /* what their names beside the pack are made with, as UTF-8; NULL: nothing */
    bool           has_deltas;
    GPtrArray     *entries;     /* entry_t, in the order of the directory */
    GHashTable    *by_name;     /* stored name -> the last entry_t of that name */
    GPtrArray     *beside_it;   /* pack_t: the other packs in its folder; NULL: nothing in it needs them */
    const struct pack *patch;   /* the pack beside which it is read: it keeps only files of this, and counts none; or NULL */
} pack_t;

typedef struct {
    char        *stored;
    char        *path;          /* of the file that is beside the pack, or NULL */
    uint8_t      md5[16];
    godot_file_t file;
} entry_t;

static void
entry_free(void *data)
{
    entry_t *entry = data;

    g_free(entry->stored);
    g_free(entry->path);
    g_free(entry);
}

static void
pack_free(void *data)
{
    pack_t *pack = (pack_t *)data;

    if (pack->beside_it)
        g_ptr_array_unref(pack->beside_it);
    g_hash_table_destroy(pack->by_name);
    g_ptr_array_unref(pack->entries);
    g_free(pack->beside);
    g_free(pack->salt);
    g_free(pack->path);
    g_free(pack);
}

/* Returns a pack whose directory was not read yet; free it with pack_free(). */
static pack_t *
pack_new(godot_files_t *files, const char *path)
{
    pack_t *pack = g_new0(pack_t, 1);

    pack->files = files;
    pack->path = g_strdup(path);
    pack->entries = g_ptr_array_new_with_free_func(entry_free);
    pack->by_name = g_hash_table_new(godot_string_hash, g_str_equal);
    return pack;
}

/* ---- Where the pack begins ---- */

/* Reads at an offset. @return bytes that may be fewer than asked for; free their data */
static godot_bytes_t
read_at(const pack_t *pack, guint64 offset, gsize length, char **data)
{
    gsize found = 0;

    *data = godot_files_span(pack->path, offset, length, &found);
    return godot_bytes(*data ? *data : "", *data ? found : 0);
}

static bool
begins_at(const pack_t *pack, guint64 offset)
{
    char         *data;
    godot_bytes_t bytes = read_at(pack, offset, sizeof(uint32_t), &data);
    bool          is_magic = godot_bytes_u32(&bytes) == MAGIC;

    g_free(data);
    return is_magic;
}

static bool
find_at_end(pack_t *pack)
{
    char         *data;
    godot_bytes_t bytes = read_at(pack, pack->length - MIN(pack->length, TRAILER_LENGTH), TRAILER_LENGTH, &data);
    guint64       size = godot_bytes_u64(&bytes);
    bool          is_trailer = godot_bytes_u32(&bytes) == MAGIC && size <= pack->length - TRAILER_LENGTH;

    g_free(data);
    pack->start = is_trailer ? pack->length - TRAILER_LENGTH - size : 0;
    return begins_at(pack, pack->start);     /* none does at the file's begin, or it was found there */
}

/* Returns the offset of the section "pck" of a Windows executable; 0 if there is none. */
static guint64
find_section(const pack_t *pack)
{
    enum { PE_OFFSET = 0x3C, HEADERS = 4096, PE_MAGIC = 0x00004550, SECTION_LENGTH = 40 };
    char         *data;
    godot_bytes_t bytes = read_at(pack, 0, HEADERS, &data);
    guint64       offset = 0;

    godot_bytes_take(&bytes, PE_OFFSET);
    godot_bytes_take(&bytes, (uint64_t)godot_bytes_u32(&bytes) - PE_OFFSET - sizeof(uint32_t));
    bool     is_pe = godot_bytes_u32(&bytes) == PE_MAGIC && godot_bytes_take(&bytes, 2);
    unsigned sections = godot_bytes_u16(&bytes);
    godot_bytes_take(&bytes, 12);
    godot_bytes_take(&bytes, 2U + godot_bytes_u16(&bytes));     /* the optional header after its own length */
    for (unsigned i = 0; is_pe && !offset && i < sections; i++) {
        const uint8_t *name = godot_bytes_take(&bytes, SECTION_LENGTH);
        if (!name)
            break;
        bool          is_pck = memcmp(name, "pck\0\0\0\0", 8) == 0;
        godot_bytes_t section = godot_bytes(name, SECTION_LENGTH);
        godot_bytes_take(&section, 20);
        offset = is_pck ? godot_bytes_u32(&section) : 0;
    }
    g_free(data);
    return offset;
}

/* If a signature follows the pack, the pack's section tells where it is, except for its alignment. */
static bool
find_in_section(pack_t *pack)
{
    guint64 offset = find_section(pack);

    for (unsigned i = 0; offset && i < 8; i++) {
        pack->start = offset + i;
        if (begins_at(pack, pack->start))
            return true;
    }
    return false;
}

/* Finds the pack. @return false if there is none; errno is 0 if the file could be read */
static bool
find_pack(pack_t *pack)
{
    GStatBuf status;

    errno = 0;
    if (g_stat(pack->path, &status) != 0)
        return false;
    pack->length = S_ISREG(status.st_mode) ? (guint64)status.st_size : 0;
    return pack->length && (begins_at(pack, 0) || find_in_section(pack) || find_at_end(pack));
}

bool
godot_pack_is_in(const char *path)
{
    pack_t *pack = pack_new(NULL, path);
    bool    found = find_pack(pack);

    pack_free(pack);
    return found;
}

bool
godot_pack_is_export(const char *path)
{
    static const char *const suffixes[] = { ".exe", ".x86_64", ".x86_32", ".arm64", ".arm32" };

    if (g_str_has_suffix(path, ".pck"))
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++)
        if (g_str_has_suffix(path, suffixes[i]))
            return godot_pack_is_in(path);
    return false;
}

/* ---- Header and directory ---- */

/* The engine takes each byte of the salt for a character (String::append_latin1()), and hashes UTF-8. */
static char *
take_salt(godot_bytes_t *bytes)
{
    const uint8_t *salt = godot_bytes_take(bytes, SALT_LENGTH);
    GString       *text = g_string_new(NULL);

    for (unsigned i = 0; salt && i < SALT_LENGTH; i++)
        g_string_append_unichar(text, salt[i]);
    return g_string_free(text, FALSE);
}

static bool
pack_read_header(pack_t *pack)
{
    char         *data;
    godot_bytes_t bytes = read_at(pack, pack->start, HEADER_LENGTH, &data);
    const uint8_t *begin = bytes.at;

    godot_bytes_take(&bytes, 4);
    pack->version = godot_bytes_u32(&bytes);
    godot_bytes_take(&bytes, 12);   /* the engine's version */
    if (pack->version >= 2) {
        pack->flags = godot_bytes_u32(&bytes);
        pack->base = godot_bytes_u64(&bytes);
        pack->base += pack->flags & PACK_RELATIVE || pack->version >= 3 ? pack->start : 0;
    }
    if (pack->version >= 3)
        pack->directory = pack->start + godot_bytes_u64(&bytes);
    if (pack->version >= 4 && pack->flags & PACK_ENCRYPTED) {
        pack->salt = take_salt(&bytes);
        godot_bytes_take(&bytes, RESERVED - SALT_LENGTH);
    } else {
        godot_bytes_take(&bytes, RESERVED);
    }
    if (pack->version < 3)
        pack->directory = pack->start + (guint64)(bytes.at - begin);
    g_free(data);
    return !bytes.failed;
}

static bool
can_read(pack_t *pack)
{
    if (!pack_read_header(pack))
        godot_files_note(pack->files, "%s: the pack ends in its header", pack->path);
    else if (pack->version == 0 || pack->version > NEWEST)
        godot_files_note(pack->files, "%s: a pack of format %u, not read", pack->path, pack->version);
    else
        return true;
    return false;
}

/* Returns everything that may belong to the directory, decrypted. */
static char *
read_directory(const pack_t *pack, uint32_t *count, gsize *length)
{
    char         *data;
    godot_bytes_t bytes = read_at(pack, pack->directory, sizeof *count + GODOT_ENCRYPTED_HEADER, &data);
    guint64       begin = pack->directory + sizeof *count;
    godot_file_t  file = { SCHEME, "directory", pack->path, begin, 0, NULL, pack->flags & PACK_ENCRYPTED };

    *count = godot_bytes_u32(&bytes);
    if (file.encrypted) {
        godot_bytes_take(&bytes, 16);
        file.size = godot_bytes_u64(&bytes);
    } else if (!bytes.failed) {
        guint64 end = pack->base > begin ? pack->base : pack->length;
        file.size = MIN(GODOT_MAX_FILE_SIZE, MIN(end, pack->length) - begin);
    }
    g_free(data);
    if (bytes.failed || file.size > pack->length - begin) {
        godot_files_note(pack->files, "%s: its directory lies behind its end", pack->path);
        return NULL;
    }
    return godot_files_read(pack->files, &file, length);
}

static char *
pack_take_name(godot_bytes_t *bytes)
{
    char *name = godot_bytes_string(bytes);
    char *joined = name ? godot_path_join("", g_str_has_prefix(name, SCHEME) ? name + strlen(SCHEME) : name) : NULL;
    char *stored = joined ? g_strconcat(SCHEME, joined, NULL) : NULL;

    g_free(joined);
    g_free(name);
    return stored;
}

/* Finds the file of an entry beside the pack (PackedSourcePCK::get_file()). */
static void
find_beside(const pack_t *pack, entry_t *entry)
{
    const char *name = entry->stored + strlen(SCHEME);
    char       *salted = pack->salt ? g_strconcat(entry->stored, pack->salt, NULL) : NULL;
    char       *hash = salted ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, salted, -1) : NULL;

    entry->path = g_build_filename(pack->beside, hash ? hash : name, NULL);
    g_free(hash);
    g_free(salted);
    entry->file.path = entry->path;
    entry->file.offset = 0;
}

/* Tells whether the content of an entry can be in the pack. */
static bool
is_in_pack(const pack_t *pack, const godot_file_t *file)
{
    guint64 size = file->encrypted ? godot_encrypted_size(file->size) : file->size;

    return file->size <= pack->length && file->offset >= pack->base && file->offset <= pack->length &&
           size <= pack->length - file->offset;
}

static entry_t *
take_entry(const pack_t *pack, godot_bytes_t *bytes, uint32_t *flags)
{
    static const uint8_t none[16];
    entry_t *entry = g_new0(entry_t, 1);

    entry->stored = pack_take_name(bytes);
    guint64        offset = godot_bytes_u64(bytes), size = godot_bytes_u64(bytes);
    const uint8_t *md5 = godot_bytes_take(bytes, sizeof entry->md5);
    *flags = pack->version >= 2 ? godot_bytes_u32(bytes) : 0;
    if (md5)
        memcpy(entry->md5, md5, sizeof entry->md5);
    entry->file = (godot_file_t){ entry->stored, entry->stored, pack->path, pack->base + offset, size,
                                  memcmp(entry->md5, none, sizeof none) ? entry->md5 : NULL, *flags & FILE_ENCRYPTED,
                                  *flags & FILE_DELTA, NULL };
    if (entry->stored && pack->beside)
        find_beside(pack, entry);
    if (entry->path ? !godot_path_is_file_within(entry->path, pack->beside) : !is_in_pack(pack, &entry->file))
        g_clear_pointer(&entry->stored, g_free);
    return entry;
}

/* Adds an entry, and takes it over. */
static void
add_entry(pack_t *pack, entry_t *entry, uint32_t flags)
{
    if (!entry->stored)
        godot_files_note(pack->files, "%s: some of its files %s", pack->path,
                         pack->beside ? "are not beside it" : "lie behind its end");
    else if (g_str_has_suffix(entry->stored, ".cs") && entry->file.size <= 2)    /* the source is left out */
        godot_files_note(pack->files, "%s: its C# classes are in an assembly, which is not read", pack->path);
    else if (!(flags & FILE_REMOVED) && (!pack->patch || g_hash_table_contains(pack->patch->by_name, entry->stored))) {
        pack->has_deltas |= entry->file.is_delta;
        g_ptr_array_add(pack->entries, entry);
        g_hash_table_replace(pack->by_name, entry->stored, entry);
        return;
    }
    entry_free(entry);
}

/* Counts one more file. @return false, with a message, if there are too many */
static bool
count_entry(const pack_t *pack)
{
    if (pack->patch)
        return true;
    if (pack->files->entries >= GODOT_MAX_FILES) {
        godot_files_limit(pack->files, GODOT_LIMIT_FILES, pack->path);
        return false;
    }
    pack->files->entries++;
    return true;
}

static void
read_entries(pack_t *pack)
{
    uint32_t      count = 0, flags;
    gsize         length = 0;
    char         *directory = read_directory(pack, &count, &length);
    godot_bytes_t bytes = godot_bytes(directory ? directory : "", length);

    for (uint32_t i = 0; directory && i < count && godot_files_in_time(pack->files, pack->path) && count_entry(pack); i++) {
        entry_t *entry = take_entry(pack, &bytes, &flags);

        if (bytes.failed) {
            godot_files_note(pack->files, "%s: its directory says %u files and ends with %u", pack->path, count, i);
            entry_free(entry);
            break;
        }
        add_entry(pack, entry, flags);
    }
    g_free(directory);
}

/* ---- Files ---- */

/*
 * Names the source of a compiled script whose .remap is not in this pack. A patch has only the files that changed, and
 * a .remap stays as it is in the older pack. The exporter gives both the name of the source
 * (modules/gdscript/register_types.cpp, EditorExportGDScript).
 *
 * @return "res://player.gd"; NULL if it is no such script; g_free()
 */
static char *
source_of_patch(const pack_t *pack, const char *stored)
{
    char *source = g_str_has_suffix(stored, ".gdc") ? g_strndup(stored, strlen(stored) - 1) : NULL;
    char *remap = source ? g_strconcat(source, GODOT_REMAP_SUFFIX, NULL) : NULL;

    if (remap && (g_hash_table_contains(pack->by_name, remap) || g_hash_table_contains(pack->by_name, source)))
        g_clear_pointer(&source, g_free);
    g_free(remap);
    return source;
}

/* Adds a file to the project; if it is a delta, with its versions in the other packs. */
static void
pack_add_file(const pack_t *pack, const entry_t *entry, const char *resource, const godot_visitor_t *visitor, void *project)
{
    godot_file_t file = entry->file;
    GPtrArray   *older = g_ptr_array_new(), *others = file.is_delta ? pack->beside_it : NULL;

    for (guint i = 0; others && i < others->len; i++) {
        const pack_t  *other = (const pack_t *)g_ptr_array_index(others, i);
        const entry_t *version = (const entry_t *)g_hash_table_lookup(other->by_name, entry->stored);

        if (version)
            g_ptr_array_add(older, (void *)&version->file);
    }
    file.older = older;
    file.resource = resource;
    visitor->add(project, &file);
    g_ptr_array_unref(older);
}

static void
pack_visit_stored(const pack_t *pack, const entry_t *entry, const godot_visitor_t *visitor, void *project)
{
    char *source = source_of_patch(pack, entry->stored);

    pack_add_file(pack, entry, source ? source : entry->stored, visitor, project);
    g_free(source);
}

static void
pack_visit_entry(const pack_t *pack, const entry_t *entry, const godot_visitor_t *visitor, void *project)
{
    char          *target, *resource;
    const entry_t *stored;

    if (!g_str_has_suffix(entry->stored, GODOT_REMAP_SUFFIX)) {
        if (!strstr(entry->stored, "/.") || strcmp(entry->stored, UID_CACHE) == 0)
            pack_visit_stored(pack, entry, visitor, project);
        return;
    }
    target = godot_remap_target(pack->files, &entry->file);
    stored = target ? (const entry_t *)g_hash_table_lookup(pack->by_name, target) : NULL;
    if (stored) {
        resource = godot_remap_name(&entry->file);
        pack_add_file(pack, stored, resource, visitor, project);
        g_free(resource);
    }
    g_free(target);
}

/* Returns the folder that a file is in, without links; "" if it has gone. @return g_free() */
static char *
folder_of(const char *path)
{
    char *name = g_path_get_dirname(path), *real = godot_system_real_path(name);

    g_free(name);
    return real ? real : g_strdup("");
}

static void
pack_read(pack_t *pack)
{
    if (can_read(pack)) {
        pack->beside = pack->flags & PACK_SPARSE ? folder_of(pack->path) : NULL;
        read_entries(pack);
    }
}

/* Reads the directory of another pack that may have older versions of a pack's files. @return false if there are too many */
static bool
pack_read_other(pack_t *pack, const char *folder, const char *path)
{
    pack_t *other = pack_new(pack->files, path);
    bool    is_pack = strcmp(path, pack->path) != 0 && !godot_system_is_link(path) && godot_pack_is_export(path) && find_pack(other);
    bool    too_many = is_pack && pack->beside_it->len == GODOT_MAX_PATCHES;

    other->patch = pack;
    if (too_many)
        godot_files_limit(pack->files, GODOT_LIMIT_PATCHES, folder);
    if (is_pack && !too_many) {
        pack_read(other);
        g_ptr_array_add(pack->beside_it, other);
    } else {
        pack_free(other);
    }
    return !too_many;
}

/* Reads the directories of the other packs in a pack's folder. */
static void
pack_read_beside(pack_t *pack)
{
    char       *folder = g_path_get_dirname(pack->path);
    GDir       *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    bool        more = true;

    pack->beside_it = g_ptr_array_new_with_free_func(pack_free);
    godot_files_remember(pack->files, folder);
    while (more && dir && (name = g_dir_read_name(dir)) && godot_files_in_time(pack->files, folder)) {
        char *path = g_build_filename(folder, name, NULL);

        more = pack_read_other(pack, folder, path);
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
    g_free(folder);
}

void
godot_pack_visit(godot_files_t *files, const char *path, const godot_visitor_t *visitor)
{
    pack_t *pack = pack_new(files, path);
    void   *project = NULL;

    godot_files_remember(files, path);
    if (find_pack(pack)) {
        project = visitor->begin(visitor->user);
        pack_read(pack);
    } else {
        godot_files_note(files, "%s: %s", path, errno ? g_strerror(errno) : "no pack, and none in it");
    }
    if (pack->has_deltas)
        pack_read_beside(pack);
    for (guint i = 0; i < pack->entries->len; i++) {
        const entry_t *entry = g_ptr_array_index(pack->entries, i);
        if (g_hash_table_lookup(pack->by_name, entry->stored) == entry)
            pack_visit_entry(pack, entry, visitor, project);
    }
    pack_free(pack);
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
