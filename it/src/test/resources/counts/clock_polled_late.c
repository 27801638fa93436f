// executions: 14, finding: exit-code/status-1
// The same, with a program that fails where its deadline comes first.
#define LATE
#include "clock_polled.c"
