/* Channels: pipes, pairs of sockets and event counters. What one descriptor of a channel takes, another one of it has given. Reading, writing,
 * polling, closing and shutting down a descriptor are operations on its channel alone, which commute with those on other channels, where nothing else comes of
 * them: no set of epoll, no timer and nobody outside has a part in it. All else is an operation on the kernel
 * as a whole, which no operation on a channel commutes with. */
#ifndef HEDDLE_CHANNELS_H
#define HEDDLE_CHANNELS_H

#include <stdbool.h>
#include <stdint.h>

/* Once, in the zygote: they may be used, unless there may be sets of epoll or peers. Behind that: not at all, for there may be timers. */
void channels_prepare(void);
void channels_leave_out(void);
bool channels_may_be_used(void);

/* From now on nothing is an operation on a channel alone, for the program has what was thought it would not have. */
void channels_end(void);
bool channels_have_ended(void);

/* The name of another channel, which the running thread is about to make: the same in all executions. */
uint64_t channel_new(void);

/* The channel that the descriptor belongs to, as far as that is known; 0: to none. */
uint64_t channel_of_descriptor(int descriptor);

/* The same for one that nobody has been seen to make. */
uint64_t channel_met(int descriptor);

/* The channel that operations on the slot are on alone; 0: they are on the kernel as a whole. The same of a call on several slots, by the name
 * of all their channels. */
uint64_t channel_of(int slot);
uint64_t channels_of(const int *slots, uint32_t count);

/* The same, whether or not another thread has put something else behind a number meanwhile: what a thread is about to do is fixed by its own past. */
uint64_t channels_meant(const int *slots, uint32_t count);

#endif
