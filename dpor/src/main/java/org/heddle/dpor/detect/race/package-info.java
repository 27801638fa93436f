/**
 * Data races: which two accesses, where, and in which call stacks.
 */
package org.heddle.dpor.detect.race;
