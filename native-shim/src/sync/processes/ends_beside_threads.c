/* Threads that end with their process do so wherever they are. That is an atomic section, which depends on all that they do
 * (Relation.java: cautious), so it comes before and after each of their operations; they have no events behind it. Where it is chosen freely
 * it comes last (candidates.c), since no execution tells what a thread that has ended would have done next.
 *
 * Who waits for the process waits for its leader. If another thread has ended it, the leader passes a semaphore, which that one posts, and
 * then does what is left to do. A leader that leaves by pthread_exit waits for all others, and then ends the process itself. */
#include "sync/processes/ends_beside_threads.h"

#include "core/candidates.h"
#include "core/schedule.h"
#include "core/section.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/object_order.h"
#include "race/race.h"
#include "sync/mutex.h"
#include "sync/processes/process_end.h"

static uint64_t ended[MOST_PROCESSES]; /* semaphores, of each process one */

static const struct heddle_site records[] = {
    OWN_VARIABLE(ended, "the end of the process"),
};

/* Whether others count on it where it waits. */
static bool is_counted_on(const struct fiber *fiber) {
    const struct heddle_event *pending = fiber->pending;
    bool waits = pending->kind == HEDDLE_COND_WAKE || pending->kind == HEDDLE_BARRIER_LEAVE;
    return (waits && address_of_name(pending->object) == pending->object) || mutex_has_robust(fiber);
}

static void end_with_process(struct fiber *fiber) {
    fiber->exited = true;
    fiber->pending->kind = 0;
    rt.live_count--;
    public_fiber(fiber->index)->finished = 1;
}

static void waits_for_ender(struct fiber *leader, uint64_t site) {
    uint64_t *semaphore = &ended[leader->process];
    *leader->pending = operation_on(HEDDLE_SEM_PASS, (uint64_t)(uintptr_t)semaphore, 0, site);
    leader->pending->thread = leader->id;
    leader->stood_for = NULL;
}

static bool is_to_end(const struct fiber *fiber) {
    return fiber != rt.current && fiber->process == rt.current->process && !fiber->exited && !fiber->made.is_timer;
}

static void end_others(uint64_t site) {
    struct fiber *self = rt.current;
    const struct process *process = process_number(self->process);
    section_begin_as(HEDDLE_ENDS, 0, site);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[i];
        if (is_to_end(fiber) && is_counted_on(fiber)) {
            end_execution_uncontrolled("a thread that ends with it has a robust mutex, or waits with threads of other processes");
        }
        if (is_to_end(fiber) && fiber->id == process->leader) {
            waits_for_ender(fiber, site);
        } else if (is_to_end(fiber)) {
            end_with_process(fiber);
        }
        if (fiber->process == self->process) {
            order_join(self, fiber); /* what it has done comes before all that follows the end of the process */
        }
    }
    race_now(self);
    section_end_as(HEDDLE_ENDS, 0, site);
}

void process_ends_with_threads(int status, uint64_t site) {
    struct fiber *self = rt.current;
    struct process *process = process_number(self->process);
    if (!process_is_of_one_thread()) { /* as its own past tells: whether one that it has not joined has exited depends on the order */
        end_others(site);
    }
    if (self->id == process->leader) {
        process_ends_alone(status, site);
    }
    process->ender = self->id;
    process->status = status;
    mutex_abandon_all(self);
    point_on(HEDDLE_SEM_POST, &ended[self->process], 0, site);
    point_on(HEDDLE_THREAD_EXIT, (void *)(uintptr_t)self->id, 0, site);
    schedule_away();
}

static void leader_ends(void) {
    struct fiber *self = rt.current;
    struct process *process = process_number(self->process);
    uint64_t site = self->pending->site;
    self->pending->kind = 0;
    order_join(self, fiber_by_id(process->ender));
    race_now(self);
    process->ender = 0;
    process_ends_alone(process->status, site);
}

void process_join_of_leader(void) {
    end_execution_uncontrolled("a thread of it joins its first one, which has left by pthread_exit");
}

/* Its THREAD_EXIT is the end of the process, and still to come. */
void process_leader_waits(uint64_t site) {
    struct fiber *self = rt.current;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct heddle_event *pending = rt.fibers[i].pending;
        if (pending->kind == HEDDLE_THREAD_JOIN && pending->object == self->id && rt.fibers[i].process == self->process) {
            process_join_of_leader();
        }
    }
    mutex_abandon_all(self);
    point_on(HEDDLE_THREAD_JOIN_ALL, (void *)(uintptr_t)self->id, 0, site);
}

void ends_beside_threads_prepare(void) {
    resolve_name(records, records + 1);
    outside.leader_ends = leader_ends;
}
