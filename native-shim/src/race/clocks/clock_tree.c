/* See clock_tree.h. */
#define _GNU_SOURCE
#include "race/clocks/clock_tree.h"

#include <stdbool.h>
#include <string.h>

#include "base/hot.h"
#include "base/invariant.h"
#include "race/clocks/race_memory.h"

#define LEAF 64u  /* counts */
#define INNER 32u /* children */
#define LEVELS 3u /* the leaves are level 0 */

struct clock_node {
    uint32_t owners;
    union {
        uint32_t at[LEAF];
        struct clock_node *child[INNER];
        struct clock_node *next; /* of those that nobody owns */
    };
};

_Static_assert(LEAF *INNER *INNER == TREE_COUNTS, "a tree has LEVELS levels");

HOT static struct clock_node *unused;

/* Which child of a node of this level the index is in. */
static uint32_t child_at(uint32_t index, uint32_t level) { return level == 1 ? index / LEAF % INNER : index / (LEAF * INNER); }

uint32_t tree_get(const struct clock_node *root, uint32_t index) {
    for (uint32_t level = LEVELS - 1; root && level > 0; level--) {
        root = root->child[child_at(index, level)];
    }
    return root ? root->at[index % LEAF] : 0;
}

static struct clock_node *share(struct clock_node *node) {
    if (node) {
        node->owners++;
    }
    return node;
}

static void drop(struct clock_node *node, uint32_t level) {
    INVARIANT(!node || node->owners > 0);
    if (!node || --node->owners > 0) {
        return;
    }
    for (uint32_t i = 0; level > 0 && i < INNER; i++) {
        drop(node->child[i], level - 1);
    }
    node->next = unused;
    unused = node;
}

/* A node of one owner; what is in it is anything. */
static struct clock_node *new_node(void) {
    struct clock_node *node = unused;
    if (node) {
        unused = node->next;
    } else {
        node = race_allocate(sizeof *node);
    }
    node->owners = 1;
    return node;
}

/* The node that the owner may change in place of this one. */
static struct clock_node *own(struct clock_node *node, uint32_t level) {
    if (node && node->owners == 1) {
        return node;
    }
    struct clock_node *mine = new_node();
    if (!node) {
        memset(mine->at, 0, sizeof mine->at);
        return mine;
    }
    memcpy(mine->at, node->at, sizeof mine->at);
    for (uint32_t i = 0; level > 0 && i < INNER; i++) {
        share(mine->child[i]);
    }
    node->owners--;
    return mine;
}

void tree_set(struct clock_node **root, uint32_t index, uint32_t value) {
    struct clock_node **place = root;
    for (uint32_t level = LEVELS - 1; level > 0; level--) {
        *place = own(*place, level);
        place = &(*place)->child[child_at(index, level)];
    }
    *place = own(*place, 0);
    (*place)->at[index % LEAF] = value;
}

static struct clock_node *greater(struct clock_node *mine, struct clock_node *theirs, uint32_t level);

static struct clock_node *greater_leaf(struct clock_node *mine, struct clock_node *theirs) {
    uint32_t both[LEAF], more = 0, fewer = 0;
    for (uint32_t i = 0; i < LEAF; i++) {
        both[i] = mine->at[i] > theirs->at[i] ? mine->at[i] : theirs->at[i];
        more |= both[i] ^ theirs->at[i];
        fewer |= both[i] ^ mine->at[i];
    }
    if (!more || !fewer) {
        return share(fewer ? theirs : mine);
    }
    struct clock_node *result = new_node();
    memcpy(result->at, both, sizeof both);
    return result;
}

static struct clock_node *greater_inner(struct clock_node *mine, struct clock_node *theirs, uint32_t level) {
    struct clock_node *both[INNER];
    bool is_mine = true, is_theirs = true;
    for (uint32_t i = 0; i < INNER; i++) {
        both[i] = greater(mine->child[i], theirs->child[i], level - 1);
        is_mine &= both[i] == mine->child[i];
        is_theirs &= both[i] == theirs->child[i];
    }
    if (is_mine || is_theirs) {
        for (uint32_t i = 0; i < INNER; i++) {
            drop(both[i], level - 1);
        }
        return share(is_mine ? mine : theirs);
    }
    struct clock_node *result = new_node();
    memcpy(result->child, both, sizeof both);
    return result;
}

/* The greater in each count; one of the two itself where it is that. The caller owns the result as well. */
static struct clock_node *greater(struct clock_node *mine, struct clock_node *theirs, uint32_t level) {
    if (mine == theirs || !mine || !theirs) {
        return share(mine ? mine : theirs);
    }
    return level == 0 ? greater_leaf(mine, theirs) : greater_inner(mine, theirs, level);
}

void tree_join(struct clock_node **root, struct clock_node *from) {
    struct clock_node *joined = greater(*root, from, LEVELS - 1);
    drop(*root, LEVELS - 1);
    *root = joined;
}

void tree_copy(struct clock_node **root, struct clock_node *from) {
    share(from);
    drop(*root, LEVELS - 1);
    *root = from;
}
