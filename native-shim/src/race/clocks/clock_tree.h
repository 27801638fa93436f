/* The counts of many fibers: persistent trees, which share the nodes in which they are equal. A copy costs one reference, a thread's
 * step the nodes on the way to its count; a join looks only where the two differ. */
#ifndef HEDDLE_CLOCK_TREE_H
#define HEDDLE_CLOCK_TREE_H

#include <stdint.h>

#define TREE_COUNTS 65536u /* most counts of one tree */

/* A node, which nobody changes while it has several owners. NULL: all counts are 0. */
struct clock_node;

uint32_t tree_get(const struct clock_node *root, uint32_t index);

/* The tree in *root is replaced. */
void tree_set(struct clock_node **root, uint32_t index, uint32_t value);
void tree_join(struct clock_node **root, struct clock_node *from);
void tree_copy(struct clock_node **root, struct clock_node *from);

#endif
