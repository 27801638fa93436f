/** The access pass: finds what touches shared memory and puts calls of Heddle's hooks before it. */
package org.heddle.instrumenter.pass;
