/* The table of synchronisation objects. */
#ifndef HEDDLE_OBJECTS_H
#define HEDDLE_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/object.h"

struct object *object_at(enum heddle_family family, const volatile void *address); /* made if new */
struct object *object_find(enum heddle_family family, uint64_t address);           /* NULL if unknown */
struct object *object_owned(enum heddle_family family, const struct fiber *owner,
                            bool (*which)(const struct object *)); /* the one
    with the lowest address */

/* Whether all objects are so; ends with the first that is not. */
bool objects_all(bool (*are)(struct object *));

/* Takes the fiber out of the list of those who wait for the object; false: it is not in it. The count is the family's affair. */
bool object_unlink_waiter(struct object *o, const struct fiber *fiber);

/* A hash of the state of all objects. */
uint64_t objects_state(void);

/* A process begins with the thread `child`, a copy of `parent`: it has objects of its own where its parent has some that are not shared,
 * in the same states. Who else owns one does so there, too, for ever, and so does
 * `parent` where keeps_owner says so. What a new one passes on is a copy, too. */
typedef bool keeps_owner_fn(const struct object *of_parent);
typedef struct order *copy_order_fn(const struct order *of_parent);
void objects_inherit(const struct fiber *parent, struct fiber *child, keeps_owner_fn *keeps_owner, copy_order_fn *copy_order);

#endif
