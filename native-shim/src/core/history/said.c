#include "core/history/said.h"

#include <string.h>

#include "base/hot.h"
#include "base/invariant.h"
#include "model/note.h"

#define MOST_TEXTS 4096u
#define ROOM (1u << 18)

HOT static uint32_t count, used;
static char room[ROOM];
static struct {
    uint64_t hash;
    uint32_t at; /* in the room */
} texts[2 * MOST_TEXTS]; /* by hash; 0 is the hash of nothing */

static uint32_t slot_of(uint64_t hash) {
    uint32_t slot = (uint32_t)(hash % (2 * MOST_TEXTS));
    while (texts[slot].hash && texts[slot].hash != hash) {
        slot = (slot + 1) % (2 * MOST_TEXTS);
    }
    return slot;
}

void said_keep(uint64_t hash, const char *text) {
    uint32_t slot = slot_of(hash);
    if (texts[slot].hash) {
        return;
    }
    size_t size = strlen(text) + 1;
    if (count == MOST_TEXTS) {
        out_of("different operations and results on objects with a specification", MOST_TEXTS);
    }
    if (size > ROOM - used) {
        out_of("bytes of operations and results on objects with a specification", ROOM);
    }
    texts[slot].hash = hash;
    texts[slot].at = used;
    memcpy(room + used, text, size);
    used += (uint32_t)size;
    count++;
}

const char *said_text(uint64_t hash) {
    uint32_t slot = slot_of(hash);
    INVARIANT(texts[slot].hash == hash);
    return room + texts[slot].at;
}
