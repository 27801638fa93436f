/* Calls that read, receive and wait. */
#ifndef HEDDLE_RUNNER_TRANSFERS_H
#define HEDDLE_RUNNER_TRANSFERS_H

#include "zygote/runner/runner_call.h"

call_fn read_bytes, read_parts, write_bytes, receive, tell_name, tell_option, poll_files, poll_files_masked, wait_for_events,
    wait_for_events_masked, wait_on_word;

/* The kernel is about to write a name of a socket there, and its length. */
void fill_name(long to, long length);

#endif
