// executions: 1, finding: deadlock/descriptor
// The same, read twice.
#define TWICE
#include "timer_descriptor.c"
