/* The kernel's list of mappings. */
#ifndef HEDDLE_MAPS_H
#define HEDDLE_MAPS_H

#include <stdbool.h>
#include <stdint.h>

/* A line of the list; rights: as in "rw-p". */
struct mapping {
    uint64_t start, end, offset, file; /* file: the inode's number, which is 0 of the first segment of System V */
    unsigned major, minor;
    char rights[5];
};

/* Calls `each` for those that overlap a range; false if the list cannot be read. */
typedef void mapping_fn(const struct mapping *mapping, void *context);
bool maps_each(uint64_t start, uint64_t end, mapping_fn *each, void *context);

static inline bool mapping_is_of_all(const struct mapping *m) { return m->rights[3] == 's'; }

/* Anonymous memory has neither a device nor an inode. */
static inline bool mapping_has_file(const struct mapping *m) { return m->file != 0 || m->major != 0 || m->minor != 0; }

static inline bool mapping_is_same_file(const struct mapping *a, const struct mapping *b) {
    return mapping_has_file(a) && a->file == b->file && a->major == b->major && a->minor == b->minor;
}

#endif
