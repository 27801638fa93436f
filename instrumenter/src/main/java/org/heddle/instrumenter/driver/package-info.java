/** Command lines, the compiler's jobs and how each is run. */
package org.heddle.instrumenter.driver;
