/** Where code, memory and threads of a program are, and what its source calls them. */
package org.heddle.cli.report.names;
