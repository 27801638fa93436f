/* What AddressSanitizer reports, and then ends the process. */
#include "base/compiler.h"
#include "kernel/process/process.h"
#include "model/memory/arenas.h"
#include "model/note.h"
#include "model/runtime.h"

/* Its interface (sanitizer/asan_interface.h). */
#define OF_ASAN __attribute__((weak))
extern const char *__asan_get_report_description(void) OF_ASAN;
extern void *__asan_get_report_address(void) OF_ASAN;
extern void *__asan_get_report_pc(void) OF_ASAN;

/* It calls this before it prints its report, and then abort. */
EXPORT void __asan_on_error(void);
EXPORT void __asan_on_error(void) {
    if (!running() || !__asan_get_report_description) {
        return;
    }
    uint64_t address = (uint64_t)(uintptr_t)__asan_get_report_address();
    uint64_t place = (uint64_t)(uintptr_t)__asan_get_report_pc();
    struct heap_block block;
    const char *what = !heap_lookup(address, &block) ? __asan_get_report_description()
                       : block.is_freed              ? "heap-use-after-free"
                                                     : "heap-buffer-overflow";
    note_of(rt.current->id, HEDDLE_NOTE_ADDRESS_SANITIZER, address, place, "%s", what);
    process_dies(place);
}
