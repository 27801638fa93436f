/** {@code heddle determinism}: whether runs of one schedule are the same, and what differs first. */
package org.heddle.cli.determinism;
