/** The commands, as picocli reads them: their options, and what is done with them. */
package org.heddle.cli.command;
