/* What instrumented code, and the test author's harness, call the runtime by. */
#include "zygote/attach.h"

#include "base/compiler.h"
#include "core/begin.h"
#include "core/claims.h"
#include "core/history/calls.h"
#include "core/history/judge.h"
#include "core/history/specification.h"
#include "core/loops/looks.h"
#include "core/loops/stack_state.h"
#include "core/progress.h"
#include "core/schedule.h"
#include "core/section.h"
#include "kernel/process/process.h"
#include "kernel/signals/signal_look.h"
#include "memory/bounds/meant_for.h"
#include "memory/bounds/outside.h"
#include "memory/external.h"
#include "memory/files.h"
#include "memory/given_again.h"
#include "memory/library.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "model/fibers/processes.h"
#include "model/fibers/running_stack.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/unvaried.h"
#include "race/race_report.h"
#include "race/shadow/shadow.h"
#include "report/describe.h"
#include "report/seen_value.h"
#include "sync/lock_several.h"
#include "sync/threads/yield.h"

static bool choose_alternative(const struct fiber *fiber, const struct heddle_event *operation, awake_fn *awake, int32_t *out) {
    for (*out = 0; (uint64_t)*out < operation->argument; ++*out) {
        if (awake(fiber, *out)) {
            return true;
        }
    }
    return false;
}
static bool choose_allows(const struct fiber *fiber, const struct heddle_event *operation, int32_t alternative) {
    (void)fiber;
    return alternative >= 0 && (uint64_t)alternative < operation->argument;
}
static void choose_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = (uint64_t)event->alternative;
}
RULE(CHOOSE) = {.apply = choose_apply, .alternative = choose_alternative, .allows = choose_allows};

/* A thread that has done nothing visible since it last came round a loop may never do so again, and others have their turn. */
static void comes_round(const struct heddle_site *site) {
    if (running() && rt.current->seen.executed == rt.current->came_round_at) {
        memory_before_call(site);
        yield_in_endless_loop(site);
    }
    if (running()) {
        rt.current->came_round_at = rt.current->seen.executed;
    }
}

static int on_call(const struct heddle_site *site) {
    if (UNLIKELY(site->kind == HEDDLE_SITE_ENDLESS)) {
        comes_round(site);
        return 0;
    }
    memory_before_call(site);
    meant_by_call(site);
    rt.site = site;
    return 0;
}

static int on_library_call(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    if (!files_called(function, a, b, size, (uint64_t)(uintptr_t)site)) {
        on_library(function, a, b, size, site);
    }
    meant_is_done();
    return 0;
}

static int on_compare(uint64_t one, uint64_t other, const struct heddle_site *site) {
    given_again_compared(one, other, (uint64_t)(uintptr_t)site);
    return 0;
}

static int on_changed(void) {
    rt.local_changes++;
    return 0;
}

static uint32_t on_choose(uint32_t alternatives) {
    uint64_t site = SITE();
    if (specification_runs()) {
        return specification_choose(alternatives);
    }
    return running() && alternatives > 1 ? (uint32_t)point_on(HEDDLE_CHOOSE, NULL, alternatives, site)->alternative : 0;
}

static void on_assume(int condition) {
    if (running() && !condition) {
        process_give_up(SITE());
    }
}

static void on_benign_race(const volatile void *address, size_t size) {
    if (running() && rt.asked.races && size > 0) {
        race_is_benign((uint64_t)(uintptr_t)address, size);
    }
}

static void on_atomic_begin(void) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_change(site);
        section_begin(site);
    }
}

static void on_atomic_end(void) {
    uint64_t site = SITE();
    if (running()) {
        section_end(site);
    }
}

static void on_operation_begin(const volatile void *object, const void *caller, const char *format, va_list arguments) {
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    if (running()) {
        call_begin(object, site, format, arguments);
    }
}

static void on_operation_end(const void *caller, const char *format, va_list arguments) {
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    if (running()) {
        call_end(site, format, arguments);
    }
}

static void on_operation_end_with(const void *bytes, size_t size) {
    uint64_t site = SITE();
    if (running()) {
        call_end_with(site, bytes, size);
    }
}

static void on_operation_waits(void) {
    uint64_t site = SITE();
    if (running()) {
        call_may_wait(site);
    }
}

static void on_history_reset(void) {
    uint64_t site = SITE();
    if (running()) {
        history_reset(site);
    }
}

static void on_begin(const void *caller) {
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    if (running()) {
        begin_exploring(site);
    }
}

static void on_specification(const volatile void *object, const void *caller, heddle_specification_fn *allows,
                             const void *initial, size_t size) {
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    if (running()) {
        specification_add(object, allows, initial, size, site);
    }
}

