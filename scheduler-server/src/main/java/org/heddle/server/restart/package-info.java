/**
 * How one execution follows another: in a process of its own, forked before {@code main}, or in one process that puts
 * back what the execution before has changed.
 */
package org.heddle.server.restart;
