#include "kernel/timers/timer_table.h"

#include "model/fibers/fiber.h"
#include "model/runtime.h"

struct timer timers[TIMERS];

int timer_number(const struct timer *timer) { return (int)(timer - timers); }

struct timer *timer_numbered(uint64_t number) {
    bool is_there = number < TIMERS && timers[number].made && timers[number].process == rt.current->process;
    return is_there && timers[number].code == SI_TIMER ? &timers[number] : NULL;
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

struct timer *timer_of_kernel(int signal) {
    for (int i = 0; i < TIMERS; i++) {
        struct timer *t = &timers[i];
        if (t->made && t->process == rt.current->process && t->code == SI_KERNEL && t->event.sigev_signo == signal) {
            return t;
        }
    }
    return NULL;
}

/* Its CPU time has passed for who takes the signal. */
static void pass_cpu_time(const struct timer *timer) {
    struct fiber_time *time = &rt.current->time;
    bool is_of_thread = timer->clock == CLOCK_THREAD_CPUTIME_ID;
    uint64_t *clock = is_of_thread ? &time->ran : &time->process_ran;
    if (*clock < timer->ran && (!is_of_thread || timer->armed_by == rt.current->id)) {
        uint64_t passed = timer->ran - *clock;
        *clock += passed;
        time->process_ran += is_of_thread ? passed : 0;
    }
}

void timer_signal_taken(const siginfo_t *info) {
    bool is_numbered = info->si_code == SI_TIMER;
    struct timer *timer = is_numbered ? timer_numbered((uint64_t)info->si_timerid) : timer_of_kernel(info->si_signo);
    if (timer) {
        timer->overrun = is_numbered ? info->si_overrun : 0;
        pass_cpu_time(timer);
    }
}

bool timer_is_of_cpu(const struct timer *timer) {
    return timer->clock == CLOCK_PROCESS_CPUTIME_ID || timer->clock == CLOCK_THREAD_CPUTIME_ID;
}

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
