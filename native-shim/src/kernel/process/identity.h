/* Who the process is: see identity.c. */
#ifndef HEDDLE_IDENTITY_H
#define HEDDLE_IDENTITY_H

/* Called where it has been changed for all threads of the running process; NULL: nobody asks. */
extern void (*identity_changed)(void);

#endif
