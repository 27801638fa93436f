/* Memory of the runtime itself. What is mapped here is known to be none of the program's. */
#ifndef HEDDLE_RUNTIME_MEMORY_H
#define HEDDLE_RUNTIME_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Private pages of zeros that nothing is reserved for; NULL if they cannot be had. */
void *runtime_pages(size_t bytes);

/* Pages that a fork shares; likewise. */
void *runtime_shared_pages(size_t bytes);

/* Pages of an open file that are shared with all who map it; likewise. They lie where nothing else does, so that no other mapping goes
 * elsewhere on their account. */
void *runtime_file_pages(int file, size_t bytes);

/* Ends what runtime_pages has given. */
void runtime_unmap(void *at, size_t bytes);

/* From now on processes that are forked share all that the runtime has, its variables too, and what it maps later. False where that cannot
 * be: some of it may be shared, which makes no difference to a process that is alone. */
bool runtime_share(void);

#define MAX_RUNTIME_RANGES 256u

/* Calls `each` for what has been mapped, as far as there was room to write it down. */
typedef void runtime_range_fn(uint64_t start, uint64_t end, void *context);
void runtime_ranges(runtime_range_fn *each, void *context);

#endif
