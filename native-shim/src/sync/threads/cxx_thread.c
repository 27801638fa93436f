/* What libstdc++.so does for std::thread: its object is the number of the thread, 0 for none. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "model/runtime.h"

void cxx_thread_join(pthread_t *self) __asm__("_ZNSt6thread4joinEv");
void cxx_thread_detach(pthread_t *self) __asm__("_ZNSt6thread6detachEv");
void throw_system_error(int error) __asm__("_ZSt20__throw_system_errori");

#define CXX(function, name) ((__typeof__(&function))real_function(name))

/* Whether the object has a thread; for one that has none, libstdc++ throws. */
static bool has_thread(const pthread_t *self, uint64_t site) {
    if (!running()) {
        return false;
    }
    memory_reads(self, sizeof *self, site);
    return *self != 0;
}

static void leave(pthread_t *self, int error, uint64_t site) {
    if (error) {
        CXX(throw_system_error, "_ZSt20__throw_system_errori")(error);
    }
    memory_store(self, 0, site);
}

EXPORT void cxx_thread_join(pthread_t *self) {
    uint64_t site = SITE();
    if (!has_thread(self, site)) {
        CXX(cxx_thread_join, "_ZNSt6thread4joinEv")(self);
        return;
    }
    pass_site(site);
    leave(self, pthread_join(*self, NULL), site);
}

EXPORT void cxx_thread_detach(pthread_t *self) {
    uint64_t site = SITE();
    if (!has_thread(self, site)) {
        CXX(cxx_thread_detach, "_ZNSt6thread6detachEv")(self);
        return;
    }
    pass_site(site);
    leave(self, pthread_detach(*self), site);
}
