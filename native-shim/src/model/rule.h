#ifndef HEDDLE_RULE_H
#define HEDDLE_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fiber_state.h"

/* A rule for one kind of operation. `alternative` gives the first alternative that `awake` accepts, returning false if
 * there is none; NULL: the operation has no alternatives. */
typedef bool awake_fn(const struct fiber *fiber, int32_t alternative);
struct rule {
    bool (*enabled)(const struct fiber *fiber, const struct heddle_event *operation); /* NULL: always */
    void (*apply)(struct fiber *fiber, struct heddle_event *event);                   /* NULL: nothing to do */
    bool (*alternative)(const struct fiber *fiber, const struct heddle_event *operation, awake_fn *awake, int32_t *out);
    bool (*allows)(const struct fiber *fiber, const struct heddle_event *operation, int32_t alternative);
    /* Not NULL: a deadline may be in the argument, and this tells whether the operation can time out while it is not
     * enabled. It is then applied with HEDDLE_ALT_TIMEOUT and the result ETIMEDOUT. */
    bool (*expires)(const struct fiber *fiber, const struct heddle_event *operation);
};
/* By kind of operation: rules.c. */
extern const struct rule *const rules[256];

extern const struct rule thread_create_rule, thread_exit_rule, thread_join_rule, thread_join_all_rule, process_exit_rule,
    thread_tryjoin_rule, thread_detach_rule, choose_rule;
extern const struct rule mutex_init_rule, mutex_destroy_rule, mutex_lock_rule, mutex_trylock_rule, mutex_unlock_rule;
extern const struct rule cond_init_rule, cond_destroy_rule, cond_wait_rule, cond_wake_rule, cond_signal_rule,
    cond_broadcast_rule;
extern const struct rule once_begin_rule, once_end_rule;
extern const struct rule sem_init_rule, sem_destroy_rule, sem_wait_rule, sem_trywait_rule, sem_post_rule, sem_getvalue_rule,
    sem_open_rule, sem_close_rule, sem_unlink_rule;
extern const struct rule rwlock_init_rule, rwlock_destroy_rule, rwlock_rdlock_rule, rwlock_tryrdlock_rule,
    rwlock_wrlock_rule, rwlock_trywrlock_rule, rwlock_unlock_rule, rwlock_announce_rule;
extern const struct rule barrier_init_rule, barrier_destroy_rule, barrier_arrive_rule, barrier_leave_rule;
extern const struct rule spin_init_rule, spin_destroy_rule, spin_lock_rule, spin_trylock_rule, spin_unlock_rule;
extern const struct rule load_rule, atomic_store_rule, atomic_rmw_rule, atomic_cas_rule, write_rule, await_rule, kernel_rule;

#endif
