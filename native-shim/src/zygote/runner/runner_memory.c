/* Memory is put back exactly: whatever is private and writable is protected once. The first write to a page faults, a copy of the page is
 * kept, and it becomes writable; from then on it is copied back after every execution. Executions of one program write to nearly the same
 * pages, so after the first few there is hardly a fault. Pages that stay unchanged for long are protected again. */
#define _GNU_SOURCE
#include "zygote/runner/runner_memory.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/invariant.h"
#include "base/pages/runtime_memory.h"
#include "model/addresses.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "zygote/runner/runner_state.h"

#define LOOK_EVERY 64u /* rounds: then unchanged pages are looked for */
#define IDLE 4u /* looks */

/* Without memcpy and memset, which are the program's: the runtime announces what they do. */
static void copy_page(void *to, const void *from) {
    uint64_t words = PAGE / 8;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static void clear_page(void *to) {
    uint64_t words = PAGE / 8;
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0ull) : "memory");
}

static bool is_zero(const uint64_t *page) {
    for (unsigned i = 0; i < PAGE / sizeof *page; i++) {
        if (page[i]) {
            return false;
        }
    }
    return true;
}

static bool is_equal(const uint64_t *one, const uint64_t *other) {
    for (unsigned i = 0; i < PAGE / sizeof *one; i++) {
        if (one[i] != other[i]) {
            return false;
        }
    }
    return true;
}

/* ---- which pages are saved ---- */

static uint32_t *slot_of(uint64_t page) {
    struct memory *m = &runner->memory;
    uint32_t at = (uint32_t)(page / PAGE * 0x9e3779b97f4a7c15ull >> 40) % m->slot_count;
    while (m->slots[at] && m->saved[m->slots[at] - 1].page != page) {
        at = (at + 1) % m->slot_count;
    }
    return &m->slots[at];
}

static const struct tracked *tracked_at(uint64_t address) {
    struct memory *m = &runner->memory;
    uint32_t low = 0, high = m->tracked_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (address >= m->tracked[middle].span.end) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < m->tracked_count && address >= m->tracked[low].span.start ? &m->tracked[low] : NULL;
}

static void index_anew(void) {
    struct memory *m = &runner->memory;
    for (uint32_t i = 0; i < m->slot_count; i++) {
        m->slots[i] = 0;
    }
    for (uint32_t i = 0; i < m->saved_count; i++) {
        uint32_t *slot = slot_of(m->saved[i].page);
        INVARIANT(*slot == 0); /* no page is saved twice: the second copy would be the one that is put back */
        *slot = i + 1;
    }
}

/* Few slots are few pages that the next process has to clear. */
static void keep_slots_free(void) {
    struct memory *m = &runner->memory;
    if (m->saved_count > m->slot_count / 2) {
        m->slot_count *= 2;
        index_anew();
    }
}

/* A set-up may change more: behind it there is a checkpoint, and zeros need no copy. Between executions the runner itself writes, to what
 * libc keeps for its thread; those are few pages, and it cannot leave the process for a fork. */
static bool is_full(bool zero) {
    const struct memory *m = &runner->memory;
    bool is_alone = rt.fiber_count <= 1 || !runner->caller;
    return m->saved_count >= (is_alone ? MOST_ALONE : MOST_SAVED) || (!zero && runner->caller && m->copied_count >= MOST_SAVED);
}

bool memory_write(uint64_t address) {
    struct memory *m = &runner->memory;
    uint64_t page = address & ~(PAGE - 1);
    const struct tracked *tracked = tracked_at(page);
    if (!tracked || fiber_is_guard(address)) {
        return false;
    }
    uint32_t *slot = slot_of(page);
    if (*slot) {
        return false;
    }
    bool zero = is_zero((const uint64_t *)page);
    if (is_full(zero)) {
        runner_leave(HEDDLE_FALLBACK_MEMORY, 0);
    }
    INVARIANT(m->saved_count < MOST_ALONE);
    m->saved[m->saved_count] = (struct saved){.page = page, .zero = zero};
    if (!zero) {
        copy_page(runner->copies[m->saved_count], (const void *)page);
        m->copied_count++;
    }
    if (direct_call(SYS_mprotect, (long)page, PAGE, tracked->rights, 0) != 0) {
        runner_leave(HEDDLE_FALLBACK_MEMORY, 0);
    }
    *slot = ++m->saved_count;
    ++*runner->progress;
    keep_slots_free();
    return true;
}

void memory_fill(uint64_t start, uint64_t bytes) {
    for (uint64_t page = start & ~(PAGE - 1); bytes > 0 && page < start + bytes && page >= (start & ~(PAGE - 1)); page += PAGE) {
        if (!memory_write(page) && !tracked_at(page)) {
            return; /* what lies behind cannot be filled either, or not with our help */
        }
    }
}

/* ---- putting back ---- */

static void forget(uint32_t number) {
    struct memory *m = &runner->memory;
    uint64_t page = m->saved[number].page;
    direct_call(SYS_mprotect, (long)page, PAGE, tracked_at(page)->rights & ~PROT_WRITE, 0);
    m->copied_count -= !m->saved[number].zero;
    m->saved[number] = m->saved[--m->saved_count];
    if (!m->saved[number].zero) {
        copy_page(runner->copies[number], runner->copies[m->saved_count]);
    }
}

static bool is_unchanged(uint32_t number) {
    const struct saved *saved = &runner->memory.saved[number];
    const uint64_t *page = (const uint64_t *)saved->page;
    return saved->zero ? is_zero(page) : is_equal(page, (const uint64_t *)(const void *)runner->copies[number]);
}

