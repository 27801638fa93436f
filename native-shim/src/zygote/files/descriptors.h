/* The zygote's own descriptors. */
#ifndef HEDDLE_DESCRIPTORS_H
#define HEDDLE_DESCRIPTORS_H

int descriptor_above(int descriptor); /* the same file where the program's own are not; closes this one */

#endif
