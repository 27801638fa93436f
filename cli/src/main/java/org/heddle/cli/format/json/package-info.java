/** JSON: the report, and traces for viewers of timelines. */
package org.heddle.cli.format.json;
