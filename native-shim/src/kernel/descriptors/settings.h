/* Settings of descriptors; see settings.c. */
#ifndef HEDDLE_SETTINGS_H
#define HEDDLE_SETTINGS_H

void settings_prepare(void); /* once, before the program begins */

#endif
