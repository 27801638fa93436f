/**
 * Searches that begin anew when an execution shows what they had taken for granted not to hold: {@link
 * org.heddle.dpor.explore.restart.Restarting}.
 */
package org.heddle.dpor.explore.restart;
