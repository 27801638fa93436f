// executions: 15
// The same with the signal blocked while the lock is held.
#define BLOCKED
#include "signal_while_computing.c"
