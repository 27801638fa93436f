/* Calls on descriptors. */
#ifndef HEDDLE_RUNNER_FILES_H
#define HEDDLE_RUNNER_FILES_H

#include "zygote/runner/runner_call.h"

call_fn open_one, open_file, open_file_at, open_pipe, open_socket_pair, accept_one, close_one, duplicate_to, control_file,
    control_device, on_own_file, set_timer;

#endif
