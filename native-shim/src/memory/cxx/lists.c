/* Nodes of std::list, which libstdc++.so links for the code in its headers (std::__detail::_List_node_base, bits/stl_list.h). */
#include "base/compiler.h"
#include "memory/cxx/node.h"

struct list_node {
    struct list_node *next, *previous;
};

void list_hook(struct list_node *self, struct list_node *position) __asm__("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
void list_unhook(struct list_node *self) __asm__("_ZNSt8__detail15_List_node_base9_M_unhookEv");
void list_transfer(struct list_node *self, struct list_node *first,
                   struct list_node *last) __asm__("_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");
void list_reverse(struct list_node *self) __asm__("_ZNSt8__detail15_List_node_base10_M_reverseEv");
void list_swap(struct list_node *one, struct list_node *other) __asm__("_ZNSt8__detail15_List_node_base4swapERS0_S1_");

static void link_nodes(struct list_node *before, struct list_node *after, uint64_t site) {
    NODE_SET(before->next, after);
    NODE_SET(after->previous, before);
}

EXPORT void list_hook(struct list_node *self, struct list_node *position) {
    uint64_t site = SITE();
    struct list_node *before = NODE_GET(position->previous);
    link_nodes(self, position, site);
    link_nodes(before, self, site);
}

EXPORT void list_unhook(struct list_node *self) {
    uint64_t site = SITE();
    struct list_node *next = NODE_GET(self->next);
    link_nodes(NODE_GET(self->previous), next, site);
}

/* Moves the nodes from `first` up to the one before `last` to before this one. */
EXPORT void list_transfer(struct list_node *self, struct list_node *first, struct list_node *last) {
    uint64_t site = SITE();
    if (self == last) {
        return;
    }
    struct list_node *final = NODE_GET(last->previous), *left = NODE_GET(first->previous), *before = NODE_GET(self->previous);
    link_nodes(final, self, site);
    link_nodes(left, last, site);
    link_nodes(before, first, site);
}

EXPORT void list_reverse(struct list_node *self) {
    uint64_t site = SITE();
    struct list_node *node = self;
    do {
        struct list_node *next = NODE_GET(node->next);
        NODE_SET(node->next, NODE_GET(node->previous));
        NODE_SET(node->previous, next);
        node = next;
    } while (node != self);
}

/* `to` becomes the head of the list that `from` was the head of, when that was as `of_from` says. */
static void take_over(struct list_node *to, struct list_node *from, struct list_node of_from, uint64_t site) {
    if (of_from.next == from) {
        link_nodes(to, to, site);
    } else {
        link_nodes(to, of_from.next, site);
        link_nodes(of_from.previous, to, site);
    }
}

/* Both are heads of lists. */
EXPORT void list_swap(struct list_node *one, struct list_node *other) {
    uint64_t site = SITE();
    struct list_node of_one = {NODE_GET(one->next), NODE_GET(one->previous)};
    struct list_node of_other = {NODE_GET(other->next), NODE_GET(other->previous)};
    if (one != other) {
        take_over(one, other, of_other, site);
        take_over(other, one, of_one, site);
    }
}
