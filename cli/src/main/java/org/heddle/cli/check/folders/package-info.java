/** The working directory of the program under test, which executions may change, and which is put back. */
package org.heddle.cli.check.folders;
