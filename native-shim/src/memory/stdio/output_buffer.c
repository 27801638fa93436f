#define _GNU_SOURCE
#include "memory/stdio/output_buffer.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/direct.h"
#include "memory/mappings/mapping.h"
#include "memory/memory.h"
#include "model/resolve.h"
#include "model/runtime.h"

void *output_buffer_begin(struct output_buffer *buffer, void *to, size_t room, uint64_t site) {
    *buffer = (struct output_buffer){to, to, room, site};
    mapping_handed_over(to, site);
    if (running() && resolve_is_site(site) && memory_is_watched(to, room)) {
        int saved = errno;
        void *ours = direct_map(NULL, room, MAP_PRIVATE);
        buffer->at = ours == MAP_FAILED ? to : ours;
        errno = saved;
    }
    return buffer->at;
}

void output_buffer_end(const struct output_buffer *buffer, size_t filled) {
    int saved = errno;
    memory_writes(buffer->to, filled, buffer->site);
    if (buffer->at != buffer->to) {
        memcpy(buffer->to, buffer->at, filled);
        direct_unmap(buffer->at, buffer->room);
    }
    errno = saved;
}
