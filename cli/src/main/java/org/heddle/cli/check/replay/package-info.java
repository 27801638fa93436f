/** One schedule run again: described, aligned to a changed program, shown, debugged. */
package org.heddle.cli.check.replay;
