/** What an execution costs: where the time of an exploration goes, and what would spare some of it. */
package org.heddle.cli.check.cost;
