/** Whether a module looks at the numbers of its descriptors, or only hands them to calls. */
package org.heddle.instrumenter.pass.descriptors;
