/* Private pages become pages that forked processes share, where they are and with what they hold. */
#ifndef HEDDLE_SHARE_PAGES_H
#define HEDDLE_SHARE_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* These pages, which nobody may write meanwhile. False where the kernel does not do so, or does not tell which of them are in use. */
bool share_pages(uint64_t start, uint64_t end);

/* The runtime's own variables. */
bool share_own_variables(void);

/* Whether the address is that of a variable of the runtime. */
bool is_own_variable(uint64_t address);

#endif
