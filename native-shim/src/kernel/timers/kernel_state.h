/* The state that the kernel keeps for the process, but for what is in descriptors. */
#ifndef HEDDLE_KERNEL_STATE_H
#define HEDDLE_KERNEL_STATE_H

/* Once, in the zygote: sets outside.kernel_state and outside.is_anything_to_read. */
void kernel_state_prepare(void);

#endif
