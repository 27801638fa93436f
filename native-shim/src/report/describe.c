#define _GNU_SOURCE
#include "report/describe.h"

#include <string.h>
#include <unwind.h>

#include "base/direct.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/plan.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/times.h"
#include "report/crash.h"

#define NEAR_A_BLOCK 64u /* bytes: an overflow is told of the block that lies so near */

static struct heddle_stack *announced[MAX_FIBERS]; /* of what each fiber announced last */
static const struct heddle_range *ranges;
static uint32_t range_count;
static struct heddle_stack *unsettled; /* of a write whose value memory does not hold yet */

static bool is_described(uint64_t start, uint64_t end) {
    for (uint32_t i = 0; i < range_count; i++) {
        if (ranges[i].address < end && start < ranges[i].address + ranges[i].length) {
            return true;
        }
    }
    return false;
}

static void take_value(struct heddle_stack *stack) {
    if (processes_value(stack->address, stack->length, &stack->value)) {
        stack->flags |= HEDDLE_STACK_HAS_VALUE;
    }
}

static void settle(void) {
    if (unsettled) {
        take_value(unsettled);
        unsettled = NULL;
    }
}

/* ---- frames ---- */

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static bool is_own(uint64_t address) {
    return address >= (uint64_t)(uintptr_t)__ehdr_start && address < (uint64_t)(uintptr_t)etext;
}

static _Unwind_Reason_Code on_frame(struct _Unwind_Context *context, void *argument) {
    struct heddle_stack *stack = argument;
    uint64_t address = _Unwind_GetIP(context);
    if (address == 0 || stack->depth == HEDDLE_STACK_DEPTH) {
        return _URC_END_OF_STACK;
    }
    if (!is_own(address)) {
        stack->frames[stack->depth++] = address;
    }
    return _URC_NO_REASON;
}

static void fill(struct heddle_stack *stack, enum heddle_stack_kind kind, uint32_t thread, uint64_t site) {
    *stack = (struct heddle_stack){.kind = kind, .thread = thread, .site = site};
    enum mode mode = rt.mode;
    rt.mode = MODE_PASSIVE; /* the unwinder's own locks are none of the program's */
    _Unwind_Backtrace(on_frame, stack);
    rt.mode = mode;
}

/* The frames of a thread that a signal has interrupted: those behind the handler's, from the interrupted one on. */
struct interrupted {
    struct heddle_stack *stack;
    uint64_t at;
    bool found;
};

static _Unwind_Reason_Code on_interrupted_frame(struct _Unwind_Context *context, void *argument) {
    struct interrupted *interrupted = argument;
    if (!interrupted->found) {
        interrupted->found = _Unwind_GetIP(context) == interrupted->at;
        if (!interrupted->found) {
            return _URC_NO_REASON;
        }
        if (!is_own(interrupted->at)) { /* as if it were a call, which frames lie one behind */
            interrupted->stack->frames[interrupted->stack->depth++] = interrupted->at + 1;
        }
        return _URC_NO_REASON;
    }
    return on_frame(context, interrupted->stack);
}

/* NULL when there is no room any more. */
static struct heddle_stack *add(enum heddle_stack_kind kind, uint32_t thread, uint64_t site) {
    if (rt.shared->stack_count >= MAX_STACKS - KEPT_STACKS) {
        return NULL;
    }
    struct heddle_stack *stack = &rt.shared->stacks[rt.shared->stack_count++];
    fill(stack, kind, thread, site);
    return stack;
}

/* ---- what is told ---- */

void describe_operation(const struct fiber *fiber, uint64_t site) {
    settle();
    struct heddle_stack *stack = add(HEDDLE_STACK_PENDING, fiber->id, site);
    if (stack) {
        announced[fiber->index] = stack;
    } else if (announced[fiber->index]) { /* where a thread stands at the end matters more than where it was */
        fill(announced[fiber->index], HEDDLE_STACK_PENDING, fiber->id, site);
    }
}

void describe_event(const struct fiber *fiber, uint32_t step) {
    struct heddle_stack *stack = announced[fiber->index];
    if (stack && stack->kind == HEDDLE_STACK_PENDING) {
        stack->kind = HEDDLE_STACK_EVENT;
        stack->number = step;
    }
}

void describe_access(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes) {
    settle();
    if (!is_described(address, address + size)) {
        return;
    }
    struct heddle_stack *stack = add(HEDDLE_STACK_ACCESS, fiber->id, site);
    if (!stack) {
        return;
    }
    stack->number = epoch_clock(epoch_now(fiber)) - 1;
    stack->address = address;
    stack->length = size;
    if (size > sizeof stack->value || (size & (size - 1)) != 0) {
        return; /* no number */
    }
    if (writes) {
        unsettled = stack;
    } else {
        take_value(stack);
    }
}

void describe_block(enum heddle_stack_kind kind, uint64_t address, uint64_t size, uint64_t site) {
    settle();
    address = name_in_process(address);
    if (!running() || !is_described(address - NEAR_A_BLOCK, address + size + NEAR_A_BLOCK)) {
        return;
    }
    struct heddle_stack *stack = add(kind, rt.current->id, site);
    if (stack) {
        stack->number = epoch_clock(epoch_now(rt.current)) - 1;
        stack->address = address;
        stack->length = size;
    }
}

static void describe_crash(const struct crash *crash) {
    uint32_t last = rt.shared->stack_count < MAX_STACKS ? rt.shared->stack_count++ : MAX_STACKS - 1;
    struct heddle_stack *stack = &rt.shared->stacks[last];
    *stack = (struct heddle_stack){.kind = HEDDLE_STACK_CRASHED, .thread = rt.current->id};
    if (fiber_is_guard(crash->address)) {
        stack->address = crash->address;
        stack->length = 1;
    }
    if (crash->at == 0) { /* a call of NULL: it has just been made */
        memcpy(&stack->frames[0], (const void *)(uintptr_t)crash->stack_pointer, sizeof stack->frames[0]);
        stack->depth = 1;
        return;
    }
    rt.mode = MODE_PASSIVE;
    _Unwind_Backtrace(on_interrupted_frame, &(struct interrupted){.stack = stack, .at = crash->at});
}

void describe_start(const struct plan_view *plan) {
    if (rt.asked.describes) {
        ranges = plan->described;
        range_count = plan->head->described_count;
        crash_watch(describe_crash);
    }
}
