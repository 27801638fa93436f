/* Named semaphores, which each process opens and closes for itself. */
#ifndef HEDDLE_NAMED_H
#define HEDDLE_NAMED_H

#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

void named_inherit(uint32_t process); /* which the running one forks: it has the same ones open */

bool named_is(const sem_t *sem);

/* Whether it has a name, and the running process has closed it as often as opened. POSIX leaves its use undefined then. */
bool named_is_closed(const sem_t *sem);

int semaphore_result(int error); /* of a call that ends with this error, which errno then is; 0: with none */

#endif
