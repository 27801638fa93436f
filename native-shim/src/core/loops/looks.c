/* What is a look: an operation that leaves everything as it was. See await.c. */
#include "core/loops/looks.h"

#include "base/hot.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "model/shared.h"

/* Most executions have few threads that look once or twice before they do something else. */
HOT static struct stretch first_stretches[FIRST_FIBERS];
static struct stretch more_stretches[MAX_FIBERS - FIRST_FIBERS];
static struct look more_looks[MAX_FIBERS][LONGEST_LOOP - FIRST_LOOKS];

struct stretch *stretch_of(const struct fiber *fiber) {
    return fiber->index < FIRST_FIBERS ? &first_stretches[fiber->index] : &more_stretches[fiber->index - FIRST_FIBERS];
}

struct look *look_of(const struct fiber *fiber, uint32_t number) {
    return number < FIRST_LOOKS ? &stretch_of(fiber)->first_looks[number] : &more_looks[fiber->index][number - FIRST_LOOKS];
}

static uint64_t changes_so_far(void) { return rt.shared->plain_writes - rt.stack_writes + rt.local_changes; }

static void forget(struct stretch *stretch) {
    stretch->count = 0;
    stretch->reads_plainly = false;
}

uint16_t blocking_form(uint32_t kind) {
    switch ((enum heddle_op)kind) {
        case HEDDLE_MUTEX_TRYLOCK:
            return HEDDLE_MUTEX_LOCK;
        case HEDDLE_SPIN_TRYLOCK:
            return HEDDLE_SPIN_LOCK;
        case HEDDLE_SEM_TRYWAIT:
            return HEDDLE_SEM_WAIT;
        case HEDDLE_RWLOCK_TRYRDLOCK:
            return HEDDLE_RWLOCK_RDLOCK;
        case HEDDLE_RWLOCK_TRYWRLOCK:
            return HEDDLE_RWLOCK_WRLOCK;
        case HEDDLE_THREAD_TRYJOIN:
            return HEDDLE_THREAD_JOIN;
        default:
            return 0;
    }
}

bool spin_attempts(uint32_t kind) { return kind == HEDDLE_ATOMIC_CAS || kind == HEDDLE_ATOMIC_RMW; }

bool is_idle(uint32_t kind) { return kind == HEDDLE_YIELD || kind == HEDDLE_SLEEP || kind == HEDDLE_ATOMIC_FENCE; }

static bool is_look(const struct heddle_event *event) {
    switch ((enum heddle_op)event->kind) {
        case HEDDLE_YIELD:
        case HEDDLE_SLEEP:
        case HEDDLE_ATOMIC_FENCE:
        case HEDDLE_AWAIT:
            return true;
        case HEDDLE_ATOMIC_LOAD:
        case HEDDLE_READ:
        case HEDDLE_ATOMIC_RMW: /* until more is known */
            return event->argument <= 8;
        case HEDDLE_ATOMIC_CAS:
            return event->argument <= 8 && !event->result;
        default:
            return blocking_form(event->kind) && event->result != 0;
    }
}

/* The read-modify-write before has been settled: was it only a look? */
static void settle(struct stretch *stretch) {
    const struct heddle_event *event = &rt.shared->events[stretch->unsettled - 1];
    if ((uint64_t)event->result != event->value) {
        forget(stretch);
    }
    stretch->unsettled = 0;
}

void looks_check(struct stretch *stretch) {
    if (rt.looked && stretch->unsettled) {
        settle(stretch);
    }
    if (rt.looked && stretch->count > 0 && stretch->local_changes != changes_so_far()) {
        forget(stretch);
    }
    stretch->reads_plainly |= rt.looked && stretch->count > 0 && stretch->plain_reads != rt.shared->plain_reads;
}

void spin_executed(const struct fiber *fiber, const struct heddle_event *event) {
    if (!is_look(event)) {
        if (rt.looked) { /* else nothing is to be forgotten, and no page to be touched */
            forget(stretch_of(fiber));
        }
        return;
    }
    struct stretch *stretch = stretch_of(fiber);
    rt.looked = true;
    if (event->kind == HEDDLE_AWAIT || stretch->count == LONGEST_LOOP) {
        forget(stretch);
    }
    bool reads = !is_idle(event->kind);
    struct look *look = look_of(fiber, stretch->count++);
    *look = (struct look){.site = event->site,
                          .object = reads ? event->object : 0,
                          .size = reads && !blocking_form(event->kind) ? await_size(event) : 0,
                          .state = reads ? stretch->state : 0,
                          .value = reads ? event->value : 0,
                          .kind = event->kind == HEDDLE_AWAIT ? fiber->stands_for : event->kind};
    stretch->unsettled = event->kind == HEDDLE_ATOMIC_RMW ? fiber->unsettled : 0;
    stretch->local_changes = changes_so_far();
    stretch->plain_reads = rt.shared->plain_reads;
}
