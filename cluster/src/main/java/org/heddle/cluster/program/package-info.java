/** A program that travels: what it consists of, what executions of it depend on, and how it comes to lie elsewhere. */
package org.heddle.cluster.program;
