/** The commands {@code heddle worker} and {@code heddle cluster}. */
package org.heddle.cluster.command;
