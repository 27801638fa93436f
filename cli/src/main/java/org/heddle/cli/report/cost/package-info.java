/** How the executions of a check were run, and what they cost. */
package org.heddle.cli.report.cost;
