#include "kernel/timers/timer_table.h"

#include "model/fibers/fiber.h"
#include "model/runtime.h"

struct timer timers[TIMERS];

int timer_number(const struct timer *timer) { return (int)(timer - timers); }

struct timer *timer_numbered(uint64_t number) {
    return number < TIMERS && timers[number].made && timers[number].code == SI_TIMER ? &timers[number] : NULL;
}

int timer_overrun(const struct timer *timer) { return timer->overrun; }

struct timer *timer_of_descriptor(int descriptor) {
    for (int i = 0; i < TIMERS; i++) {
        if (timers[i].made && timers[i].descriptor == descriptor) {
            return &timers[i];
        }
    }
    return NULL;
}

void timer_bind(struct timer *timer, clockid_t clock, int descriptor) {
    timer->clock = clock;
    timer->descriptor = descriptor;
}

void timer_set_value(struct timer *timer, int value) { timer->event.sigev_value.sival_int = value; }

bool timers_before(uint64_t until) {
    for (int i = 0; i < TIMERS; i++) {
        if (timers[i].armed && timers[i].deadline <= until) {
            return true;
        }
    }
    return false;
}

void timer_reset(struct timer *timer) {
    if (timer->fiber && timer->fiber->pending->kind == HEDDLE_SIGNAL_WAIT) {
        timer->fiber->pending->argument = timer->armed ? timer->deadline : 0;
        timer->fiber->pending->site = timer->site;
    }
}

void timer_closed(int descriptor) {
    struct timer *timer = timer_of_descriptor(descriptor);
    if (timer) {
        timer->armed = timer->made = false;
        timer->descriptor = -1;
        timer_reset(timer);
    }
}

void timer_signal_taken(int number, int overrun) { timers[number].overrun = overrun; }

const struct timer *timer_awaited_by(const struct fiber *fiber) {
    for (int i = 0; i < TIMERS; i++) {
        if (timers[i].fiber == fiber) {
            return &timers[i];
        }
    }
    return NULL;
}

bool timer_is_periodic(const struct fiber *fiber) {
    const struct timer *timer = timer_awaited_by(fiber);
    return timer && timer->interval != 0;
}
