/* What threads do that nobody could notice. */
#include "core/vain.h"

#include "model/fiber_state.h"
#include "model/runtime.h"
#include "model/shared.h"

uint64_t vain_changes(void) { return rt.shared->plain_writes - rt.stack_writes + rt.local_changes; }

void vain_before_event(struct fiber *fiber) {
    if (fiber->time.readings_in_vain && vain_changes() != fiber->time.changes) {
        fiber->time.readings_in_vain = 0;
    }
}

bool is_vain(const struct heddle_event *event) {
    switch ((enum heddle_op)event->kind) {
        case HEDDLE_MUTEX_LOCK:
        case HEDDLE_MUTEX_TRYLOCK:
        case HEDDLE_MUTEX_UNLOCK:
        case HEDDLE_SPIN_LOCK:
        case HEDDLE_SPIN_TRYLOCK:
        case HEDDLE_SPIN_UNLOCK:
        case HEDDLE_RWLOCK_RDLOCK:
        case HEDDLE_RWLOCK_TRYRDLOCK:
        case HEDDLE_RWLOCK_WRLOCK:
        case HEDDLE_RWLOCK_TRYWRLOCK:
        case HEDDLE_RWLOCK_UNLOCK:
        case HEDDLE_RWLOCK_ANNOUNCE:
        case HEDDLE_COND_WAIT:
        case HEDDLE_COND_WAKE:
        case HEDDLE_ONCE_BEGIN:
        case HEDDLE_SEM_GETVALUE:
        case HEDDLE_ATOMIC_LOAD:
        case HEDDLE_ATOMIC_FENCE:
        case HEDDLE_READ:
        case HEDDLE_AWAIT:
        case HEDDLE_YIELD:
        case HEDDLE_SLEEP:
        case HEDDLE_IO_POLL:
        case HEDDLE_SIGNAL_CHANGE:
        case HEDDLE_SIGNAL_WAIT:
            return true;
        case HEDDLE_SEM_WAIT:
        case HEDDLE_SEM_TRYWAIT:
        case HEDDLE_THREAD_TRYJOIN:
        case HEDDLE_THREAD_JOIN:
            return event->result != 0;
        case HEDDLE_ATOMIC_CAS:
            return !event->result;
        default:
            return false;
    }
}

void vain_after_event(struct fiber *fiber, const struct heddle_event *event) {
    if (fiber->time.readings_in_vain && !is_vain(event)) {
        fiber->time.readings_in_vain = 0;
    }
    fiber->time.changes = vain_changes();
}
