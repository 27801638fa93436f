/** One worker: the target that it starts, the zygote that answers it, and what is done where either dies or does not answer. */
package org.heddle.server.worker;
