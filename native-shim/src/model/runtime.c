/* This file is linked last, so that `rt` follows the small variables of the other files. */
#include "model/runtime.h"

struct runtime rt __attribute__((aligned(4096)));

void runtime_ask(const struct heddle_plan *plan) {
    bool everywhere = plan->spurious != HEDDLE_SPURIOUS_AUTO;
    rt.asked = (struct asked){
        .points = plan->points,
        .timeouts = plan->timeouts,
        .expiries = plan->expiries,
        .spurious = everywhere ? plan->spurious : 1,
        .allowed = plan->allowed,
        .signal = plan->send_signal,
        .signal_after = plan->send_after,
        .free_limit = plan->free_limit,
        .failures = plan->failures,
        .spurious_everywhere = everywhere,
        .cautious = plan->flags & HEDDLE_PLAN_CAUTIOUS,
        .counting = plan->flags & HEDDLE_PLAN_COUNTING,
        .marking = plan->flags & HEDDLE_PLAN_MARKING,
        .alike = plan->flags & HEDDLE_PLAN_ALIKE,
        .in_turn = plan->flags & HEDDLE_PLAN_IN_TURN,
        .whole_sections = plan->flags & HEDDLE_PLAN_WHOLE_SECTIONS && plan->points == HEDDLE_POINTS_AUTO,
        .sequential = plan->flags & HEDDLE_PLAN_SEQUENTIAL,
        .quiescent = plan->flags & HEDDLE_PLAN_QUIESCENT,
        .buffers = plan->flags & (HEDDLE_PLAN_TSO | HEDDLE_PLAN_PSO),
        .partial_order = plan->flags & HEDDLE_PLAN_PSO,
        .older = plan->flags & HEDDLE_PLAN_OLDER,
        .serial = plan->flags & HEDDLE_PLAN_SERIAL,
        .draws_late = plan->flags & HEDDLE_PLAN_DRAWS_LATE,
        .late_exit = plan->flags & HEDDLE_PLAN_LATE_EXIT,
        .races = plan->points != HEDDLE_POINTS_SYNC,
        .leaks = plan->flags & HEDDLE_PLAN_LEAKS,
        .handlers_in_calls = plan->flags & HEDDLE_PLAN_HANDLERS_IN_CALLS,
        .defer_cancellation = plan->flags & HEDDLE_PLAN_DEFER_CANCELLATION,
        .pedantic = plan->flags & HEDDLE_PLAN_PEDANTIC,
        .describes = plan->flags & HEDDLE_PLAN_DESCRIBE,
        .sources = plan->flags & HEDDLE_PLAN_SOURCES,
    };
}
