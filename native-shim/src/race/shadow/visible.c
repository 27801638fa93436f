#include "race/shadow/visible.h"

#include "base/hot.h"

HOT static const struct heddle_range *visible;
HOT static uint32_t visible_count;

void visible_start(const struct heddle_range *ranges, uint32_t count) {
    visible = ranges;
    visible_count = count;
}

/* The number of the first visible range that ends behind the address. */
static uint32_t first_behind(uint64_t address) {
    uint32_t low = 0, high = visible_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (visible[middle].address + visible[middle].length <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool visible_any(uint64_t address, uint64_t size) {
    uint32_t first = first_behind(address);
    return first < visible_count && visible[first].address < address + size;
}

bool visible_part(uint64_t address, uint64_t size, struct heddle_range *part) {
    if (!visible_any(address, size)) {
        return false;
    }
    const struct heddle_range *first = &visible[first_behind(address)], *last = first;
    while (last + 1 < visible + visible_count && last[1].address < address + size) {
        last++;
    }
    uint64_t start = first->address > address ? first->address : address;
    uint64_t end = last->address + last->length < address + size ? last->address + last->length : address + size;
    *part = (struct heddle_range){start, end - start};
    return true;
}
