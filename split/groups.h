/* split/groups.h
 * Which frames have to be read together?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_GROUPS_H
#define SPLIT_GROUPS_H

#include "split/blocks.h"

typedef struct split_groups split_groups_t;

split_groups_t *split_groups_new(void);

void split_groups_free(split_groups_t *groups);

/* Learns from a frame what belongs together: whoever speaks to the same address and port, pieces of datagrams between two
 * machines, and the connections of a client that are known by its id.
 * @return false if something is in it that only Wireshark can take apart */
gboolean split_groups_learn(split_groups_t *groups, const split_block_t *frame);

/* Divides the groups evenly, by their bytes.
 * @param most parts to make
 * @param share gets the share of the largest group, in percent
 * @return how many parts there are; groups are never divided, so there may be fewer */
unsigned split_groups_divide(split_groups_t *groups, unsigned most, unsigned *share);

/* Returns the part of a frame that was learned, from 0. */
unsigned split_groups_part(split_groups_t *groups, const split_block_t *frame);

#endif

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
