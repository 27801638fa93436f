/** What touches memory that others may see, and where variables end. */
package org.heddle.instrumenter.pass.memory;
