/** How a check starts its program: workers, a file for standard input. */
package org.heddle.cli.check.launch;
