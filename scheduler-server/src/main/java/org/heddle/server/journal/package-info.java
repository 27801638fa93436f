/**
 * The journal of an exploration: every execution, in order. An exploration is a function of the executions that come back to it, so
 * that one which is given them again stands where the first one stood, whatever had ended that one.
 */
package org.heddle.server.journal;
