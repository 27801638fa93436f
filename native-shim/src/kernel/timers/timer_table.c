#include "kernel/timers/timer_table.h"

#include "model/fibers/fiber.h"
#include "model/runtime.h"

enum { COPIES = 1024 };

struct timer timers[TIMERS];

int timer_number(const struct timer *timer) { return (int)(timer - timers); }

struct timer *timer_numbered(uint64_t number) {
    bool is_there = number < TIMERS && timers[number].made && timers[number].process == rt.current->process;
    return is_there && timers[number].code == SI_TIMER ? &timers[number] : NULL;
}

int timer_overrun(const struct timer *timer) { return timer->overrun; }

/* Copies of descriptors that timers are behind: the number of the timer, one higher; 0: none. */
static uint8_t copies[COPIES];

static bool may_be_copy(int descriptor) { return descriptor >= 0 && descriptor < COPIES; }

static struct timer *timer_of_first(int descriptor) {
    for (int i = 0; i < TIMERS; i++) {
        if (timers[i].made && timers[i].descriptor == descriptor) {
            return &timers[i];
        }
    }
    return NULL;
}

struct timer *timer_of_descriptor(int descriptor) {
    bool is_copy = may_be_copy(descriptor) && copies[descriptor];
    return is_copy ? &timers[copies[descriptor] - 1] : timer_of_first(descriptor);
}

void timer_copied(int descriptor, int copy) {
    const struct timer *timer = timer_of_descriptor(descriptor);
    if (timer && descriptor != copy && may_be_copy(copy)) {
        copies[copy] = (uint8_t)(timer_number(timer) + 1);
    }
}

/* What stands for the timer once its descriptor is closed; -1: nothing. */
static int take_copy(const struct timer *timer) {
    for (int i = 0; i < COPIES; i++) {
        if (copies[i] == timer_number(timer) + 1) {
            copies[i] = 0;
            return i;
        }
    }
    return -1;
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
    if (may_be_copy(descriptor) && copies[descriptor]) {
        copies[descriptor] = 0;
        return;
    }
    struct timer *timer = timer_of_first(descriptor);
    if (!timer) {
        return;
    }
    timer->descriptor = take_copy(timer);
    if (timer->descriptor < 0) {
        timer->armed = timer->made = false;
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
