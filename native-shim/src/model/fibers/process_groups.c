#define _GNU_SOURCE
#include "model/fibers/process_groups.h"

#include <sys/syscall.h>

#include "base/direct.h"
#include "model/runtime.h"

static pid_t before; /* the group of the first process, which is number 0; it may be in no other one */

int32_t groups_led_by(uint32_t number) { return (int32_t)number + 1; }

void groups_begin(pid_t group) {
    struct process *first = process_number(0);
    before = group;
    first->group = group == first->pid ? groups_led_by(0) : 0;
    first->session = (pid_t)kernel_call(SYS_getsid, 0) == first->pid ? groups_led_by(0) : 0;
}

void groups_inherit(uint32_t child, uint32_t parent) {
    process_number(child)->group = process_number(parent)->group;
    process_number(child)->session = process_number(parent)->session;
}

pid_t groups_id(int32_t group) { return group == 0 ? before : process_number((uint32_t)group - 1)->pid; }

int32_t groups_find(pid_t id) {
    for (uint32_t i = 0; i < processes_count(); i++) {
        const struct process *p = process_number(i);
        if (!p->reaped && groups_id(p->group) == id) {
            return p->group;
        }
    }
    return -1;
}

bool groups_mean(uint32_t number, pid_t which) {
    const struct process *p = process_number(number);
    switch (which) {
        case -1:
            return true;
        case 0:
            return p->group == process_number(this_process())->group;
        default:
            return which > 0 ? p->pid == which : groups_id(p->group) == -which;
    }
}
