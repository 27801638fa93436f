/**
 * How a check uses other machines; what does it is found by {@link java.util.ServiceLoader}, so that nothing of it is loaded
 * without need.
 */
package org.heddle.cli.cluster;
