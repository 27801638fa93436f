/* The dependence relation, as far as the runtime needs it: to wake sleeping operations. It is that of Dependence.java;
 * both are tested against brute force by exploring with no execution left redundant or missed. */
#include "model/dependence.h"

#include "model/objects.h"
#include "model/runtime.h"

static bool overlap(const struct touched *a, const struct touched *b) {
    return a->space == b->space && a->object < b->object + b->length && b->object < a->object + a->length;
}

static struct touched sync_object(enum space space, enum access access, uint64_t object) {
    return (struct touched){space, access, object, 1};
}

/* An operation on out[0] that some bits of the kernel's word may interrupt. */
static int interruptible(uint64_t bits, struct touched out[2]) {
    out[1] = sync_object(SPACE_KERNEL, READS, HEDDLE_KERNEL_OBJECT);
    return bits ? 2 : 1;
}

int touches(const struct heddle_event *e, struct touched out[2]) {
    switch ((enum heddle_op)e->kind) {
        case HEDDLE_MUTEX_INIT:
        case HEDDLE_MUTEX_DESTROY:
        case HEDDLE_MUTEX_UNLOCK:
            out[0] = sync_object(SPACE_MUTEX, WRITES, e->object);
            return 1;
        case HEDDLE_MUTEX_LOCK:
            out[0] = sync_object(SPACE_MUTEX, WRITES, e->object);
            return interruptible(e->object2 & ~(uint64_t)HEDDLE_SPINS, out);
        case HEDDLE_MUTEX_TRYLOCK:
            out[0] = sync_object(SPACE_MUTEX, e->result == 0 ? WRITES : READS, e->object);
            return 1;
        case HEDDLE_COND_INIT:
        case HEDDLE_COND_DESTROY:
            out[0] = sync_object(SPACE_COND, WRITES, e->object);
            return 1;
        case HEDDLE_COND_SIGNAL:
        case HEDDLE_COND_BROADCAST: /* with nobody waiting: a read */
            out[0] = sync_object(SPACE_COND, e->result ? NOTIFIES : READS, e->object);
            return 1;
        case HEDDLE_COND_WAIT:
            out[0] = sync_object(SPACE_MUTEX, WRITES, e->object2);
            out[1] = sync_object(SPACE_COND, ENQUEUES, e->object);
            return 2;
        case HEDDLE_COND_WAKE:
            out[0] = sync_object(SPACE_MUTEX, WRITES, e->object2);
            out[1] = sync_object(SPACE_COND, e->argument == HEDDLE_DEADLINE_ANY ? LEAVES : WAKES, e->object);
            return 2;
        case HEDDLE_ONCE_BEGIN:
            out[0] = sync_object(SPACE_ONCE, e->result ? WRITES : READS, e->object);
            return 1;
        case HEDDLE_ONCE_END:
            out[0] = sync_object(SPACE_ONCE, WRITES, e->object);
            return 1;
        case HEDDLE_ATOMIC_LOAD:
        case HEDDLE_READ:
            out[0] = (struct touched){SPACE_MEMORY, READS, e->object, e->argument};
            return 1;
        case HEDDLE_AWAIT:
            out[0] = (struct touched){SPACE_MEMORY, READS, e->object, e->argument & 0xff};
            out[1] = (struct touched){SPACE_MEMORY, READS, e->object2, await_range(e->argument)};
            return await_range(e->argument) ? 2 : 1;
        case HEDDLE_ATOMIC_STORE:
        case HEDDLE_ATOMIC_RMW:
        case HEDDLE_WRITE:
            out[0] = (struct touched){SPACE_MEMORY, WRITES, e->object, e->argument};
            return 1;
        case HEDDLE_ATOMIC_CAS:
            out[0] = (struct touched){SPACE_MEMORY, e->result || e->argument > 8 ? WRITES : READS, e->object, e->argument};
            return 1;
        case HEDDLE_SEM_INIT:
        case HEDDLE_SEM_DESTROY:
        case HEDDLE_SEM_OPEN:
        case HEDDLE_SEM_CLOSE:
        case HEDDLE_SEM_UNLINK:
            out[0] = sync_object(SPACE_SEM, WRITES, e->object);
            return 1;
        case HEDDLE_SEM_WAIT:
            out[0] = sync_object(SPACE_SEM, WRITES, e->object);
            return interruptible(e->object2 & ~(uint64_t)HEDDLE_SPINS, out);
        case HEDDLE_SEM_TRYWAIT:
            out[0] = sync_object(SPACE_SEM, e->result == 0 ? WRITES : READS, e->object);
            return 1;
        case HEDDLE_SEM_POST: /* a post that found the largest value changed nothing, but another post may have */
            out[0] = sync_object(SPACE_SEM, e->result == 0 ? SHARES : WRITES, e->object);
            return 1;
        case HEDDLE_SEM_GETVALUE:
            out[0] = sync_object(SPACE_SEM, READS, e->object);
            return 1;
        case HEDDLE_RWLOCK_INIT:
        case HEDDLE_RWLOCK_DESTROY:
        case HEDDLE_RWLOCK_ANNOUNCE:
            out[0] = sync_object(SPACE_RWLOCK, WRITES, e->object);
            return 1;
        case HEDDLE_RWLOCK_WRLOCK:
            out[0] = sync_object(SPACE_RWLOCK, WRITES, e->object);
            return interruptible(e->object2 & ~(uint64_t)(HEDDLE_SPINS | HEDDLE_ANNOUNCED), out);
        case HEDDLE_RWLOCK_UNLOCK: /* argument: it was the writer */
            out[0] = sync_object(SPACE_RWLOCK, e->argument ? WRITES : SHARES, e->object);
            return 1;
        case HEDDLE_RWLOCK_RDLOCK:
            out[0] = sync_object(SPACE_RWLOCK, SHARES, e->object);
            return interruptible(e->object2 & ~(uint64_t)HEDDLE_SPINS, out);
        case HEDDLE_RWLOCK_TRYRDLOCK:
            out[0] = sync_object(SPACE_RWLOCK, e->result == 0 ? SHARES : READS, e->object);
            return 1;
        case HEDDLE_RWLOCK_TRYWRLOCK:
            out[0] = sync_object(SPACE_RWLOCK, e->result == 0 ? WRITES : READS, e->object);
            return 1;
        case HEDDLE_BARRIER_INIT:
        case HEDDLE_BARRIER_DESTROY:
            out[0] = sync_object(SPACE_BARRIER, WRITES, e->object);
            return 1;
        case HEDDLE_BARRIER_ARRIVE:
            out[0] = sync_object(SPACE_BARRIER, rt.ordered_barriers ? NOTIFIES : SHARES, e->object);
            return 1;
        case HEDDLE_BARRIER_LEAVE: /* ordered after the arrivals of its generation only */
            out[0] = sync_object(SPACE_BARRIER, WAKES, e->object);
            return 1;
        case HEDDLE_SPIN_INIT:
        case HEDDLE_SPIN_DESTROY:
        case HEDDLE_SPIN_LOCK:
        case HEDDLE_SPIN_UNLOCK:
            out[0] = sync_object(SPACE_SPIN, WRITES, e->object);
            return 1;
        case HEDDLE_SPIN_TRYLOCK:
            out[0] = sync_object(SPACE_SPIN, e->result == 0 ? WRITES : READS, e->object);
            return 1;
        case HEDDLE_IO_CHANGE:
        case HEDDLE_IO_READ:
        case HEDDLE_IO_WRITE:
        case HEDDLE_IO_POLL:
        case HEDDLE_SIGNAL_WAIT:
            out[0] = sync_object(SPACE_KERNEL, WRITES, e->object);
            return 1;
        case HEDDLE_SIGNAL_CHANGE: /* argument: 1 + the thread whose handle it uses */
            out[0] = sync_object(SPACE_KERNEL, WRITES, e->object);
            out[1] = sync_object(SPACE_THREAD, READS, e->argument - 1);
            return e->argument ? 2 : 1;
        case HEDDLE_THREAD_EXIT:
            out[0] = sync_object(SPACE_THREAD, SHARES, e->object);
            return 1;
        case HEDDLE_THREAD_DETACH: /* of two, one fails; it does not matter whether the thread has exited yet */
            out[0] = sync_object(SPACE_THREAD, e->result == 0 ? DISPOSES : READS, e->object);
            return 1;
        case HEDDLE_THREAD_TRYJOIN:
            out[0] = sync_object(SPACE_THREAD, e->result == 0 ? WRITES : READS, e->object);
            return 1;
        case HEDDLE_THREAD_JOIN:
            out[0] = sync_object(SPACE_THREAD, WRITES, e->object);
            return interruptible(e->object2, out);
        default:
            return 0;
    }
}

