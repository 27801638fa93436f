#include "model/memory/aliases.h"

#include "base/hot.h"

#define MOST 1024u

HOT bool aliases_any;

static struct alias {
    uint64_t start, end, name;
} known[MOST]; /* disjoint */
static uint32_t count;

bool aliases_add(uint64_t start, uint64_t end, uint64_t name) {
    if (count == MOST) {
        return false;
    }
    known[count++] = (struct alias){start, end, name};
    aliases_any = true;
    return true;
}

void aliases_end(uint64_t start, uint64_t end) {
    for (uint32_t i = count; i-- > 0;) {
        struct alias alias = known[i];
        if (alias.start < end && start < alias.end) {
            known[i] = known[--count];
            if (alias.start < start) {
                aliases_add(alias.start, start, alias.name);
            }
            if (end < alias.end) {
                aliases_add(end, alias.end, alias.name + (end - alias.start));
            }
        }
    }
    aliases_any = count > 0;
}

uint64_t aliases_find(uint64_t address) {
    for (uint32_t i = 0; i < count; i++) {
        if (known[i].start <= address && address < known[i].end) {
            return known[i].name + (address - known[i].start);
        }
    }
    return address;
}

uint64_t aliases_part(uint64_t address, uint64_t size) {
    uint64_t end = address + size;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t border = known[i].start <= address ? known[i].end : known[i].start;
        if (address < border && border < end) {
            end = border;
        }
    }
    return end - address;
}
