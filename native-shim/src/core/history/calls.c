#include "core/history/calls.h"

#include <stdio.h>
#include <string.h>

#include "base/real.h"
#include "core/history/order_of_calls.h"
#include "core/history/said.h"
#include "core/history/specification.h"
#include "core/schedule.h"
#include "core/section.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define LONGEST 4096 /* bytes of what a call says */
#define SHOWN 64     /* bytes of a result that are shown */
#define SPARE 64     /* notes that are left for what else there is to be told */

RULE(INVOCATION) = {0};
RULE(RESPONSE) = {0};

static char text[LONGEST];

/* FNV-1a; never 0, which is no hash of anything. */
static uint64_t hash_of(const void *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return hash ? hash : 1;
}

/* What is said, as a hash that the note makes a text of again. */
static uint64_t say(uint64_t hash) {
    if (rt.shared->note_count < MAX_NOTES - SPARE) {
        note(HEDDLE_NOTE_SAID, hash, 0, "%s", text);
    }
    if (specification_count() > 0) {
        said_keep(hash, text);
    }
    return hash;
}

static uint64_t format_said(const char *format, va_list arguments) {
    REAL(vsnprintf)(text, sizeof text, format, arguments);
    return say(hash_of(text, strlen(text)));
}

void call_begin(const volatile void *object, uint64_t site, const char *format, va_list arguments) {
    struct fiber *self = rt.current;
    if (self->call.is_open) {
        unmodelled("an operation (heddle_operation_begin) that begins within another one of its thread", site);
    }
    uint64_t said = format_said(format, arguments);
    self->call =
        (struct fiber_call){.is_open = true, .is_section = rt.asked.serial && !rt.section, .object = (uint64_t)(uintptr_t)object};
    if (self->call.is_section) {
        section_begin_as(self->call.object, said, site);
    } else {
        point_on(HEDDLE_INVOCATION, object, said, site);
        order_call_begin();
    }
}

static void end(uint64_t said, uint64_t site) {
    struct fiber_call ended = rt.current->call;
    rt.current->call = (struct fiber_call){0};
    if (ended.is_section) {
        section_end_as(ended.object, said, site);
    } else {
        point_on(HEDDLE_RESPONSE, (const void *)(uintptr_t)ended.object, said, site);
        order_call_end();
    }
}

static void check_open(const char *wrong, uint64_t site) {
    if (!rt.current->call.is_open) {
        unmodelled(wrong, site);
    }
}

void call_may_wait(uint64_t site) {
    check_open("heddle_operation_waits without a heddle_operation_begin before it", site);
    rt.current->call.may_wait = true;
}

static void check_end(uint64_t site) { check_open("heddle_operation_end without a heddle_operation_begin before it", site); }

void call_end(uint64_t site, const char *format, va_list arguments) {
    check_end(site);
    end(format_said(format, arguments), site);
}

void call_end_with(uint64_t site, const void *bytes, size_t size) {
    check_end(site);
    size_t length = 0;
    for (size_t i = 0; i < size && i < SHOWN; i++) {
        length += (size_t)REAL(snprintf)(text + length, sizeof text - length, "%02x", ((const unsigned char *)bytes)[i]);
    }
    if (size > SHOWN && specification_count() > 0) {
        unmodelled("heddle_operation_end_with a result of more than 64 bytes, where there is a specification", site);
    }
    if (size > SHOWN) {
        REAL(snprintf)(text + length, sizeof text - length, "… (%zu bytes)", size);
    }
    end(say(hash_of(bytes, size)), site);
}
