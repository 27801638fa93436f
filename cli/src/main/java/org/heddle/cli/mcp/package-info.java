/** {@code heddle mcp}: agents check programs and go through schedules by the Model Context Protocol. */
package org.heddle.cli.mcp;
