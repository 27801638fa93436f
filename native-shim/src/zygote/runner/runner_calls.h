/* What becomes of a system call within an execution of the runner; runner_calls.c has the table. */
#ifndef HEDDLE_RUNNER_CALLS_H
#define HEDDLE_RUNNER_CALLS_H

#include "zygote/runner/runner_parts.h"

/* Makes the call, or leaves the execution. Returns what the kernel does: −errno where it fails. */
typedef long call_fn(long number, const long arguments[6]);

/* The call has effects that the next execution would notice: this one is run again in a fork. */
_Noreturn void calls_refuse(long number);

/* Makes a call that fills memory of the program's; `to` may be 0. */
long calls_fill(long number, const long arguments[6], long to, uint64_t bytes);

/* ---- runner_files.c ---- */
call_fn open_one, open_file, open_file_at, open_pipe, open_socket_pair, accept_one, close_one, duplicate_to, control_file,
    control_device, on_own_file, set_timer;

/* ---- runner_transfers.c: what is read, received and waited for ---- */
call_fn read_bytes, read_parts, write_bytes, receive, tell_name, tell_option, poll_files, poll_files_masked, wait_for_events,
    wait_for_events_masked, wait_on_word;
void fill_name(long to, long length);

/* ---- runner_mappings.c ---- */
call_fn map, unmap, on_own_mapping, move_end_of_data;

/* ---- runner_actions.c ---- */
call_fn change_action;

/* `mask`: the signal mask that the caller will go on with; NULL: the process's. */
long change_mask(const long arguments[6], uint64_t *mask);

#endif
