/** From executions to what a report says: the words for operations, states and findings. */
package org.heddle.cli.report.words;
