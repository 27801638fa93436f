#include "model/memory/aliases.h"

#include "base/hot.h"
#include "model/runtime.h"

#define MOST 1024u

HOT bool aliases_any;

static struct alias {
    uint64_t start, end, name;
    uint32_t process;
    bool is_gone;
} known[MOST]; /* those of one process are disjoint */
static uint32_t count;

/* Whether it is the running process's, and has something in this range. */
static bool meets(const struct alias *alias, uint64_t start, uint64_t end) {
    return alias->start < end && start < alias->end && alias->process == this_process();
}

/* Makes room: whoever accesses what is gone may do so by its own address, and be named in a divergence. */
static void forget_gone(void) {
    for (uint32_t i = count; i-- > 0;) {
        if (known[i].is_gone) {
            known[i] = known[--count];
        }
    }
}

static bool add(struct alias alias) {
    if (count == MOST) {
        forget_gone();
    }
    if (count == MOST) {
        return false;
    }
    known[count++] = alias;
    aliases_any = true;
    return true;
}

bool aliases_add(uint64_t start, uint64_t end, uint64_t name) {
    return add((struct alias){start, end, name, this_process(), false});
}

/* Takes the part of an alias from `start` to `end` out of it; what is left before and behind stays. */
static void cut_out(uint32_t i, uint64_t start, uint64_t end) {
    struct alias alias = known[i];
    known[i] = known[--count];
    if (alias.start < start) {
        add((struct alias){alias.start, start, alias.name, alias.process, alias.is_gone});
    }
    if (end < alias.end) {
        add((struct alias){end, alias.end, alias.name + (end - alias.start), alias.process, alias.is_gone});
    }
}

void aliases_end(uint64_t start, uint64_t end) {
    for (uint32_t i = count; i-- > 0;) {
        if (meets(&known[i], start, end)) {
            cut_out(i, start, end);
        }
    }
    aliases_any = count > 0;
}

void aliases_gone(uint64_t start, uint64_t end) {
    for (uint32_t i = count; i-- > 0;) {
        struct alias alias = known[i];
        if (meets(&alias, start, end) && !alias.is_gone) {
            uint64_t from = alias.start < start ? start : alias.start;
            uint64_t to = end < alias.end ? end : alias.end;
            cut_out(i, from, to);
            add((struct alias){from, to, alias.name + (from - alias.start), alias.process, true});
        }
    }
}

uint64_t aliases_find(uint64_t address) {
    for (uint32_t i = 0; i < count; i++) {
        if (meets(&known[i], address, address + 1)) {
            return known[i].name + (address - known[i].start);
        }
    }
    return address;
}

uint64_t aliases_part(uint64_t address, uint64_t size) {
    uint64_t end = address + size;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t border = known[i].start <= address ? known[i].end : known[i].start;
        if (address < border && border < end && known[i].process == this_process()) {
            end = border;
        }
    }
    return end - address;
}

bool aliases_inherit(uint32_t process) {
    uint32_t before = count;
    bool fits = true;
    for (uint32_t i = 0; i < before && fits; i++) {
        struct alias alias = known[i];
        bool is_own = alias.process == this_process();
        alias.process = process;
        fits = !is_own || (count < MOST && add(alias));
    }
    return fits;
}
