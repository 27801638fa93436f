/** The few system calls that Java does not offer, through jnr-ffi; Linux on 64-bit machines only. */
package org.heddle.server.os;
