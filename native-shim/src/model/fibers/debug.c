#include "model/fibers/debug.h"

static uint32_t stop_at;

void debug_stop_before(uint32_t event) { stop_at = event; }

__attribute__((noinline)) void heddle_stopped(enum stop why, uint64_t detail, uint64_t site, const char *text) {
    __asm__ volatile("" ::"r"(why), "r"(detail), "r"(site), "r"(text) : "memory");
}

void debug_before(uint32_t event) {
    if (event == stop_at) {
        heddle_stopped(STOP_UNTIL, event, 0, "the step that was asked for is next");
    }
}
