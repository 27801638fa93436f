/* Executions that are run again. */
#ifndef HEDDLE_ZYGOTE_SUPPLY_H
#define HEDDLE_ZYGOTE_SUPPLY_H

#include <stdbool.h>

bool zygote_supplied(void); /* whether the execution ended for want of something that is now there */

#endif
