/* project/matches.h
 * Which of a scene's synchronizers does a SPAWN name, as far as their number tells?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_MATCHES_H
#define PROJECT_MATCHES_H

#include "project/model.h"

/**
 * Which of a spawned scene's synchronizers does a SPAWN name? All of them, or those of the sender's authority.
 *
 * @param count number of synchronizer ids in the SPAWN
 * @param values number of values of its state
 * @param ordinals room for GODOT_MAX_MATCHED; filled with count indices into scene->synchronizers
 * @return false if counts do not tell
 */
bool godot_scene_match(const godot_scene_t *scene, unsigned count, unsigned values, unsigned *ordinals);

#endif /* PROJECT_MATCHES_H */

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
