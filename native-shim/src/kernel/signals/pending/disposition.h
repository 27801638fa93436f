/* What signals do to each process of the execution where no thread blocks them: sigaction(2). */
#ifndef HEDDLE_DISPOSITION_H
#define HEDDLE_DISPOSITION_H

#include <stdbool.h>
#include <stdint.h>

enum disposition {
    SIGNAL_IS_IGNORED, /* the program says so, or by default */
    SIGNAL_IS_HANDLED,
    SIGNAL_STOPS, /* by default */
    SIGNAL_ENDS /* the process, by default */
};

enum disposition disposition_of(uint32_t process, int number);

/* Whether a handler runs, or where there are several processes, the process ends: by itself, so that this has its place among its events. */
bool signal_is_taken(uint32_t process, int number);

/* Whether the program itself says that a signal which does nothing by default is to be ignored. */
bool disposition_is_given(uint32_t process, int number);

/* Whether SIGCHLD does anything to the running process, or may: it is handled or ignored by the program's will, or blocked. */
bool signals_tell_of_ends(void);

/* There will be several processes, of which only the running one can ask the kernel: what is known of it is written down. */
void dispositions_begin(void);
void dispositions_inherit(uint32_t child); /* the new one has those of the running one */
void disposition_changed(int number); /* of the running one */

#endif
