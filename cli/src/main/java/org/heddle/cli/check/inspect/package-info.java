/** An execution that stands still in gdb: its frames' variables, and what expressions hold. */
package org.heddle.cli.check.inspect;
