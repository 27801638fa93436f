/* Calls on files of which pages are mapped. */
#define _GNU_SOURCE
#include "memory/mappings/mapped_use.h"

#include "memory/mappings/shared_pages.h"
#include "model/note.h"

#define WRITTEN "a change of a file that is mapped"
#define READ "a read of a file that is mapped"

static void tell_if(unsigned how, int descriptor, const char *what, uint64_t site) {
    if (shared_pages_of(descriptor) & how) {
        note(HEDDLE_NOTE_UNSEEN, 0, site, "%s", what);
    }
}

void mapped_use_tell(int descriptor, enum heddle_file_use how, uint64_t site) {
    switch (how) {
        case HEDDLE_FILE_READ:
            tell_if(SHARED_PAGES_SHARED, descriptor, READ, site);
            break;
        case HEDDLE_FILE_PUT:
            tell_if(SHARED_PAGES_PRIVATE, descriptor, WRITTEN, site);
            break;
        case HEDDLE_FILE_WRITE:
            tell_if(SHARED_PAGES_SHARED | SHARED_PAGES_PRIVATE, descriptor, WRITTEN, site);
            break;
        case HEDDLE_FILE_CUT:
            tell_if(SHARED_PAGES_SHARED | SHARED_PAGES_PRIVATE, descriptor, "a change of the length of a file that is mapped",
                    site);
            break;
        default:
            break;
    }
}