static void on_progress(const void *caller) {
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    if (running()) {
        progress_told(site);
    }
}

static void on_claim(int eventually, const void *caller, heddle_condition_fn *condition, void *argument, const char *text) {
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    claim_add(eventually ? CLAIM_EVENTUALLY : CLAIM_NEVER, condition, argument, text, site);
}

static void on_few_values(int few, const void *caller) {
    static const char *const values[] = {[HEDDLE_FEW_NUMBERS] = "numbers", [HEDDLE_FEW_POINTERS] = "pointers"};
    uint64_t site = take_site(caller, __builtin_frame_address(0));
    if (running()) {
        unvaried_tell(site, values[few], true);
    }
}

static int on_lock_several(int begins) {
    lock_several(begins != 0);
    return 0;
}

static const struct heddle_site *on_take_call(void) {
    const struct heddle_site *site = rt.site;
    rt.site = NULL;
    return site;
}

static int on_operand(const volatile void *address, uint64_t value, const struct heddle_site *site) {
    if (running() && rt.asked.describes) {
        operand_told((uint64_t)(uintptr_t)address, value, site);
    }
    return 0;
}

/* Those of instrumented code return 0: see heddle_abi.h. */

/* In a loop that only looks, what the access has left on the stack would be in frames that the program makes later. */
static inline int none(const volatile void *address) {
    if (UNLIKELY(rt.looked) && is_on_running_stack(rt.current, (uint64_t)(uintptr_t)address) && looks_any(rt.current)) {
        spin_clean_stack();
    }
    return 0;
}

static int hook_read(const volatile void *address, size_t size, const struct heddle_site *site) {
    on_read(address, size, site);
    if (UNLIKELY(rt.looked) && looks_and_has_read_little(rt.current)) {
        spin_clean_stack();
        return 0;
    }
    return none(address);
}

static int hook_write(const volatile void *address, size_t size, const struct heddle_site *site) {
    on_write(address, size, site);
    return none(address);
}

static int hook_leave(const volatile void *address, size_t size, const struct heddle_site *site) {
    on_leave(address, size, site);
    return 0;
}

static int hook_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                        const struct heddle_site *site) {
    on_outside(address, size, variable, bytes, how, site);
    return 0;
}

static int hook_meant_for(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site) {
    meant_for(address, variable, bytes, how, site);
    return 0;
}

static int hook_fence(int order, const struct heddle_site *site) {
    on_fence(order, site);
    return 0;
}

static int hook_external(const void *callee, int effect, int state, const struct heddle_site *site) {
    external_call(callee, effect, state, site);
    return 0;
}

static const struct heddle_hooks hooks = {
    .version = HEDDLE_ABI_VERSION,
    .size = sizeof(struct heddle_hooks),
    .read = hook_read,
    .write = hook_write,
    .atomic_load = on_atomic_load,
    .atomic_store = on_atomic_store,
    .atomic_rmw = on_atomic_rmw,
    .atomic_cas = on_atomic_cas,
    .weak_cas = on_weak_cas,
    .weak_cas_place = on_weak_cas_place,
    .fence = hook_fence,
    .call = on_call,
    .choose = on_choose,
    .assume = on_assume,
    .fail = process_fail,
    .atomic_begin = on_atomic_begin,
    .atomic_end = on_atomic_end,
    .fast = &shadow_fast,
    .benign_race = on_benign_race,
    .library = on_library_call,
    .changed = on_changed,
    .external = hook_external,
    .leave = hook_leave,
    .compare = on_compare,
    .lock_several = on_lock_several,
    .operation_begin = on_operation_begin,
    .operation_end = on_operation_end,
    .operation_end_with = on_operation_end_with,
    .operation_waits = on_operation_waits,
    .history_reset = on_history_reset,
    .begin = on_begin,
    .specification = on_specification,
    .take_call = on_take_call,
    .operand = on_operand,
    .progress = on_progress,
    .claim = on_claim,
    .few_values = on_few_values,
    .outside = hook_outside,
    .meant_for = hook_meant_for,
};

bool attach_refused;

EXPORT void __heddle_attach_numbers(void);
EXPORT void __heddle_attach_numbers(void) { numbers_are_looked_at(); }

EXPORT const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin,
                                                  const struct heddle_site *end);
EXPORT const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin,
                                                  const struct heddle_site *end) {
    if (version != HEDDLE_ABI_VERSION) {
        attach_refused = true;
        return NULL;
    }
    resolve_register(begin, end);
    return &hooks;
}
