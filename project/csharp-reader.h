/* project/csharp-reader.h
 * Which RPC methods do the classes of a C# file declare?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_CSHARP_READER_H
#define PROJECT_CSHARP_READER_H

#include "project/script.h"

/**
 * Reads the declarations of a C# source. It looks through namespaces, and gives types Godot's names ("string" is
 * "String") if they have one.
 *
 * @param text UTF-8, need not end in NUL
 * @return the file: a class without a name whose inner classes are those of the file; godot_class_free()
 */
godot_class_t *csharp_read(const char *text, size_t length);

#endif /* PROJECT_CSHARP_READER_H */

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