static void forget_idle(void) {
    struct memory *m = &runner->memory;
    uint32_t before = m->saved_count;
    for (uint32_t i = 0; i < m->saved_count;) {
        struct saved *saved = &m->saved[i];
        saved->idle = is_unchanged(i) ? saved->idle + 1 : 0;
        if (saved->idle == IDLE) {
            forget(i);
        } else {
            i++;
        }
    }
    if (m->saved_count != before) {
        index_anew();
    }
}

void memory_put_back(void) {
    struct memory *m = &runner->memory;
    if (++m->rounds % LOOK_EVERY == 0) {
        forget_idle();
    }
    for (uint32_t i = 0; i < m->saved_count; i++) {
        if (m->saved[i].zero) {
            clear_page((void *)m->saved[i].page);
        } else {
            copy_page((void *)m->saved[i].page, runner->copies[i]);
        }
    }
}

/* ---- what is tracked ---- */

static bool add(uint64_t start, uint64_t end, int rights) {
    struct memory *m = &runner->memory;
    if (start >= end) {
        return true;
    }
    if (m->tracked_count == MOST_TRACKED) {
        return false;
    }
    m->tracked[m->tracked_count++] = (struct tracked){{start, end}, rights};
    return true;
}

struct search {
    struct span span;
    bool found;
};

static void find_own(uint64_t start, uint64_t end, void *context) {
    struct search *search = context;
    search->found |= search->span.start >= start && search->span.end <= ((end + PAGE - 1) & ~(PAGE - 1));
}

static bool is_own(uint64_t start, uint64_t end) {
    struct search search = {{start, end}, false};
    runtime_ranges(find_own, &search);
    return search.found;
}

static const char *number(const char *text, uint64_t *value) {
    *value = 0;
    for (;; text++) {
        if (*text >= '0' && *text <= '9') {
            *value = *value << 4 | (uint64_t)(*text - '0');
        } else if (*text >= 'a' && *text <= 'f') {
            *value = *value << 4 | (uint64_t)(*text - 'a' + 10);
        } else {
            return text;
        }
    }
}

/* A line of the kernel's list: "start-end rwxp …". */
static enum heddle_fallback take_line(const char *line) {
    struct span span;
    line = number(line, &span.start) + 1;
    line = number(line, &span.end) + 1;
    if (line[1] != 'w') {
        return HEDDLE_FALLBACK_NONE;
    }
    if (line[3] == 's') {
        return is_own(span.start, span.end) ? HEDDLE_FALLBACK_NONE : HEDDLE_FALLBACK_SHARED;
    }
    if (line[0] != 'r') {
        return HEDDLE_FALLBACK_UNAVAILABLE;
    }
    int rights = PROT_READ | PROT_WRITE | (line[2] == 'x' ? PROT_EXEC : 0);
    uint64_t ours = (uint64_t)(uintptr_t)runner, end = ours + sizeof *runner;
    uint64_t before = span.end < ours ? span.end : ours, behind = span.start > end ? span.start : end;
    return add(span.start, before, rights) && add(behind, span.end, rights) ? HEDDLE_FALLBACK_NONE : HEDDLE_FALLBACK_UNAVAILABLE;
}

static enum heddle_fallback read_list(void) {
    enum heddle_fallback fallback = HEDDLE_FALLBACK_NONE;
    char *text = runner->copies[0]; /* not in use yet */
    long room = (long)sizeof runner->copies - 1, length = 0, got = 0;
    int file = (int)direct_call(SYS_open, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0);
    while (file >= 0 && (got = direct_call(SYS_read, file, (long)(text + length), room - length, 0)) > 0) {
        length += got;
    }
    direct_call(SYS_close, file, 0, 0, 0);
    if (length == 0 || got < 0) {
        return HEDDLE_FALLBACK_UNAVAILABLE;
    }
    text[length] = 0;
    for (const char *line = text; *line && fallback == HEDDLE_FALLBACK_NONE; line = strchr(line, '\n') + 1) {
        fallback = take_line(line);
    }
    return fallback;
}

/* As tracked_at needs them. All but those added last are so already. */
static void sort(void) {
    struct memory *m = &runner->memory;
    for (uint32_t i = 1; i < m->tracked_count; i++) {
        struct tracked moved = m->tracked[i];
        uint32_t at = i;
        for (; at > 0 && m->tracked[at - 1].span.start > moved.span.start; at--) {
            m->tracked[at] = m->tracked[at - 1];
        }
        m->tracked[at] = moved;
    }
    for (uint32_t i = 1; i < m->tracked_count; i++) {
        INVARIANT(m->tracked[i - 1].span.end <= m->tracked[i].span.start);
    }
}

static bool protect(void) {
    struct memory *m = &runner->memory;
    for (uint32_t i = 0; i < m->tracked_count; i++) {
        const struct tracked *t = &m->tracked[i];
        if (direct_call(SYS_mprotect, (long)t->span.start, (long)(t->span.end - t->span.start), t->rights & ~PROT_WRITE, 0) !=
            0) {
            return false;
        }
    }
    return true;
}

static void forget_all(void) {
    struct memory *m = &runner->memory;
    m->saved_count = m->copied_count = 0;
    m->slot_count = FEWEST_SLOTS;
    index_anew();
}

enum heddle_fallback memory_track(void) {
    forget_all();
    enum heddle_fallback fallback = read_list();
    sort();
    return fallback != HEDDLE_FALLBACK_NONE || protect() ? fallback : HEDDLE_FALLBACK_UNAVAILABLE;
}

/* What the list still shows as writable is new. */
enum heddle_fallback memory_track_again(void) {
    if (!protect()) {
        return HEDDLE_FALLBACK_UNAVAILABLE;
    }
    enum heddle_fallback fallback = memory_track();
    fiber_guard_again();
    return fallback;
}
