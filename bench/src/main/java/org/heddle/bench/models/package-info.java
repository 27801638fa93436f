/** What weaker memory models cost: whole checks, beside GenMC's. */
package org.heddle.bench.models;
