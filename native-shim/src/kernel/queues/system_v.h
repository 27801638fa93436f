/* Objects of System V that an execution makes. */
#ifndef HEDDLE_SYSTEM_V_H
#define HEDDLE_SYSTEM_V_H

/* By the zygote, after an execution: removes what it made. What it has removed itself, or with its like, is left alone. */
void system_v_clean_up(void);

#endif
