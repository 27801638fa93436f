/** The Unix socket between the server and a target. */
package org.heddle.server.channel;
