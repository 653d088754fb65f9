/* naming/fields.h
 * Which filter fields do the project's arguments and properties have?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NAMING_FIELDS_H
#define NAMING_FIELDS_H

#include "project/project.h"
#include "variant/variant.h"

/** Registers the protocol of all fields. To be called once, before any is made. */
void godot_fields_register(int proto);

/**
 * Forgets which argument or property has which field, and begins with the rows of the user's table. The fields
 * themselves stay, because columns, colour rules and filters may use them; a field that is no longer named has no
 * values.
 */
void godot_fields_renew(void);

/** Makes gdrpc.<file>.<method>.<argument>, unless it exists. @param path shown in its description */
void godot_fields_make_argument(const char *file, const char *path, const char *method, const godot_declaration_t *argument);

/**
 * First pass: makes the field of an argument that the file of packets tells itself, for as long as that file is open.
 * The field stays, as those of projects do. When there are very many fields already, no more are made.
 *
 * @param script path of the script
 */
void godot_fields_learn_argument(const char *script, const char *method, const godot_declaration_t *argument);

/** The same of a property of a synchronizer. @param scene path of the scene's file, @param path of the synchronizer */
void godot_fields_learn_property(const char *scene, const char *path, const godot_property_t *property);

/** Makes gdsync.<file>.<node>.<property>. */
void godot_fields_make_property(const char *file, const godot_synchronizer_t *synchronizer, const godot_property_t *property);

/** Gives all fields back to Wireshark. Only when it ends. */
void godot_fields_shutdown(void);

/**
 * Adds a value as a generated item of its field, if it has the field's type. Vectors add their components.
 *
 * @param key the godot_declaration_t or godot_property_t
 * @param offset, value->length the bytes that it comes from
 */
void godot_fields_add(const void *key, proto_tree *tree, tvbuff_t *tvb, int offset, const godot_value_t *value);

#endif /* NAMING_FIELDS_H */

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
