/* Pages of files and of shared memory: what lies in them is the same wherever they are mapped, and calls on the file meet it, too. */
#ifndef HEDDLE_SHARED_PAGES_H
#define HEDDLE_SHARED_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The program has mapped a file, or shared memory (fd is -1), at these addresses; a private mapping shows what others write until it is
 * written itself. */
void shared_pages_mapped(uint64_t start, uint64_t bytes, int fd, bool is_private, uint64_t site);
void shared_pages_early(int fd, bool is_private); /* before the execution */

/* How a file is mapped. */
enum shared_pages_how { SHARED_PAGES_NOT, SHARED_PAGES_PRIVATE = 1, SHARED_PAGES_SHARED = 2 }; /* or both */
unsigned shared_pages_of(int fd);

/* Before a call that reads or writes so many bytes of the file, from its position or from this place on. */
void shared_pages_used(int fd, size_t bytes, bool writes, uint64_t site);
void shared_pages_used_at(int fd, size_t bytes, off64_t from, bool writes, uint64_t site);

/* A process that the running one forks has the same mappings; false: there is no room to write them down. */
bool shared_pages_inherit(uint32_t process);

#endif
