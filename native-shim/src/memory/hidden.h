/* What library functions hide that the runtime does in their place: see hidden.c. */
#ifndef HEDDLE_HIDDEN_H
#define HEDDLE_HIDDEN_H

#include <time.h>

#define DATE_TEXT 64u /* bytes: more than asctime needs for any year */

extern char *hidden_strtok;
extern struct tm hidden_calendar;
extern char hidden_date[DATE_TEXT];

#endif
