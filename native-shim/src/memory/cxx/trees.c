/* Nodes of std::map and std::set, which libstdc++.so links and balances for the code in its headers (bits/stl_tree.h). The algorithms are
 * those of Cormen, Leiserson, Rivest and Stein, "Introduction to Algorithms", chapter 13, but for the header: a node beside the tree
 * that has the root as its parent, and the first and the last node as its children. It is red, by which the way from the end to the last
 * node tells it from the root; the root's parent is the header. */
#include <stdbool.h>

#include "base/compiler.h"
#include "memory/cxx/node.h"

enum colour { RED = 0, BLACK = 1 };

struct tree_node {
    enum colour colour;
    struct tree_node *parent, *left, *right;
};

struct tree_node *tree_next(struct tree_node *node) __asm__("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
struct tree_node *tree_next_const(struct tree_node *node) __asm__("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base");
struct tree_node *tree_previous(struct tree_node *node) __asm__("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
struct tree_node *tree_previous_const(struct tree_node *node) __asm__("_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base");
void tree_insert(bool left, struct tree_node *node, struct tree_node *parent,
                 struct tree_node *header) __asm__("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
struct tree_node *tree_erase(struct tree_node *node,
                             struct tree_node *header) __asm__("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");
unsigned tree_blacks(struct tree_node *node,
                     struct tree_node *root) __asm__("_ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_");

static struct tree_node *child(struct tree_node *node, bool left, uint64_t site) {
    return left ? NODE_GET(node->left) : NODE_GET(node->right);
}

static void set_child(struct tree_node *node, bool left, struct tree_node *to, uint64_t site) {
    if (left) {
        NODE_SET(node->left, to);
    } else {
        NODE_SET(node->right, to);
    }
}

static struct tree_node *outermost(struct tree_node *node, bool left, uint64_t site) {
    for (struct tree_node *next; (next = child(node, left, site)) != NULL;) {
        node = next;
    }
    return node;
}

/* The neighbour in order; past the last node it is the header. */
static struct tree_node *neighbour(struct tree_node *node, bool left, uint64_t site) {
    struct tree_node *inner = child(node, left, site);
    if (inner) {
        return outermost(inner, !left, site);
    }
    struct tree_node *parent = NODE_GET(node->parent);
    while (node == child(parent, left, site)) {
        node = parent;
        parent = NODE_GET(parent->parent);
    }
    /* From a root without such a child the way led through the header and back. */
    return !left && NODE_GET(node->right) == parent ? node : parent;
}

EXPORT struct tree_node *tree_next(struct tree_node *node) { return neighbour(node, false, SITE()); }
EXPORT struct tree_node *tree_next_const(struct tree_node *node) { return neighbour(node, false, SITE()); }

static struct tree_node *previous(struct tree_node *node, uint64_t site) {
    bool is_header = NODE_GET(node->colour) == RED && NODE_GET(NODE_GET(node->parent)->parent) == node;
    return is_header ? NODE_GET(node->right) : neighbour(node, true, site);
}

EXPORT struct tree_node *tree_previous(struct tree_node *node) { return previous(node, SITE()); }
EXPORT struct tree_node *tree_previous_const(struct tree_node *node) { return previous(node, SITE()); }

/* Whatever pointed down to `from` points to `to`. */
static void replace(struct tree_node *from, struct tree_node *to, struct tree_node *header, uint64_t site) {
    struct tree_node *parent = NODE_GET(from->parent);
    if (parent == header) {
        NODE_SET(header->parent, to);
    } else {
        set_child(parent, NODE_GET(parent->left) == from, to, site);
    }
    if (to) {
        NODE_SET(to->parent, parent);
    }
}

/* The child on the other side takes the place of the node, which becomes its child on this one. */
static void rotate(struct tree_node *node, bool left, struct tree_node *header, uint64_t site) {
    struct tree_node *up = child(node, !left, site), *inner = child(up, left, site);
    set_child(node, !left, inner, site);
    if (inner) {
        NODE_SET(inner->parent, node);
    }
    replace(node, up, header, site);
    set_child(up, left, node, site);
    NODE_SET(node->parent, up);
}

static bool is_red(struct tree_node *node, uint64_t site) { return node && NODE_GET(node->colour) == RED; }

static void balance_insertion(struct tree_node *node, struct tree_node *header, uint64_t site) {
    struct tree_node *parent;
    while ((parent = NODE_GET(node->parent)) != header && is_red(parent, site)) {
        struct tree_node *grand = NODE_GET(parent->parent);
        bool left = NODE_GET(grand->left) == parent;
        struct tree_node *uncle = child(grand, !left, site);
        if (is_red(uncle, site)) {
            NODE_SET(parent->colour, BLACK);
            NODE_SET(uncle->colour, BLACK);
            NODE_SET(grand->colour, RED);
            node = grand;
            continue;
        }
        if (child(parent, !left, site) == node) {
            rotate(parent, left, header, site);
            parent = node;
        }
        NODE_SET(parent->colour, BLACK);
        NODE_SET(grand->colour, RED);
        rotate(grand, !left, header, site);
        break;
    }
    struct tree_node *root = NODE_GET(header->parent);
    NODE_SET(root->colour, BLACK);
}

EXPORT void tree_insert(bool left, struct tree_node *node, struct tree_node *parent, struct tree_node *header) {
    uint64_t site = SITE();
    NODE_SET(node->parent, parent);
    NODE_SET(node->left, NULL);
    NODE_SET(node->right, NULL);
    NODE_SET(node->colour, RED);
    if (parent == header) { /* which is empty */
        NODE_SET(header->parent, node);
        NODE_SET(header->left, node);
        NODE_SET(header->right, node);
    } else {
        set_child(parent, left, node, site);
        if (child(header, left, site) == parent) {
            set_child(header, left, node, site);
        }
    }
    balance_insertion(node, header, site);
}

/* A black node has gone from above `node`, which may be NULL, below `parent`. */
static void balance_erasure(struct tree_node *node, struct tree_node *parent, struct tree_node *header, uint64_t site) {
    while (node != NODE_GET(header->parent) && !is_red(node, site)) {
        bool left = NODE_GET(parent->left) == node;
        struct tree_node *sibling = child(parent, !left, site);
        if (is_red(sibling, site)) {
            NODE_SET(sibling->colour, BLACK);
            NODE_SET(parent->colour, RED);
            rotate(parent, left, header, site);
            sibling = child(parent, !left, site);
        }
        struct tree_node *inner = child(sibling, left, site), *outer = child(sibling, !left, site);
        if (!is_red(inner, site) && !is_red(outer, site)) {
            NODE_SET(sibling->colour, RED);
            node = parent;
            parent = NODE_GET(node->parent);
            continue;
        }
        if (!is_red(outer, site)) {
            NODE_SET(inner->colour, BLACK);
            NODE_SET(sibling->colour, RED);
            rotate(sibling, !left, header, site);
            outer = sibling;
            sibling = inner;
        }
        NODE_SET(sibling->colour, NODE_GET(parent->colour));
        NODE_SET(parent->colour, BLACK);
        NODE_SET(outer->colour, BLACK);
        rotate(parent, left, header, site);
        return;
    }
    if (node) {
        NODE_SET(node->colour, BLACK);
    }
}

/* The first or last node is about to go: its neighbour takes its place in the header. */
static void leave_end(struct tree_node *node, bool left, struct tree_node *header, uint64_t site) {
    if (child(header, left, site) == node) {
        struct tree_node *inner = child(node, !left, site);
        set_child(header, left, inner ? outermost(inner, left, site) : NODE_GET(node->parent), site);
    }
}

/* Returns the node, which is in no tree any more. */
EXPORT struct tree_node *tree_erase(struct tree_node *node, struct tree_node *header) {
    uint64_t site = SITE();
    leave_end(node, true, header, site);
    leave_end(node, false, header, site);
    struct tree_node *left = NODE_GET(node->left), *right = NODE_GET(node->right), *parent, *moved;
    enum colour gone = NODE_GET(node->colour);
    if (!left || !right) {
        parent = NODE_GET(node->parent);
        moved = left ? left : right;
        replace(node, moved, header, site);
    } else {
        struct tree_node *next = outermost(right, true, site);
        gone = NODE_GET(next->colour);
        moved = NODE_GET(next->right);
        parent = next;
        if (next != right) {
            parent = NODE_GET(next->parent);
            replace(next, moved, header, site);
            NODE_SET(next->right, right);
            NODE_SET(right->parent, next);
        }
        replace(node, next, header, site);
        NODE_SET(next->left, left);
        NODE_SET(left->parent, next);
        NODE_SET(next->colour, NODE_GET(node->colour));
    }
    if (gone == BLACK) {
        balance_erasure(moved, parent, header, site);
    }
    return node;
}

/* How many nodes on the way from this one up to the root are black, both included. */
EXPORT unsigned tree_blacks(struct tree_node *node, struct tree_node *root) {
    uint64_t site = SITE();
    unsigned count = 0;
    while (node) {
        count += NODE_GET(node->colour) == BLACK;
        node = node == root ? NULL : NODE_GET(node->parent);
    }
    return count;
}
