#include "sync/settings/settings.h"

#include "sync/settings/affinity.h"
#include "sync/settings/file_identity.h"
#include "sync/settings/io_priority.h"
#include "sync/settings/nice.h"
#include "sync/settings/scheduling.h"
#include "sync/settings/thread_control.h"

void settings_begin(const struct fiber *parent, const struct fiber *child, const pthread_attr_t *attributes) {
    scheduling_begin(parent, child, attributes);
    nice_begin(parent, child);
    affinity_begin(parent, child, attributes);
    file_identity_begin(parent, child);
    io_priority_begin(parent, child);
    thread_control_begin(parent, child);
}
