/** {@code heddle dap}: editors go through a schedule by the Debug Adapter Protocol. */
package org.heddle.cli.check.dap;
