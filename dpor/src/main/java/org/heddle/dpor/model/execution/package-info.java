/**
 * What one execution was: its events, and all that the runtime tells of it besides ({@link
 * org.heddle.dpor.model.execution.Execution}).
 */
package org.heddle.dpor.model.execution;
