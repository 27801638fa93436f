/* Notes: what the runtime sees that is not a visible operation. */
#ifndef HEDDLE_NOTE_H
#define HEDDLE_NOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

void note(enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void note_of(uint32_t thread, enum heddle_note_kind kind, uint64_t object, uint64_t site, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A use that POSIX forbids: `kind` is MISUSE, where it defines an error, or UNDEFINED. `function` is the one that is misused, or NULL. */
void misuse(enum heddle_note_kind kind, enum heddle_fault fault, enum heddle_family family, uint64_t object, uint64_t site,
            const char *function); /* of the operation that comes next */
void misuse_done(enum heddle_note_kind kind, enum heddle_fault fault, enum heddle_family family, uint64_t object, uint64_t site,
                 const char *function); /* of the event that the running thread has just executed */
void misuse_at(uint32_t thread, uint32_t step, enum heddle_note_kind kind, enum heddle_fault fault, enum heddle_family family,
               uint64_t object, uint64_t site, const char *function); /* of an event that is past */
/* A note on memory at the present step, whose text is made from its figures; `figures` has the kind, the thread and all of them. */
void note_memory(const struct heddle_note *figures);
/* Whether the execution has a note of this kind, made at this place. */
bool note_is_made(enum heddle_note_kind kind, uint64_t site);
_Noreturn void unmodelled(const char *function, uint64_t site);
_Noreturn void out_of(const char *what, uint64_t limit);

#endif
