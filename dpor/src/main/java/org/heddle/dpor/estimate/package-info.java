/** How large an exploration is going to be. */
package org.heddle.dpor.estimate;