bool is_timeout(const struct heddle_event *event) {
    if (event->alternative != HEDDLE_ALT_TIMEOUT || event->argument <= HEDDLE_DEADLINE_ANY) {
        return false;
    }
    switch ((enum heddle_op)event->kind) {
        case HEDDLE_THREAD_JOIN:
        case HEDDLE_MUTEX_LOCK:
        case HEDDLE_COND_WAKE:
        case HEDDLE_SEM_WAIT:
        case HEDDLE_RWLOCK_RDLOCK:
        case HEDDLE_RWLOCK_WRLOCK:
        case HEDDLE_IO_POLL:
        case HEDDLE_SIGNAL_WAIT:
            return true;
        default:
            return false;
    }
}

/* A wake-up is ordered after the signal that woke it only, and that is past when it is pending here. */
bool access_conflict(enum access a, enum access b) {
    if (a == WRITES || b == WRITES) {
        return true;
    }
    if (a == WAKES || b == WAKES) {
        return false;
    }
    bool waiters_only = (a == ENQUEUES || a == LEAVES) && (b == ENQUEUES || b == LEAVES);
    bool of_thread = (a == SHARES && b == DISPOSES) || (a == DISPOSES && b == SHARES);
    return a == NOTIFIES || a == DISPOSES ? !of_thread : a != b && !waiters_only && !of_thread;
}

bool dependent(const struct heddle_event *a, const struct heddle_event *b) {
    if (a->thread == b->thread || a->kind == HEDDLE_PROCESS_EXIT || b->kind == HEDDLE_PROCESS_EXIT ||
        is_timeout(a) || is_timeout(b)) {
        return true;
    }
    struct touched of_a[2], of_b[2];
    int count_a = touches(a, of_a), count_b = touches(b, of_b);
    for (int i = 0; i < count_a; i++) {
        for (int j = 0; j < count_b; j++) {
            if (overlap(&of_a[i], &of_b[j]) && access_conflict(of_a[i].access, of_b[j].access)) {
                return true;
            }
        }
    }
    return false;
}
